import { z } from 'zod';
import type { Cause, Memory, MemoryUpdate } from './memory.ts';
import { scopeIdSchema } from './primitives.ts';

/** A memory as it was from one moment until another; the last version is the present one. */
export interface MemoryVersion {
  /** Counted from 1. */
  readonly number: number;
  readonly since: Date;
  readonly until?: Date;
  readonly cause: Cause;
  readonly memory: Memory;
}

const numbers = new WeakMap<Memory, number>();

/** Notes which version of it a memory is that was read: beside the memory, as it says nothing of what was learnt. */
export function asVersion(memory: Memory, number: number): Memory {
  numbers.set(memory, number);
  return memory;
}

/** Which version of it a memory is, as it came from a store; undefined of any other, also of a copy. */
export const versionOf = (memory: Memory): number | undefined => numbers.get(memory);

/** Fields that measure a memory and say nothing: kept only for the present version. */
const MEASURES: ReadonlySet<string> = new Set(['id', 'importance', 'salience', 'fadedAt', 'updatedAt']);

/** Whether a change makes a new version. One that only measures anew does not, unless it says why. */
export const makesVersion = (update: MemoryUpdate): boolean =>
  update.cause !== undefined ||
  Object.entries(update).some(([field, value]) => value !== undefined && !MEASURES.has(field));

/** The cause of an update: as given, else by the fields it changes. */
export function causeOf(update: MemoryUpdate): Cause {
  const { cause, status, supersededBy, doubtedAt, confidence } = update;
  if (cause !== undefined) return cause;
  if (status === 'superseded') return { kind: status, ...(supersededBy != null && { by: supersededBy }) };
  if (status !== undefined) return { kind: status === 'active' ? 'restored' : status };
  if (doubtedAt != null) return { kind: 'doubted' };
  return { kind: confidence === undefined ? 'updated' : 'reinforced' };
}

/** Whether a memory hides the turns it came from: it is forgotten, and for itself, not because another is. */
export const hidesTurns = ({ status }: Pick<Memory, 'status'>, cause: Cause | undefined): boolean =>
  status === 'forgotten' && cause?.by === undefined;

/** One memory at two moments. */
export interface MemoryDifference {
  readonly memoryId: string;
  /** Absent where it was not known yet. */
  readonly before?: Memory;
  readonly after: Memory;
  /** The causes of its versions in between, in order. */
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
  /** Only the memories of one session. */
  sessionId: scopeIdSchema.optional(),
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
