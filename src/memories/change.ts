import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { SouvenirError } from '../errors.ts';
import { type Link, linkOf } from '../model/graph.ts';
import { newId } from '../model/id.ts';
import { type Cause, firstAndLatest, happenedAt, type Memory, type MemoryUpdate, REWORDED } from '../model/memory.ts';
import type { Corrected, memoryChangeSchema } from '../model/revision.ts';
import { type SalienceWeights, salienceOf, salienceSum } from '../model/salience.ts';
import { isBelow, trustOfMemory } from '../model/trust.ts';
import { leadsTo } from '../reconcile/consequences.ts';
import { reinforced } from '../reconcile/reinforced.ts';
import { commit, type MemoryContext, vectorsOf } from './context.ts';
import { mustBeActive, mustBeVisible, mustFind } from './find-memory.ts';
import { checkPeriod, entitiesIn, statedDay } from './judge.ts';

type Change = z.output<typeof memoryChangeSchema>;

export async function update(
  id: string,
  { content: newContent, reason, ...given }: Change,
  context: MemoryContext,
): Promise<Memory> {
  const now = context.clock.now();
  const memory = await mustBeVisible(id, context);
  const change = given.metadata === undefined ? given : { ...given, metadata: withStoredTrust(memory, given.metadata) };
  const { validAt = memory.validAt, invalidAt = memory.invalidAt } = change;
  if (change.validAt !== undefined || change.invalidAt !== undefined) checkPeriod(validAt, invalidAt);
  const content = newContent === undefined || newContent.trim() === memory.content ? undefined : newContent.trim();
  if (content === undefined && changesNothing(change, memory)) return memory;
  const mentioned = content === undefined ? undefined : await entitiesIn(content, context, now);
  const changed: MemoryUpdate = {
    ...{ ...change, id, updatedAt: now, cause: { kind: 'updated', ...(reason !== undefined && { reason }) } },
    ...(content !== undefined && { content, provenance: { ...memory.provenance, learningContext: REWORDED } }),
    ...(mentioned !== undefined && { entityIds: mentioned.entityIds }),
    ...(change.confidence !== undefined && {
      confidenceTrajectory: firstAndLatest([
        ...memory.confidenceTrajectory,
        { confidence: change.confidence, at: now },
      ]),
    }),
  };
  const { vectors, isComplete } = await vectorsOf(content === undefined ? [] : [{ id, content }], context);
  await commit({ at: now, updates: [changed], entities: mentioned?.entities ?? [], vectors }, context);
  if (!isComplete) context.embedLater(context.owner);
  return mustFind(id, context);
}

/** New metadata without `trust` does not raise a memory's trust. */
function withStoredTrust(memory: Memory, metadata: NonNullable<Change['metadata']>): NonNullable<Change['metadata']> {
  const trust = trustOfMemory(memory);
  const raisesTrust = metadata.trust === undefined && isBelow(trust, trustOfMemory({ ...memory, metadata }));
  return raisesTrust ? { ...metadata, trust } : metadata;
}

const changesNothing = (change: Partial<Change>, memory: Memory): boolean =>
  Object.entries(change).every(
    ([field, value]) =>
      value === undefined || isDeepStrictEqual(value ?? undefined, memory[field as keyof typeof change & keyof Memory]),
  );

export async function correct(id: string, content: string, reason: string, context: MemoryContext): Promise<Corrected> {
  const old = await mustBeActive(id, context);
  if (areSameWords(content, old.content))
    throw new SouvenirError('invalidInput', 'content: repeats the memory that it corrects', {
      advice: 'pass the correct statement, or confirm this one with reinforce(id)',
    });
  return correctAll([old], content, reason, context);
}

