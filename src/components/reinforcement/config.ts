import { z } from 'zod';

export const reinforcementConfigSchema = z.strictObject({
  /** How many turns after a proposal an outcome that names nothing still belongs to it. */
  lookBack: z.int().min(1).default(4),
  /** So many successes make a strategy `reinforced`. */
  reinforcedAfter: z.int().min(2).default(3),
  /** The share of all outcomes from which one side prevails; below it a strategy is `contested`. */
  prevailingShare: z.number().min(0.5).max(1).default(0.75),
});
export type ReinforcementConfig = Readonly<z.output<typeof reinforcementConfigSchema>>;
export type ReinforcementConfigInput = Readonly<z.input<typeof reinforcementConfigSchema>>;
