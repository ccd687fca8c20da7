import { z } from 'zod';
import type { Cause } from './cause.ts';
import type { Memory } from './memory.ts';
import { scopeInputSchema } from './scope.ts';

/** What became of one memory between two moments. */
export interface MemoryDifference {
  readonly memoryId: string;
  /** Absent where it was not known yet. */
  readonly before?: Memory;
  readonly after: Memory;
  /** What befell it in between, in order. */
  readonly causes: readonly Cause[];
}

export const DIFFERENCES = [
  'created',
  'updated',
  'corrected',
  'superseded',
  'reinforced',
  'doubted',
  'expired',
  'archived',
  'forgotten',
  'restored',
] as const;
export type Difference = (typeof DIFFERENCES)[number];

/** What is not the same at the second moment as at the first, each memory once, under what matters most of it. */
export interface MemoryDiff extends Readonly<Record<Difference, readonly MemoryDifference[]>> {
  readonly from: Date;
  readonly to: Date;
}

export const rollbackOptionsSchema = z.strictObject({
  ...scopeInputSchema.shape,
  /** Says what it would do, and does nothing. */
  dryRun: z.boolean().default(false),
});
export type RollbackOptions = Readonly<z.input<typeof rollbackOptionsSchema>>;

export interface Rollback {
  readonly to: Date;
  readonly dryRun: boolean;
  /** Those that become again what they were. */
  readonly restored: readonly { readonly from: Memory; readonly to: Memory }[];
  /** Those that were learnt since; `restore` brings them back. */
  readonly forgotten: readonly Memory[];
}
