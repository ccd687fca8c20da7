import { SouvenirError } from '../errors.ts';
import type { Memory } from '../model/memory.ts';
import { commit } from './commit.ts';
import type { ReviseContext } from './context.ts';
import { mustCount, mustFind } from './find-memory.ts';
import { leadsTo } from './leads-to.ts';
import { replaceBy } from './replace.ts';

export async function supersede(id: string, by: string, context: ReviseContext): Promise<Memory> {
  if (id === by) throw new SouvenirError('invalidInput', 'by: a memory cannot take its own place');
  await mustFind(id, context);
  await mustFind(by, context);
  if (await leadsTo(id, by, 'supersedes', context))
    throw new SouvenirError(
      'invalidInput',
      `by: memory ${JSON.stringify(by)} was itself replaced by ${JSON.stringify(id)}`,
      {
        advice: 'bring it back with restore(by) first',
      },
    );
  const [old, successor] = [await mustCount(id, context), await mustCount(by, context, 'by')];
  const now = context.clock.now();
  const changes = await replaceBy(old, successor, { kind: 'superseded', by }, context, now);
  await commit({ at: now, ...changes }, context);
  return mustFind(id, context);
}
