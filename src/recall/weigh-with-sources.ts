import { isWordedByModel } from '../model/memory.ts';
import type { ScoredMemory } from './features.ts';

const OWN_SHARE = 0.5;
const WITHOUT_SOURCE_FACTOR = 0.85;

/** A fact is shorter than its episode and would rank above other episodes for that alone: half of its score is its source's. */
export function weighWithSources(scored: readonly ScoredMemory[]): ScoredMemory[] {
  const turns = new Map(
    scored
      .filter(({ memory }) => memory.type === 'episodic')
      .flatMap((turn) => turn.memory.provenance.episodeIds.map((id) => [id, turn.score] as const)),
  );
  if (turns.size === 0) return [...scored];
  return scored.map((item) => {
    const { type, provenance } = item.memory;
    if (type === 'episodic' || provenance.episodeIds.length === 0 || isWordedByModel(item.memory)) return item;
    const sources = provenance.episodeIds.flatMap((id) => turns.get(id) ?? []);
    const source = Math.max(...sources);
    const score = sources.length === 0 ? withoutSource(item.score) : source + OWN_SHARE * (item.score - source);
    const factor = item.score === 0 ? 1 : score / item.score;
    const adjustments = { ...item.breakdown.adjustments, source: factor };
    return { ...item, score, breakdown: { ...item.breakdown, adjustments } };
  });
}

/** A negative score is divided, so that it falls too. */
const withoutSource = (score: number): number =>
  score < 0 ? score / WITHOUT_SOURCE_FACTOR : score * WITHOUT_SOURCE_FACTOR;
