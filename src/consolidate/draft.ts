import type { Clock } from '../contracts/clock.ts';
import type { SessionBatch } from '../contracts/component.ts';
import { newId } from '../model/id.ts';
import { type Memory, type MemoryDraft, memoryDraftSchema } from '../model/memory.ts';
import { parse } from '../model/parse.ts';

/** A component's draft made whole: identity, scope, times and sources. A malformed draft is refused. */
export function finishDraft(draft: MemoryDraft, component: string, batch: SessionBatch, clock: Clock): Memory {
  const parsed = parse(memoryDraftSchema, draft, `${component} draft`);
  const { episodeIds, learningContext, validAt, invalidAt, ...rest } = parsed;
  const now = clock.now();
  const sources = batch.episodes.filter(({ id }) => episodeIds.includes(id));
  const projectId = (sources[0] ?? batch.episodes[0])?.projectId;
  return {
    ...rest,
    ...batch.owner,
    ...(projectId !== undefined && { projectId }),
    sessionId: batch.sessionId,
    id: newId(now),
    component,
    confidenceTrajectory: [{ confidence: rest.confidence, at: now }],
    salience: rest.importance,
    provenance: {
      episodeIds,
      turnIds: sources.flatMap(({ metadata }) => metadata.turnId ?? []),
      conversationId: batch.sessionId,
      ...(learningContext !== undefined && { learningContext }),
    },
    createdAt: now,
    updatedAt: now,
    accessCount: 0,
    ...(validAt !== undefined && { validAt }),
    ...(invalidAt !== undefined && { invalidAt }),
    status: 'active',
  };
}
