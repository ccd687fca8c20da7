import type { Changes } from '../contracts/store.ts';
import type { MemoryUpdate } from '../model/memory.ts';

/** When an update begins a version: never before the one it ends began. */
export function versionMoment({ at }: Pick<Changes, 'at'>, { updatedAt }: MemoryUpdate, since: Date): Date {
  const moment = at ?? updatedAt ?? new Date();
  return new Date(Math.max(moment.getTime(), since.getTime()));
}