/** Supersedes wrong memories by one new memory, modelled on the first of them. */
export async function correctAll(
  wrong: readonly [Memory, ...Memory[]],
  content: string,
  reason: string,
  context: MemoryContext,
): Promise<Corrected> {
  const now = context.clock.now();
  const { entities, entityIds } = await entitiesIn(content, context, now);
  const day = wrong[0].type === 'episodic' ? statedDay(content, now, context.languages.of(content)) : undefined;
  const memory = {
    ...successorOf(wrong[0], content.trim(), reason, entityIds, now, context.salience),
    ...(day !== undefined && { validAt: day }),
  };
  const { vectors, isComplete } = await vectorsOf([memory], context);
  const replaced = replaceBy(memory, wrong, { kind: 'corrected', reason }, now);
  await commit({ at: now, memories: [memory], ...replaced, entities, vectors }, context);
  if (!isComplete) context.embedLater(context.owner);
  return { ...(await mustFind(memory.id, context)), corrected: wrong.map(({ id }) => id) };
}

/** The correction has the type, category and sources of the wrong memory, a raised confidence, and only the speaker of its metadata. */
function successorOf(
  old: Memory,
  content: string,
  reason: string,
  entityIds: string[],
  now: Date,
  weights: SalienceWeights,
): Memory {
  const { tenantId, userId, agentId, projectId, sessionId, type, category, component, importance } = old;
  const { speaker } = old.metadata as { speaker?: Memory['metadata'][string] };
  const confidence = reinforced(old, 'userCorrection', now, weights).confidence ?? old.confidence;
  const validAt = type === 'episodic' ? old.validAt : now;
  const measured = { createdAt: now, accessCount: 0, importance, confidence };
  return {
    ...{ id: newId(now), tenantId, userId, agentId },
    ...(projectId !== undefined && { projectId }),
    ...(sessionId !== undefined && { sessionId }),
    ...{ content, type, category, component, entityIds, ...measured },
    metadata: {
      ...(speaker !== undefined && { speaker }),
      ...(trustOfMemory(old) !== 'user' && { trust: 'user' }),
    },
    confidenceTrajectory: [{ confidence, at: now }],
    salience: salienceSum(salienceOf(measured, now, weights)),
    provenance: { ...old.provenance, learningContext: reason },
    updatedAt: now,
    ...(validAt !== undefined && { validAt }),
    status: 'active',
  };
}

export async function supersede(id: string, by: string, context: MemoryContext): Promise<Memory> {
  if (id === by) throw new SouvenirError('invalidInput', 'by: a memory cannot supersede itself');
  await mustFind(id, context);
  await mustFind(by, context);
  await refuseCircle(id, by, context);
  const [old, successor] = [await mustBeActive(id, context), await mustBeActive(by, context, 'by')];
  const now = context.clock.now();
  await commit({ at: now, ...replaceBy(successor, [old], { kind: 'superseded' }, now) }, context);
  return mustFind(id, context);
}

/** Refuses a cycle of `supersedes` links. */
export async function refuseCircle(id: string, by: string, context: MemoryContext): Promise<void> {
  if (!(await leadsTo(id, by, 'supersedes', context))) return;
  const message = `by: memory ${JSON.stringify(by)} was itself replaced by ${JSON.stringify(id)}`;
  throw new SouvenirError('invalidInput', message, { advice: 'restore it with restore(by) first' });
}

export function replaceBy(
  by: Pick<Memory, 'id' | 'validAt'>,
  replaced: readonly Memory[],
  cause: Omit<Cause, 'by'>,
  now: Date,
): { readonly updates: readonly MemoryUpdate[]; readonly links: readonly Link[] } {
  return {
    updates: replaced.map((old) => ({
      ...{ id: old.id, status: 'superseded', supersededBy: by.id, invalidAt: endOf(old, by, now), updatedAt: now },
      cause: { ...cause, by: by.id },
    })),
    links: replaced.map((old) => linkOf(by.id, old.id, 'supersedes', now)),
  };
}

function endOf(old: Memory, by: Pick<Memory, 'validAt'>, now: Date): Date {
  const begins = by.validAt !== undefined && by.validAt > happenedAt(old) ? by.validAt : now;
  return old.invalidAt !== undefined && old.invalidAt < begins ? old.invalidAt : begins;
}

const plain = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase();

export const areSameWords = (one: string, other: string): boolean => plain(one) === plain(other);
