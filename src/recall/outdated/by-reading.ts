import type { PassageReading } from '../../contracts/reader.ts';
import type { Memory } from '../../model/memory.ts';
import { isOfOneSpeaker, mayOutdate, type ScoredMemory } from '../features.ts';
import type { Plan } from '../plan.ts';
import { below, outdatedBy } from './outdated.ts';

/** The order stays if even the best passage answers less likely: advice is not in memory, and yet related memories are wanted. */
export const MIN_ODDS = 1;
const MIN_OUTDATED_CHANCE = 0.8;

export interface EpisodeGroup {
  readonly items: readonly ScoredMemory[];
  readonly memory: Memory;
  readonly score: number;
}

/** One person's statement does not update another's. */
export const isOfAnother = (one: Memory, other: Memory): boolean =>
  [one, other].every(({ metadata }) => metadata['role'] === 'user') && !isOfOneSpeaker(one, other);

interface EpisodeGroupReading extends PassageReading {
  readonly turn: EpisodeGroup;
}

/** An episode that a later one made untrue ranks below it, and is outdated unless that is trusted less. `groupReadings` are in order of time. */
export function outdatedByReading(
  scored: readonly ScoredMemory[],
  groupReadings: readonly EpisodeGroupReading[],
  { intent }: Plan,
): readonly ScoredMemory[] {
  const isOutdated = ({ outdated = 0 }: PassageReading) => outdated >= MIN_OUTDATED_CHANCE;
  const readingsById = new Map(
    groupReadings.flatMap(({ turn, ...own }, at) => {
      const reading = intent.asksForFormer ? { odds: own.odds } : own;
      const [newer] = groupReadings
        .slice(at + 1)
        .filter((later) => isOutdated(reading) && !isOutdated(later) && later.odds >= MIN_ODDS)
        .filter((later) => !isOfAnother(later.turn.memory, turn.memory))
        .sort((a, b) => b.odds - a.odds)
        .map((later) => later.turn.memory);
      return turn.items.map((item) => [item.memory.id, { reading, newer }] as const);
    }),
  );
  const scores = new Map(scored.map(({ memory, score }) => [memory.id, score]));
  return scored
    .map((item) => {
      const { reading, newer } = readingsById.get(item.memory.id) ?? {};
      const isMarked = newer !== undefined && mayOutdate(newer, item.memory);
      const outdated = item.outdated ?? (isMarked ? outdatedBy(newer) : undefined);
      const by = item.memory.supersededBy ?? (intent.asksForFormer ? undefined : (item.outdated?.by ?? newer?.id));
      const placed = withScoreChange(item, below(item.score, scores.get(by ?? '')) - item.score);
      const breakdown = { ...placed.breakdown, ...(reading && { reading }) };
      return { ...placed, breakdown, ...(outdated && { outdated }) };
    })
    .sort((a, b) => b.score - a.score);
}

export function withScoreChange(item: ScoredMemory, by: number): ScoredMemory {
  if (by === 0) return item;
  const score = item.score + by;
  const { adjustments: before } = item.breakdown;
  const adjustments = { ...before, read: item.score === 0 ? before.read : (before.read * score) / item.score };
  return { ...item, score, breakdown: { ...item.breakdown, adjustments } };
}
