import type { Memory } from '../model/memory.ts';
import type { ReinforcementReason } from '../model/revision.ts';
import { reinforced } from '../reconcile/reinforced.ts';
import { commit, type MemoryContext } from './context.ts';
import { mustCount, mustFind } from './find-memory.ts';

export async function reinforce(id: string, reason: ReinforcementReason, context: MemoryContext): Promise<Memory> {
  const now = context.clock.now();
  const memory = await mustCount(id, context);
  await commit({ at: now, updates: [reinforced(memory, reason, now)] }, context);
  return mustFind(id, context);
}

/** All of them are surer, or none is. */
export async function confirmation(
  ids: readonly string[],
  query: string | undefined,
  context: MemoryContext,
): Promise<Memory[]> {
  const now = context.clock.now();
  const reason = `explicitConfirmation${query === undefined ? '' : `: it answered ${JSON.stringify(query)}`}`;
  const memories: Memory[] = [];
  for (const id of new Set(ids)) memories.push(await mustCount(id, context));
  const updates = memories.map((memory) => ({
    ...reinforced(memory, 'explicitConfirmation', now),
    cause: { kind: 'reinforced' as const, reason },
  }));
  await commit({ at: now, updates }, context);
  return context.store.getMemories(
    context.owner,
    memories.map(({ id }) => id),
  );
}
