import type { Memory } from '../model/memory.ts';
import type { ReinforcementReason } from '../model/revision.ts';
import { reinforced } from '../reconcile/reinforced.ts';
import { commit } from './commit.ts';
import type { ReviseContext } from './context.ts';
import { mustCount, mustFind } from './find-memory.ts';

export async function reinforce(id: string, reason: ReinforcementReason, context: ReviseContext): Promise<Memory> {
  const now = context.clock.now();
  const memory = await mustCount(id, context);
  await commit({ at: now, updates: [reinforced(memory, reason, now)] }, context);
  return mustFind(id, context);
}
