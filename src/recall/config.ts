import { z } from 'zod';
import { recordOfNames, unitSchema } from '../model/primitives.ts';
import { salienceWeightsSchema } from '../model/salience.ts';
import { FEATURES, type Feature } from './features.ts';

const weight = z.number().finite().nonnegative();
type FeatureWeights = Record<Feature, z.ZodExactOptional<typeof weight>>;

/** What recall can be told. The weights of the features are in `rankers/`; docs/decisions/0019 says how they were chosen. */
export const recallConfigSchema = z.strictObject({
  /** Replace the ranker's own weights of these features, whichever ranker is at work, as long as it is a weighted sum. */
  weights: z
    .strictObject(Object.fromEntries(FEATURES.map((name) => [name, weight.exactOptional()])) as FeatureWeights)
    .default({}),
  /** Multiplies the score of a component's memories; 1 where none is given. */
  componentWeights: recordOfNames(weight).default({}),
  /** How much of the score importance decides: 0 ignores it, 1 multiplies by it whole. At 0.2, with a floor of age of 0.95, beam 71.0 instead of 71.9. */
  importanceInfluence: unitSchema.default(0.05),
  /** Loss per day of age, as in exp(-rate × days). */
  agePerDay: weight.default(0.01),
  /** Age never takes more than this leaves, or months-old answers are lost: locomo fell by half without a floor. */
  ageFloor: unitSchema.default(0.99),
  /** An answer less sure than this is not given: silence rather than noise. */
  threshold: unitSchema.default(0.2),
  /** Items with less than this share of the best one's score are left out of an answer. At 0.5 hit@10 of the stories written last is 88.3 instead of 89.2, at 0 the same 89.2 with one item more. */
  leastShare: unitSchema.default(0.45),
  /** What salience is made of: the order of the mode `important`, and a feature of every query. */
  salience: salienceWeightsSchema.prefault({}),
  topK: z.int().min(1).max(1000).default(10),
  tokenBudget: z.int().min(0).default(4000),
  /** How many memories each signal is asked for, and how many of all of them are scored. With 200 nothing is gained, with 120 beam loses 0.5 and with 100 it loses 1.4. */
  candidates: z.int().min(1).max(10_000).default(150),
});

type ConfigShape = Omit<(typeof recallConfigSchema)['shape'], 'salience'>;
type ChangeShape = { [Name in keyof ConfigShape]: z.ZodExactOptional<ReturnType<ConfigShape[Name]['unwrap']>> };
const { salience: _, ...changeable } = recallConfigSchema.shape;

/** Takes the place of what a configuration says, field by field and weight by weight. */
export const recallChangeSchema = z.strictObject(
  Object.fromEntries(
    Object.entries(changeable).map(([name, field]) => [name, z.exactOptional<z.ZodType>(field.unwrap())]),
  ) as ChangeShape,
);
export type RecallChange = Readonly<z.output<typeof recallChangeSchema>>;

export const changedConfig = (config: RecallConfig, change: RecallChange = {}): RecallConfig => ({
  ...config,
  ...change,
  weights: { ...config.weights, ...change.weights },
  componentWeights: { ...config.componentWeights, ...change.componentWeights },
});

export type RecallConfig = Readonly<z.output<typeof recallConfigSchema>>;
export type RecallConfigInput = Readonly<z.input<typeof recallConfigSchema>>;
