import { z } from 'zod';
import { nameSchema, unitSchema } from '../model/primitives.ts';
import { salienceWeightsSchema } from '../model/salience.ts';

const weight = z.number().finite().nonnegative();

/**
 * What recall can be told. Each figure is what `npm run bench:quality` gives with that one default changed, frac@10 unless
 * another is named: locomo 80.3, beam 69.2, prefeval any@10 48.1 as they stand.
 */
export const recallConfigSchema = z.strictObject({
  textWeight: weight.default(1),
  vectorWeight: weight.default(1.5),
  entityWeight: weight.default(0.8),
  /**
   * What a memory gains that happened when the query says. Without it locomo 78.8; at 0.3 80.6, but then a date alone makes
   * nearly relevant.
   */
  timeWeight: weight.default(0.2),
  /** How much the turns before and after weigh; without them locomo 77.1. */
  neighbourWeight: weight.default(0.2),
  /** What a turn gains when the query names who said it, and loses when it names only others; without it locomo 79.7. */
  speakerWeight: weight.default(0.15),
  /** Multiplies the score of a component's memories; 1 where none is given. */
  componentWeights: z.record(nameSchema, weight).default({}),
  /** How much of the score importance decides: 0 ignores it, 1 multiplies by it whole. At 0.5 beam 67.6, locomo the same. */
  importanceInfluence: unitSchema.default(0.2),
  /** Loss per day of age, as in exp(-rate × days). */
  agePerDay: weight.default(0.01),
  /** Age never takes more than this leaves, or months-old answers are lost: locomo 32.3 at 0, 62.1 at 0.5. */
  ageFloor: unitSchema.default(0.95),
  /** Scores below it are not relevant: silence rather than noise. Without one beam 69.8, locomo and prefeval the same. */
  threshold: unitSchema.default(0.36),
  /** What salience is made of, in the mode `important`. */
  salience: salienceWeightsSchema.prefault({}),
  topK: z.int().min(1).max(1000).default(10),
  tokenBudget: z.int().min(0).default(4000),
  /** How many memories each signal is asked for, and how many of all of them are scored. */
  candidates: z.int().min(1).max(10_000).default(100),
});
export type RecallConfig = Readonly<z.output<typeof recallConfigSchema>>;
export type RecallConfigInput = Readonly<z.input<typeof recallConfigSchema>>;
