import { z } from 'zod';
import { recordOfNames, unitSchema } from '../model/primitives.ts';
import { salienceWeightsSchema } from '../model/salience.ts';
import { FEATURES, type Feature } from './features.ts';
import { DEFAULT_THRESHOLD } from './rankers/calibration.ts';

const weight = z.number().finite().nonnegative();
type FeatureWeights = Record<Feature, z.ZodExactOptional<typeof weight>>;

export const recallConfigSchema = z.strictObject({
  /** Override the ranker's own weights of these features, if the ranker is a weighted sum. */
  weights: z
    .strictObject(Object.fromEntries(FEATURES.map((name) => [name, weight.exactOptional()])) as FeatureWeights)
    .default({}),
  /** Multiplies the score of a component's memories; the default is 1. */
  componentWeights: recordOfNames(weight).default({}),
  /**
   * Share of the score that importance decides: 0 ignores it, 1 multiplies by it. At 0.2, with an `ageFloor` of 0.95, beam is 71.0 instead of
   * 71.9.
   */
  importanceInfluence: unitSchema.default(0.05),
  /** Loss per day of age, as in exp(-rate × days). */
  agePerDay: weight.default(0.01),
  /** The factor of age never falls below this. Without a floor months-old answers are lost: locomo fell by half. */
  ageFloor: unitSchema.default(0.99),
  /** Recall returns nothing when its confidence is below this. */
  threshold: unitSchema.default(DEFAULT_THRESHOLD),
  /**
   * Items below this share of the best score are left out. At 0.5, hit@10 of the latest stories is 88.3, not 89.2; at 0 it is 89.2 with one
   * more item.
   */
  minScoreShare: unitSchema.default(0.45),
  /** Weights of salience: the order of the mode `important`, and a feature of every query. */
  salience: salienceWeightsSchema.prefault({}),
  topK: z.int().min(1).max(1000).default(10),
  tokenBudget: z.int().min(0).default(4000),
  /** Memories that each signal is asked for, and that are scored in all. 200 gains nothing; on beam 120 loses 0.5 and 100 loses 1.4. */
  candidates: z.int().min(1).max(10_000).default(150),
});

type ConfigShape = Omit<(typeof recallConfigSchema)['shape'], 'salience'>;
type ChangeShape = { [Name in keyof ConfigShape]: z.ZodExactOptional<ReturnType<ConfigShape[Name]['unwrap']>> };
const { salience: _, ...changeable } = recallConfigSchema.shape;

export const recallChangeSchema = z.strictObject(
  Object.fromEntries(
    Object.entries(changeable).map(([name, field]) => [name, z.exactOptional<z.ZodType>(field.unwrap())]),
  ) as ChangeShape,
);
export type RecallChange = Readonly<z.output<typeof recallChangeSchema>>;

/** Saved settings of earlier versions name `minScoreShare` `leastShare`. */
export function withCurrentNames(saved: unknown): unknown {
  if (typeof saved !== 'object' || saved === null || !('leastShare' in saved)) return saved;
  const { leastShare: minScoreShare, ...rest } = saved;
  return { minScoreShare, ...rest };
}

export const changedConfig = (config: RecallConfig, change: RecallChange = {}): RecallConfig => ({
  ...config,
  ...change,
  weights: { ...config.weights, ...change.weights },
  componentWeights: { ...config.componentWeights, ...change.componentWeights },
});

export type RecallConfig = Readonly<z.output<typeof recallConfigSchema>>;
/** Options of recall. The weights of the features are in `rankers/`; docs/notes/recall.md explains how they were chosen. */
export type RecallConfigInput = Readonly<z.input<typeof recallConfigSchema>>;
