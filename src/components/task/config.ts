import { z } from 'zod';

export const taskCategories = ['goal', 'decision', 'result', 'context'] as const;
export type TaskCategory = (typeof taskCategories)[number];

const weight = z.number().nonnegative();

export const taskConfigSchema = z.strictObject({
  /** The least important beyond it expire. */
  maxItemsPerSession: z.int().min(1).default(50),
  /** Of what the rules find; a model gives its own. */
  defaultImportance: z.number().min(0).max(1).default(0.6),
  /** What importance is multiplied by. */
  categoryWeights: z
    .strictObject({
      goal: weight.default(1),
      decision: weight.default(0.9),
      result: weight.default(0.75),
      context: weight.default(0.6),
    })
    .prefault({}),
});
export type TaskConfigInput = Readonly<z.input<typeof taskConfigSchema>>;
