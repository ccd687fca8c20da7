import { z } from 'zod';

export const environmentalCategories = ['capability', 'constraint', 'environment', 'pattern'] as const;
export type EnvironmentalCategory = (typeof environmentalCategories)[number];

const weight = z.number().nonnegative();
const unit = z.number().min(0).max(1);
const days = z.number().positive();

export const environmentalConfigSchema = z.strictObject({
  /** The least important beyond it expire. */
  maxItems: z.int().min(1).default(100),
  /** Of what the rules find; a model gives its own. */
  defaultImportance: unit.default(0.5),
  /** What importance is multiplied by. */
  categoryWeights: z
    .strictObject({
      capability: weight.default(1),
      constraint: weight.default(0.9),
      environment: weight.default(0.8),
      pattern: weight.default(0.7),
    })
    .prefault({}),
  /** What nothing confirms for so long fades, until it is forgotten below the floor. */
  fading: z
    .strictObject({
      rate: unit.default(0.95),
      idleDays: days.default(14),
      everyDays: days.default(1),
      floor: unit.default(0.1),
    })
    .prefault({}),
});
export type EnvironmentalConfigInput = Readonly<z.input<typeof environmentalConfigSchema>>;
