import { z } from 'zod';
import type { Clock } from '../contracts/clock.ts';
import type { Consolidation, SessionBatch } from '../contracts/component.ts';
import { entitySchema, linkSchema, relationshipSchema } from '../model/graph.ts';
import { newId } from '../model/id.ts';
import { type Memory, type MemoryDraft, memoryDraftSchema, memoryUpdateSchema } from '../model/memory.ts';
import { parse } from '../model/parse.ts';
import type { Owner } from '../model/scope.ts';

/** A component's draft made whole: identity, scope, times and sources. A malformed draft is refused. */
export function finishDraft(
  draft: MemoryDraft,
  component: string,
  learner: Owner,
  batch: SessionBatch,
  clock: Clock,
): Memory {
  const parsed = parse(memoryDraftSchema, draft, `${component} draft`);
  const { id, episodeIds, learningContext, validAt, invalidAt, supersededBy, ...rest } = parsed;
  const now = clock.now();
  const sources = batch.episodes.filter(({ id }) => episodeIds.includes(id));
  const projectId = (sources[0] ?? batch.episodes[0])?.projectId;
  return {
    ...rest,
    ...batch.owner,
    ...(projectId !== undefined && { projectId }),
    sessionId: batch.sessionId,
    id: id ?? newId(now),
    component,
    confidenceTrajectory: [{ confidence: rest.confidence, at: now }],
    salience: rest.importance,
    provenance: {
      episodeIds,
      turnIds: sources.flatMap(({ metadata }) => metadata.turnId ?? []),
      ...(sources[0] !== undefined && { position: sources[0].position }),
      conversationId: batch.sessionId,
      ...(learningContext !== undefined && { learningContext }),
      ...(learner.agentId !== batch.owner.agentId && { agentId: learner.agentId }),
    },
    createdAt: now,
    updatedAt: now,
    accessCount: 0,
    ...(validAt !== undefined && { validAt }),
    ...(invalidAt !== undefined && { invalidAt }),
    ...(supersededBy !== undefined && { supersededBy }),
    status: supersededBy === undefined ? 'active' : 'superseded',
  };
}

const changesSchema = z.strictObject({
  updates: z.array(memoryUpdateSchema).optional(),
  entities: z.array(entitySchema).optional(),
  relationships: z.array(relationshipSchema).optional(),
  links: z.array(linkSchema).optional(),
});

/** Refuses what a component must not write. */
export function checkChanges(changes: Consolidation['changes'], component: string): void {
  parse(changesSchema, changes, `${component} changes`);
}
