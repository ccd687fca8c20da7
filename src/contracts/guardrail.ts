/** A family of rules for text that enters a prompt. */
export interface Guardrail {
  readonly name: string;
  /** If it refuses a text, no other rule reads it. */
  readonly isDecisive?: true;
  /** Returns every violation. Pure: the same text gives the same answer, and is never changed. */
  check(text: string): readonly Violation[] | Promise<readonly Violation[]>;
}

/** A violation of a rule. Offsets count UTF-16 units of the text as given. */
export interface Violation {
  readonly rule: string;
  readonly reason: string;
  readonly start: number;
  readonly end: number;
}
