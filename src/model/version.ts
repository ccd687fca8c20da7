import type { Cause } from './cause.ts';
import type { Memory, MemoryUpdate } from './memory.ts';

/** What a memory was from one moment until another; the last version is what it is now. */
export interface MemoryVersion {
  /** Counted from 1. */
  readonly number: number;
  readonly since: Date;
  readonly until?: Date;
  readonly cause: Cause;
  readonly memory: Memory;
}

/** What is kept of a memory only for its latest state: what measures it, not what it says. */
const MEASURES: ReadonlySet<string> = new Set(['id', 'importance', 'salience', 'fadedAt', 'updatedAt']);

/** Whether a change makes a new version. One that only measures anew does not, unless it says why. */
export const makesVersion = (update: MemoryUpdate): boolean =>
  update.cause !== undefined ||
  Object.entries(update).some(([field, value]) => value !== undefined && !MEASURES.has(field));

/** Why, where the change itself does not say. */
export function causeOf(update: MemoryUpdate): Cause {
  const { cause, status, supersededBy, doubtedAt, confidence } = update;
  if (cause !== undefined) return cause;
  if (status === 'superseded') return { kind: status, ...(supersededBy != null && { by: supersededBy }) };
  if (status !== undefined) return { kind: status === 'active' ? 'restored' : status };
  if (doubtedAt != null) return { kind: 'doubted' };
  return { kind: confidence === undefined ? 'updated' : 'reinforced' };
}
