import { SouvenirError } from '../errors.ts';
import { newId } from '../model/id.ts';
import type { Memory } from '../model/memory.ts';
import { salienceOf, salienceSum, salienceWeightsSchema } from '../model/salience.ts';
import { reinforced } from '../reconcile/reinforced.ts';
import { commit } from './commit.ts';
import type { ReviseContext } from './context.ts';
import { dayTold } from './day-told.ts';
import { mustCount, mustFind } from './find-memory.ts';
import { entitiesIn } from './named-in.ts';
import { replaceBy } from './replace.ts';
import { areSameWords } from './same-words.ts';
import { vectorsOf } from './vectors-of.ts';

const USUAL = salienceWeightsSchema.parse({});

export async function correct(id: string, content: string, reason: string, context: ReviseContext): Promise<Memory> {
  const old = await mustCount(id, context);
  if (areSameWords(content, old.content))
    throw new SouvenirError('invalidInput', 'content: says the same as the memory it is to correct', {
      advice: 'say what is right instead, or confirm it with reinforce(id, "explicitConfirmation")',
    });
  return correctAll([old], content, reason, context);
}

/** Puts one new memory in the place of all that are wrong, after the first of them. */
export async function correctAll(
  wrong: readonly [Memory, ...Memory[]],
  content: string,
  reason: string,
  context: ReviseContext,
): Promise<Memory> {
  const now = context.clock.now();
  const { entities, entityIds } = await entitiesIn(content, context, now);
  const memory = successorOf(wrong[0], content.trim(), reason, entityIds, now);
  const { vectors, isComplete } = await vectorsOf([memory], context);
  const replaced = replaceBy(memory, wrong, { kind: 'corrected', reason }, now);
  await commit({ at: now, memories: [memory], ...replaced, entities, vectors }, context);
  if (!isComplete) context.embedLater(context.owner);
  return mustFind(memory.id, context);
}

/** Of the same kind and from the same sources, as sure as one who corrects makes it. What was noted beside the wrong words is as wrong, but not who spoke. */
function successorOf(old: Memory, content: string, reason: string, entityIds: string[], now: Date): Memory {
  const { tenantId, userId, agentId, projectId, sessionId, type, category, component, importance } = old;
  const { speaker } = old.metadata as { speaker?: Memory['metadata'][string] };
  const confidence = reinforced(old, 'userCorrection', now).confidence ?? old.confidence;
  const validAt = type === 'episodic' ? (dayTold(content, now) ?? old.validAt) : now;
  const measured = { createdAt: now, accessCount: 0, importance, confidence };
  return {
    ...{ id: newId(now), tenantId, userId, agentId },
    ...(projectId !== undefined && { projectId }),
    ...(sessionId !== undefined && { sessionId }),
    ...{ content, type, category, component, entityIds, ...measured },
    metadata: speaker === undefined ? {} : { speaker },
    confidenceTrajectory: [{ confidence, at: now }],
    salience: salienceSum(salienceOf(measured, now, USUAL)),
    provenance: { ...old.provenance, learningContext: reason },
    updatedAt: now,
    ...(validAt !== undefined && { validAt }),
    status: 'active',
  };
}
