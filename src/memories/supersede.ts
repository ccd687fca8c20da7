import { SouvenirError } from '../errors.ts';
import type { Memory } from '../model/memory.ts';
import { leadsTo } from '../reconcile/leads-to.ts';
import { commit } from './commit.ts';
import type { ReviseContext } from './context.ts';
import { mustCount, mustFind } from './find-memory.ts';
import { replaceBy } from './replace.ts';

export async function supersede(id: string, by: string, context: ReviseContext): Promise<Memory> {
  if (id === by) throw new SouvenirError('invalidInput', 'by: a memory cannot take its own place');
  await mustFind(id, context);
  await mustFind(by, context);
  await refuseCircle(id, by, context);
  const [old, successor] = [await mustCount(id, context), await mustCount(by, context, 'by')];
  const now = context.clock.now();
  await commit({ at: now, ...replaceBy(successor, [old], { kind: 'superseded' }, now) }, context);
  return mustFind(id, context);
}

/** Nothing takes the place of what replaced it, over however many steps. */
export async function refuseCircle(id: string, by: string, context: ReviseContext): Promise<void> {
  if (!(await leadsTo(id, by, 'supersedes', context))) return;
  const message = `by: memory ${JSON.stringify(by)} was itself replaced by ${JSON.stringify(id)}`;
  throw new SouvenirError('invalidInput', message, { advice: 'bring it back with restore(by) first' });
}
