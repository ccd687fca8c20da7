import { type Link, linkOf } from '../model/graph.ts';
import { type Cause, happenedAt, type Memory, type MemoryUpdate } from '../model/memory.ts';

/** One memory takes the place of others: they end, and are tied to it. */
export function replaceBy(
  by: Pick<Memory, 'id' | 'validAt'>,
  replaced: readonly Memory[],
  cause: Omit<Cause, 'by'>,
  now: Date,
): { readonly updates: readonly MemoryUpdate[]; readonly links: readonly Link[] } {
  return {
    updates: replaced.map((old) => ({
      ...{ id: old.id, status: 'superseded', supersededBy: by.id, invalidAt: endOf(old, by, now), updatedAt: now },
      cause: { ...cause, by: by.id },
    })),
    links: replaced.map((old) => linkOf(by.id, old.id, 'supersedes', now)),
  };
}

function endOf(old: Memory, by: Pick<Memory, 'validAt'>, now: Date): Date {
  const begins = by.validAt !== undefined && by.validAt > happenedAt(old) ? by.validAt : now;
  return old.invalidAt !== undefined && old.invalidAt < begins ? old.invalidAt : begins;
}
