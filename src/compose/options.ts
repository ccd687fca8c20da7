import { z } from 'zod';
import type { Tokenizer } from '../contracts/tokenizer.ts';

const tokens = (amount: number) => z.int().min(0).default(amount);

/**
 * How many tokens each section may take, fence included. Core and message have no budget of their own: they are never cut.
 * Instructions and persona go whole or not at all: theirs hold the longest that the guardrails let pass, in English.
 */
export const sectionBudgetsSchema = z.strictObject({
  instructions: tokens(1200),
  persona: tokens(1200),
  profile: tokens(300),
  procedures: tokens(1500),
  memories: tokens(1500),
  documents: tokens(1500),
  recent: tokens(2000),
});
export type SectionBudgets = Readonly<z.output<typeof sectionBudgetsSchema>>;

const isTokenizer = (value: unknown): value is Tokenizer =>
  typeof (value as Tokenizer | undefined)?.count === 'function';

export const composeOptionsSchema = z.strictObject({
  tokenizer: z.custom<Tokenizer>(isTokenizer, 'must have a method count(text)'),
  /** How many tokens the whole may take. */
  budget: tokens(8000),
  budgets: sectionBudgetsSchema.prefault({}),
});
export type ComposeOptions = Readonly<z.input<typeof composeOptionsSchema>>;
