import { memoryPages } from '../contracts/store.ts';
import { SouvenirError } from '../errors.ts';
import type { Memory, MemoryUpdate } from '../model/memory.ts';
import type { MemoryVersion } from '../model/version.ts';
import { commit, type MemoryContext } from './context.ts';
import { mustFind, mustSee } from './find-memory.ts';
import { filterOf, type Selection } from './list.ts';

type PutAway = 'archived' | 'forgotten';

const into = (status: PutAway, id: string, now: Date): MemoryUpdate => ({
  ...{ id, status, updatedAt: now, cause: { kind: status } },
});

async function putAway(memory: Memory, status: PutAway, context: MemoryContext): Promise<Memory> {
  if (memory.status === status) return memory;
  const now = context.clock.now();
  await commit({ at: now, updates: [into(status, memory.id, now)] }, context);
  return mustFind(memory.id, context);
}

export const archive = async (id: string, context: MemoryContext): Promise<Memory> =>
  putAway(await mustSee(id, context), 'archived', context);

export const forget = async (id: string, context: MemoryContext): Promise<Memory> =>
  putAway(await mustFind(id, context), 'forgotten', context);

/** More at once would hold the event loop. */
const AT_ONCE = 50;

/** Forgets a few at a time: those before an abort or failure stay forgotten. */
export async function forgetAll(selection: Selection, context: MemoryContext): Promise<number> {
  if (selection.asOf !== undefined)
    throw new SouvenirError('invalidInput', 'forgetAll.asOf: only what is held now can be forgotten', {
      advice: 'leave it out',
    });
  const filter = await filterOf(selection, 'forgetAll', context);
  let forgotten = 0;
  for await (const page of memoryPages(context.store, context.owner, filter)) {
    const held = page.filter(({ status }) => status !== 'forgotten');
    for (let at = 0; at < held.length; at += AT_ONCE) {
      context.signal?.throwIfAborted();
      const now = context.clock.now();
      const updates = held.slice(at, at + AT_ONCE).map(({ id }) => into('forgotten', id, now));
      await commit({ at: now, updates }, context);
      forgotten += updates.length;
    }
  }
  return forgotten;
}

/** Makes a memory active again and unlinks what had superseded it. */
export async function restore(id: string, context: MemoryContext): Promise<Memory> {
  const { owner, store, clock, embedLater } = context;
  const memory = await mustFind(id, context);
  if (memory.status === 'active') return memory;
  const now = clock.now();
  const update: MemoryUpdate = {
    ...{ id, status: 'active', supersededBy: null, updatedAt: now, cause: { kind: 'restored' } },
    invalidAt: endBefore(await store.versionsOf(owner, id), memory) ?? null,
    // A decayed memory would decay again at once.
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

/** The end of validity from before it was put away, unless it was changed since. */
function endBefore(versions: readonly MemoryVersion[], { invalidAt }: Memory): Date | undefined {
  const lastActive = versions.findLastIndex(({ memory }) => memory.status === 'active');
  const ended = versions[lastActive + 1]?.memory;
  if (ended?.invalidAt?.getTime() !== invalidAt?.getTime()) return invalidAt;
  return versions[lastActive]?.memory.invalidAt;
}
