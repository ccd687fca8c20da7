import type { Scored } from './scored.ts';

/** How much of what a fact has over the turn it was drawn from counts. */
const OWN_SHARE = 0.5;
/** What is left of a fact's score where the query did not find its turn. */
const ALONE = 0.85;

/**
 * A fact drawn from a turn is that turn once more, in fewer and clearer words: it would stand above the turns that nothing was
 * drawn from by its shortness alone. So it counts half by itself and half by its source.
 */
export function besideSources(scored: readonly Scored[]): Scored[] {
  const turns = new Map(
    scored
      .filter(({ memory }) => memory.type === 'episodic')
      .flatMap((turn) => turn.memory.provenance.episodeIds.map((id) => [id, turn.score] as const)),
  );
  if (turns.size === 0) return [...scored];
  return scored.map((item) => {
    const { type, provenance } = item.memory;
    if (type === 'episodic' || provenance.episodeIds.length === 0) return item;
    const sources = provenance.episodeIds.flatMap((id) => turns.get(id) ?? []);
    const source = Math.max(...sources);
    const score = sources.length === 0 ? alone(item.score) : source + OWN_SHARE * (item.score - source);
    const factor = item.score === 0 ? 1 : score / item.score;
    const adjustments = { ...item.breakdown.adjustments, source: factor };
    return { ...item, score, breakdown: { ...item.breakdown, adjustments } };
  });
}

/** Below 0, less is further down. */
const alone = (score: number): number => (score < 0 ? score / ALONE : score * ALONE);
