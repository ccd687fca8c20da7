import type { Cause } from '../model/cause.ts';
import type { Link } from '../model/graph.ts';
import { happenedAt, type Memory, type MemoryUpdate } from '../model/memory.ts';
import { consequencesOf } from '../reconcile/consequences.ts';
import type { ReviseContext } from './context.ts';

/** What follows when one memory takes another's place: the old one ends, the tie between them, and doubt on what rests on it. */
export async function replaceBy(
  old: Memory,
  by: Pick<Memory, 'id' | 'validAt'>,
  cause: Cause,
  { owner, store }: ReviseContext,
  now: Date,
): Promise<{ readonly updates: readonly MemoryUpdate[]; readonly links: readonly Link[] }> {
  const begins = by.validAt !== undefined && by.validAt > happenedAt(old) ? by.validAt : now;
  const update: MemoryUpdate = {
    ...{ id: old.id, status: 'superseded', supersededBy: by.id, updatedAt: now, cause },
    invalidAt: old.invalidAt !== undefined && old.invalidAt < begins ? old.invalidAt : begins,
  };
  return {
    updates: [update, ...(await consequencesOf(owner, { updates: [update] }, store, now))],
    links: [{ fromId: by.id, toId: old.id, type: 'supersedes', strength: 1, createdAt: now }],
  };
}
