import type { Memory } from '../../model/memory.ts';
import { reinforced } from '../../reconcile/reinforced.ts';
import { commit } from '../commit.ts';
import type { ReviseContext } from '../context.ts';
import { mustCount } from '../find-memory.ts';

/** All of them are surer, or none is. */
export async function confirmation(
  ids: readonly string[],
  query: string | undefined,
  context: ReviseContext,
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
