import { z } from 'zod';
import { unitSchema } from '../../model/primitives.ts';

export const durableConfigSchema = z.strictObject({
  /** What matters less than this is not kept. */
  minImportance: unitSchema.default(0),
  /** Importance is multiplied by this once a memory has not been recalled for so many days, and again each time as many have passed. */
  decayRate: unitSchema.default(0.95),
  inactiveDays: z.number().positive().default(30),
});
export type DurableConfig = Readonly<z.input<typeof durableConfigSchema>>;
