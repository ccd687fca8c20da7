/** Where a text breaks a rule, and why that is refused. The place is counted in UTF-16 units of the text as it was given. */
export interface Violation {
  readonly rule: string;
  readonly reason: string;
  readonly start: number;
  readonly end: number;
}
