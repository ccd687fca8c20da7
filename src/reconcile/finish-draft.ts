import type { Clock } from '../contracts/clock.ts';
import type { SessionBatch } from '../contracts/component.ts';
import { definedFields } from '../model/defined-fields.ts';
import { newId } from '../model/id.ts';
import { type Memory, type MemoryDraft, memoryDraftSchema } from '../model/memory.ts';
import { parse } from '../model/parse.ts';
import { type SalienceWeights, salienceOf, salienceSum } from '../model/salience.ts';
import type { Owner } from '../model/scope.ts';
import { isBelow, lowestTrust, trustOf, trustOfMemory } from '../model/trust.ts';

export function finishDraft(
  draft: MemoryDraft,
  component: string,
  learner: Owner,
  batch: SessionBatch,
  { clock, salience }: { readonly clock: Clock; readonly salience: SalienceWeights },
): Memory {
  const parsed = parse(memoryDraftSchema, draft, `${component} draft`);
  const { id, episodeIds, learningContext, validAt, invalidAt, supersededBy, doubtedAt, ...rest } = parsed;
  const now = clock.now();
  const sources = batch.episodes.filter(({ id }) => episodeIds.includes(id));
  const trust = lowestTrust(sources.map(trustOf));
  const projectId = (sources[0] ?? batch.episodes[0])?.projectId;
  return {
    ...rest,
    ...(isBelow(trust, trustOfMemory(rest)) && { metadata: { ...rest.metadata, trust } }),
    ...batch.owner,
    ...(projectId !== undefined && { projectId }),
    sessionId: batch.sessionId,
    id: id ?? newId(now),
    component,
    confidenceTrajectory: [{ confidence: rest.confidence, at: now }],
    salience: salienceSum(salienceOf({ createdAt: now, accessCount: 0, ...rest }, now, salience)),
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
    ...definedFields({ validAt, invalidAt, supersededBy, doubtedAt }),
    status: supersededBy === undefined ? 'active' : 'superseded',
  };
}
