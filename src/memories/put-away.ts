import { memoryPages } from '../contracts/store.ts';
import { SouvenirError } from '../errors.ts';
import type { Memory, MemoryUpdate } from '../model/memory.ts';
import { commit } from './commit.ts';
import type { ReviseContext } from './context.ts';
import { mustFind, mustSee } from './find-memory.ts';
import { filterOf, type Selection } from './selection.ts';

type PutAway = 'archived' | 'forgotten';

const into = (status: PutAway, id: string, now: Date): MemoryUpdate => ({
  ...{ id, status, updatedAt: now, cause: { kind: status } },
});

async function putAway(memory: Memory, status: PutAway, context: ReviseContext): Promise<Memory> {
  if (memory.status === status) return memory;
  const now = context.clock.now();
  await commit({ at: now, updates: [into(status, memory.id, now)] }, context);
  return mustFind(memory.id, context);
}

export const archive = async (id: string, context: ReviseContext): Promise<Memory> =>
  putAway(await mustSee(id, context), 'archived', context);

export const forget = async (id: string, context: ReviseContext): Promise<Memory> =>
  putAway(await mustFind(id, context), 'forgotten', context);

/** A page at a time: what was forgotten before an abort or a failure stays forgotten. */
export async function forgetAll(selection: Selection, context: ReviseContext): Promise<number> {
  if (selection.asOf !== undefined)
    throw new SouvenirError('invalidInput', 'forgetAll.asOf: only what is held now can be forgotten', {
      advice: 'leave it out',
    });
  const filter = await filterOf(selection, 'forgetAll', context);
  let forgotten = 0;
  for await (const page of memoryPages(context.store, context.owner, filter)) {
    context.signal?.throwIfAborted();
    const now = context.clock.now();
    const updates = page.filter(({ status }) => status !== 'forgotten').map(({ id }) => into('forgotten', id, now));
    if (updates.length > 0) await commit({ at: now, updates }, context);
    forgotten += updates.length;
  }
  return forgotten;
}
