import { z } from 'zod';

const days = z.number().positive();

export const toolConfigSchema = z.strictObject({
  /** How many records an owner may hold; the least important beyond it expire. */
  maxRecords: z.int().min(1).default(500),
  /** After so long without a call a record begins to fade: what worked later than what failed, as causes of failure go away. */
  successIdleDays: days.default(30),
  failureIdleDays: days.default(14),
});
export type ToolConfig = Readonly<z.output<typeof toolConfigSchema>>;
export type ToolConfigInput = Readonly<z.input<typeof toolConfigSchema>>;
