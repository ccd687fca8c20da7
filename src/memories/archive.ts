import { everyVersion, linksAt } from '../contracts/store.ts';
import type { Memory, MemoryUpdate } from '../model/memory.ts';
import type { MemoryVersion } from '../model/version.ts';
import { retryOvertaken } from '../reconcile/until-written.ts';
import { commit, type MemoryContext } from './context.ts';
import { mustBeVisible, mustFind } from './find-memory.ts';
import { restoreFollowers } from './forget.ts';

export async function archive(id: string, context: MemoryContext): Promise<Memory> {
  const memory = await mustBeVisible(id, context);
  if (memory.status === 'archived') return memory;
  const now = context.clock.now();
  const update: MemoryUpdate = { id, status: 'archived', updatedAt: now, cause: { kind: 'archived' } };
  await commit({ at: now, updates: [update] }, context);
  return mustFind(id, context);
}

/** Makes a memory active again and removes the link from the memory that superseded it. */
export async function restore(id: string, context: MemoryContext): Promise<Memory> {
  const memory = await retryOvertaken(context.store, (store) => restoreAlone(id, { ...context, store }));
  if (memory.status === 'active') return memory;
  if (memory.status === 'forgotten') await restoreFollowers(memory, context);
  context.embedLater(context.owner);
  return mustFind(id, context);
}

/** Returns the memory as it was before. */
async function restoreAlone(id: string, context: MemoryContext): Promise<Memory> {
  const { owner, store, clock } = context;
  const memory = await mustFind(id, context);
  if (memory.status === 'active') return memory;
  const now = clock.now();
  const update: MemoryUpdate = {
    ...{ id, status: 'active', supersededBy: null, updatedAt: now, cause: { kind: 'restored' } },
    invalidAt: validityBefore(await everyVersion(store, owner, id), memory) ?? null,
    // A decayed memory would decay again at once.
    ...(memory.status === 'decayed' && { fadedAt: now }),
  };
  const links = await linksAt(store, owner, [id]);
  const unlinks = links
    .filter(({ type, fromId, toId }) => type === 'supersedes' && toId === id && fromId === memory.supersededBy)
    .map(({ fromId, toId, type }) => ({ fromId, toId, type }));
  await commit({ at: now, updates: [update], unlinks }, context);
  return memory;
}

/** The end of validity before it became inactive, unless that changed since. */
function validityBefore(versions: readonly MemoryVersion[], { invalidAt }: Memory): Date | undefined {
  const lastActive = versions.findLastIndex(({ memory }) => memory.status === 'active');
  const ended = versions[lastActive + 1]?.memory;
  if (ended?.invalidAt?.getTime() !== invalidAt?.getTime()) return invalidAt;
  return versions[lastActive]?.memory.invalidAt;
}
