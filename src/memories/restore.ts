import type { Memory, MemoryUpdate } from '../model/memory.ts';
import type { MemoryVersion } from '../model/version.ts';
import { commit } from './commit.ts';
import type { ReviseContext } from './context.ts';
import { mustFind } from './find-memory.ts';

/** Makes a memory count again, whatever ended it. The tie to what had taken its place goes. */
export async function restore(id: string, context: ReviseContext): Promise<Memory> {
  const { owner, store, clock, embedLater } = context;
  const memory = await mustFind(id, context);
  if (memory.status === 'active') return memory;
  const now = clock.now();
  const update: MemoryUpdate = {
    ...{ id, status: 'active', supersededBy: null, updatedAt: now, cause: { kind: 'restored' } },
    invalidAt: endBefore(await store.versionsOf(owner, id), memory) ?? null,
    // Else what faded away would be gone again with the next step of time.
    ...(memory.status === 'decayed' && { fadedAt: now }),
  };
  const links = await store.linksOf(owner, [id]);
  const unlinks = links
    .filter(({ type, fromId, toId }) => type === 'supersedes' && toId === id && fromId === memory.supersededBy)
    .map(({ fromId, toId, type }) => ({ fromId, toId, type }));
  await commit({ at: now, updates: [update], unlinks }, context);
  embedLater(owner);
  return mustFind(id, context);
}

/** Until when it was said to be true before it ceased to count, unless that was changed since. */
function endBefore(versions: readonly MemoryVersion[], { invalidAt }: Memory): Date | undefined {
  const lastActive = versions.findLastIndex(({ memory }) => memory.status === 'active');
  const ended = versions[lastActive + 1]?.memory;
  if (ended?.invalidAt?.getTime() !== invalidAt?.getTime()) return invalidAt;
  return versions[lastActive]?.memory.invalidAt;
}
