import type { Violation } from '../model/violation.ts';

export type { Violation };

/** One family of rules that text must keep to before it may stand in a prompt. */
export interface Guardrail {
  readonly name: string;
  /** Every place that breaks it; the same text gives the same answer, and nothing is ever changed. */
  check(text: string): readonly Violation[] | Promise<readonly Violation[]>;
}
