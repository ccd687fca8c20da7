import { firstAndLatest, type Memory, type MemoryUpdate } from '../model/memory.ts';
import type { ReinforcementReason } from '../model/revision.ts';
import { type SalienceWeights, salienceOf, salienceSum } from '../model/salience.ts';
import { trustOfMemory } from '../model/trust.ts';

/** The share of the missing confidence that each reason adds. */
export const REINFORCEMENT_RATES: Readonly<Record<ReinforcementReason, number>> = {
  explicitConfirmation: 0.3,
  userCorrection: 0.25,
  successfulApplication: 0.2,
  repeatedAccess: 0.05,
};

/**
 * Raises the confidence. Only an explicit confirmation removes doubt and makes the memory the user's own word. Without weights, the
 * next cycle computes the salience.
 */
export function reinforced(
  memory: Memory,
  reason: ReinforcementReason,
  now: Date,
  weights?: SalienceWeights,
): MemoryUpdate {
  const { id, confidenceTrajectory, salience, metadata } = memory;
  const confidence = memory.confidence + REINFORCEMENT_RATES[reason] * (1 - memory.confidence);
  const measured = weights && salienceSum(salienceOf({ ...memory, confidence }, now, weights));
  return {
    ...{ id, confidence, lastReinforcedAt: now, updatedAt: now, cause: { kind: 'reinforced', reason } },
    confidenceTrajectory: firstAndLatest([...confidenceTrajectory, { confidence, at: now }]),
    ...(measured !== undefined && { salience: Math.max(salience, measured) }),
    ...(reason === 'explicitConfirmation' && {
      doubtedAt: null,
      ...(trustOfMemory(memory) !== 'user' && { metadata: { ...metadata, trust: 'user' } }),
    }),
  };
}
