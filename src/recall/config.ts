import { z } from 'zod';
import { nameSchema, unitSchema } from '../model/primitives.ts';

const weight = z.number().finite().nonnegative();

/**
 * What recall can be told. Defaults are seed 002's unless a measurement is named; those marked (locomo) are frac@10 over
 * the 689 questions of locomo 1-4 with turns as documents, where text alone reaches 60.9 and vector alone 71.8.
 */
export const recallConfigSchema = z.object({
  textWeight: weight.default(1),
  vectorWeight: weight.default(1.5),
  entityWeight: weight.default(0.8),
  /** Multiplies the score of a component's memories; 1 where none is given. */
  componentWeights: z.record(nameSchema, weight).default({}),
  /** How much of the score importance decides: 0 ignores it, 1 multiplies by it whole. Anything in between is alike (locomo). */
  importanceInfluence: unitSchema.default(0.5),
  /** Loss per day of age, as in exp(-rate × days) (seed 001). */
  agePerDay: weight.default(0.01),
  /** Age never takes more than this leaves. Without a floor months-old answers are lost (locomo): 32 at 0, 61 at 0.5, 73 at 0.9. */
  ageFloor: unitSchema.default(0.9),
  /** Scores below it are not relevant: silence rather than noise. The highest that loses no answer (locomo). */
  threshold: unitSchema.default(0.3),
  topK: z.int().min(1).max(1000).default(10),
  tokenBudget: z.int().min(0).default(4000),
  /** How many memories each signal is asked for, and how many of all of them are scored. */
  candidates: z.int().min(1).max(10_000).default(100),
});
export type RecallConfig = Readonly<z.output<typeof recallConfigSchema>>;
export type RecallConfigInput = Readonly<z.input<typeof recallConfigSchema>>;
