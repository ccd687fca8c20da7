import { z } from 'zod';
import type { Cause, Memory, MemoryUpdate } from './memory.ts';
import { scopeIdSchema } from './primitives.ts';

/** A state of a memory in time; the last version is the present one. */
export interface MemoryVersion {
  readonly number: number;
  readonly since: Date;
  readonly until?: Date;
  readonly cause: Cause;
  readonly memory: Memory;
}

const numbers = new WeakMap<Memory, number>();

/** Records the version of a read memory outside of it, since it is no content. */
export function asVersion(memory: Memory, number: number): Memory {
  numbers.set(memory, number);
  return memory;
}

/** The version of a memory as a store returned it; undefined for any other object, also a copy. */
export const versionOf = (memory: Memory): number | undefined => numbers.get(memory);

/** Computed fields, stored only for the present version. */
const MEASURES: ReadonlySet<string> = new Set(['id', 'importance', 'salience', 'fadedAt', 'updatedAt']);

/** Whether a change makes a new version: one of computed fields does so only with a cause. */
export const makesVersion = (update: MemoryUpdate): boolean =>
  update.cause !== undefined ||
  Object.entries(update).some(([field, value]) => value !== undefined && !MEASURES.has(field));

export function causeOf(update: MemoryUpdate): Cause {
  const { cause, status, supersededBy, doubtedAt, confidence } = update;
  if (cause !== undefined) return cause;
  if (status === 'superseded') return { kind: status, ...(supersededBy != null && { by: supersededBy }) };
  if (status !== undefined) return { kind: status === 'active' ? 'restored' : status };
  if (doubtedAt != null) return { kind: 'doubted' };
  return { kind: confidence === undefined ? 'updated' : 'reinforced' };
}

/** Whether a memory hides its turns: only if it was forgotten itself, not because another was. */
export const hidesTurns = ({ status }: Pick<Memory, 'status'>, cause: Cause | undefined): boolean =>
  status === 'forgotten' && cause?.by === undefined;

export interface MemoryDifference {
  readonly memoryId: string;
  /** Absent if it was not known yet. */
  readonly before?: Memory;
  readonly after: Memory;
  /** The causes of the versions in between, in order. */
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

/** The memories that differ between two moments, each once, under its most important change. */
export interface MemoryDiff extends Readonly<Record<Difference, readonly MemoryDifference[]>> {
  readonly from: Date;
  readonly to: Date;
}

export const rollbackOptionsSchema = z.strictObject({
  sessionId: scopeIdSchema.optional(),
  /** Returns the result without changing anything. */
  dryRun: z.boolean().default(false),
});
export type RollbackOptions = Readonly<z.input<typeof rollbackOptionsSchema>>;

/** The changes of a rollback, or those it would make with `dryRun`. */
export interface Rollback {
  readonly to: Date;
  readonly dryRun: boolean;
  /** Memories restored to an earlier version. */
  readonly restored: readonly { readonly from: Memory; readonly to: Memory }[];
  /** Memories learnt since then; `restore` brings them back. */
  readonly forgotten: readonly Memory[];
}
