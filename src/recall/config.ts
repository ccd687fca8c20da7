import { z } from 'zod';
import { nameSchema, unitSchema } from '../model/primitives.ts';

const weight = z.number().finite().nonnegative();

/**
 * What recall can be told. Figures marked (locomo) are frac@10 over the 689 questions of locomo 1-4 with turns as documents,
 * where text alone reaches 60.9 and vector alone 71.8.
 */
export const recallConfigSchema = z.strictObject({
  textWeight: weight.default(1),
  vectorWeight: weight.default(1.5),
  entityWeight: weight.default(0.8),
  /** How much the turns before and after weigh: 79.3 against 75.4 without them (locomo). */
  neighbourWeight: weight.default(0.2),
  /** What a turn gains when the query names who said it, and loses when it names only others. */
  speakerWeight: weight.default(0.15),
  /** Multiplies the score of a component's memories; 1 where none is given. */
  componentWeights: z.record(nameSchema, weight).default({}),
  /** How much of the score importance decides: 0 ignores it, 1 multiplies by it whole. Half costs 2 points on beam, where people mostly ask; locomo is alike. */
  importanceInfluence: unitSchema.default(0.2),
  /** Loss per day of age, as in exp(-rate × days). */
  agePerDay: weight.default(0.01),
  /** Age never takes more than this leaves. Without a floor months-old answers are lost (locomo): 32 at 0, 61 at 0.5, 73 at 0.9. */
  ageFloor: unitSchema.default(0.95),
  /** Scores below it are not relevant: silence rather than noise. The highest that costs nothing (locomo, prefeval); 0.6 on beam. */
  threshold: unitSchema.default(0.36),
  topK: z.int().min(1).max(1000).default(10),
  tokenBudget: z.int().min(0).default(4000),
  /** How many memories each signal is asked for, and how many of all of them are scored. */
  candidates: z.int().min(1).max(10_000).default(100),
});
export type RecallConfig = Readonly<z.output<typeof recallConfigSchema>>;
export type RecallConfigInput = Readonly<z.input<typeof recallConfigSchema>>;
