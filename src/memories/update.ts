import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { SouvenirError } from '../errors.ts';
import { firstAndLatest, type Memory, type MemoryUpdate } from '../model/memory.ts';
import type { memoryChangeSchema } from '../model/revision.ts';
import { commit } from './commit.ts';
import type { ReviseContext } from './context.ts';
import { mustFind, mustSee } from './find-memory.ts';
import { entitiesIn } from './named-in.ts';
import { vectorsOf } from './vectors-of.ts';

type Change = z.output<typeof memoryChangeSchema>;

export async function update(
  id: string,
  { content: said, reason, ...rest }: Change,
  context: ReviseContext,
): Promise<Memory> {
  const now = context.clock.now();
  const memory = await mustSee(id, context);
  const { validAt = memory.validAt, invalidAt = memory.invalidAt } = rest;
  if (rest.validAt !== undefined || rest.invalidAt !== undefined) checkPeriod(validAt, invalidAt);
  const content = said === undefined || said.trim() === memory.content ? undefined : said.trim();
  if (content === undefined && changesNothing(rest, memory)) return memory;
  const named = content === undefined ? undefined : await entitiesIn(content, context, now);
  const changed: MemoryUpdate = {
    ...{ ...rest, id, updatedAt: now, cause: { kind: 'updated', ...(reason !== undefined && { reason }) } },
    ...(content !== undefined && { content }),
    ...(named !== undefined && { entityIds: named.entityIds }),
    ...(rest.confidence !== undefined && {
      confidenceTrajectory: firstAndLatest([...memory.confidenceTrajectory, { confidence: rest.confidence, at: now }]),
    }),
  };
  const { vectors, isComplete } = await vectorsOf(content === undefined ? [] : [{ id, content }], context);
  await commit({ at: now, updates: [changed], entities: named?.entities ?? [], vectors }, context);
  if (!isComplete) context.embedLater(context.owner);
  return mustFind(id, context);
}

const changesNothing = (change: Partial<Change>, memory: Memory): boolean =>
  Object.entries(change).every(
    ([field, value]) =>
      value === undefined || isDeepStrictEqual(value ?? undefined, memory[field as keyof typeof change & keyof Memory]),
  );

/** What ends before it begins was never true. */
export function checkPeriod(validAt: Date | null | undefined, invalidAt: Date | null | undefined): void {
  if (validAt == null || invalidAt == null || validAt < invalidAt) return;
  throw new SouvenirError('invalidInput', 'invalidAt: is not after validAt', {
    advice: `name a moment after ${validAt.toISOString()}`,
  });
}
