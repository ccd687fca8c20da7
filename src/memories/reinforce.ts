import type { Memory } from '../model/memory.ts';
import type { ReinforcementReason } from '../model/revision.ts';
import { reinforced } from '../reconcile/reinforced.ts';
import { commit, type MemoryContext } from './context.ts';
import { mustBeActive } from './find-memory.ts';

/** Reinforces all memories or none. `query`: the recall that returned them, for their history. */
export async function reinforce(
  ids: readonly string[],
  reason: ReinforcementReason,
  query: string | undefined,
  context: MemoryContext,
): Promise<Memory[]> {
  const now = context.clock.now();
  const memories: Memory[] = [];
  for (const id of new Set(ids)) memories.push(await mustBeActive(id, context));
  const updates = memories.map((memory) => {
    const update = reinforced(memory, reason, now, context.salience);
    if (query === undefined) return update;
    return {
      ...update,
      cause: { kind: 'reinforced' as const, reason: `${reason}: it answered ${JSON.stringify(query)}` },
    };
  });
  await commit({ at: now, updates }, context);
  return context.store.getMemories(
    context.owner,
    memories.map(({ id }) => id),
  );
}
