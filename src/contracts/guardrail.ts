/** One family of rules that text must keep to before it may stand in a prompt. */
export interface Guardrail {
  readonly name: string;
  /** What it refuses, such as a text that is too long, no other rule has to read. */
  readonly isDecisive?: true;
  /** Every place that breaks it; the same text gives the same answer, and nothing is ever changed. */
  check(text: string): readonly Violation[] | Promise<readonly Violation[]>;
}

/** Where a text breaks a rule, and why that is refused. The place is counted in UTF-16 units of the text as it was given. */
export interface Violation {
  readonly rule: string;
  readonly reason: string;
  readonly start: number;
  readonly end: number;
}
