import type { Memory } from '../model/memory.ts';

/** All that a version holds, with what it lacks as `null`. */
export const stateOf = (memory: Memory) => ({
  content: memory.content,
  type: memory.type,
  category: memory.category,
  importance: memory.importance,
  confidence: memory.confidence,
  confidenceTrajectory: memory.confidenceTrajectory,
  entityIds: memory.entityIds,
  provenance: memory.provenance,
  metadata: memory.metadata,
  status: memory.status,
  validAt: memory.validAt ?? null,
  invalidAt: memory.invalidAt ?? null,
  supersededBy: memory.supersededBy ?? null,
  lastReinforcedAt: memory.lastReinforcedAt ?? null,
  doubtedAt: memory.doubtedAt ?? null,
});
