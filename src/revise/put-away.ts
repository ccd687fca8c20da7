import { memoryPages } from '../contracts/memory-pages.ts';
import { SouvenirError } from '../errors.ts';
import type { Memory, MemoryUpdate } from '../model/memory.ts';
import { commit } from './commit.ts';
import type { ReviseContext } from './context.ts';
import { mustFind, mustSee } from './find-memory.ts';
import { filterOf, type Selection } from './selection.ts';

const into = (status: 'archived' | 'forgotten', id: string, now: Date): MemoryUpdate => ({
  ...{ id, status, updatedAt: now, cause: { kind: status } },
});

export async function archive(id: string, context: ReviseContext): Promise<Memory> {
  const memory = await mustSee(id, context);
  if (memory.status === 'archived') return memory;
  const now = context.clock.now();
  await commit({ at: now, updates: [into('archived', id, now)] }, context);
  return mustFind(id, context);
}

export async function forget(id: string, context: ReviseContext): Promise<Memory> {
  const memory = await mustFind(id, context);
  if (memory.status === 'forgotten') return memory;
  const now = context.clock.now();
  await commit({ at: now, updates: [into('forgotten', id, now)] }, context);
  return mustFind(id, context);
}

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
