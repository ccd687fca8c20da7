import { z } from 'zod';
import { nameSchema, unitSchema } from '../../model/primitives.ts';

export const durableConfigSchema = z.strictObject({
  /** What matters less than this is not kept. */
  minImportance: unitSchema.default(0),
  /** Importance is multiplied by this once a memory has not been recalled for so many days, and again each time as many have passed. */
  decayRate: unitSchema.default(0.95),
  inactiveDays: z.number().positive().default(30),
  /** The name of a memory that every agent with this component and this name writes and recalls. */
  sharedAs: nameSchema.optional(),
});
export type DurableConfig = Readonly<z.input<typeof durableConfigSchema>>;
