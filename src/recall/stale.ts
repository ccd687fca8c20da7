import type { Memory } from '../model/memory.ts';
import type { Candidate, Signals } from './gather.ts';

/** How relevant what no longer holds must be, beside a turn that said it, for the turn to be taken for its statement. */
const COMPARABLE = 0.7;

/** A memory whose source said, to this query, what something newer has replaced. */
export interface Stale {
  readonly id: string;
  /** What replaced it, where that is among the candidates. */
  readonly successorId: string | undefined;
}

/**
 * The turn that said what no longer holds is kept word for word and knows nothing of it; but the fact once drawn from it does.
 * So facts that are superseded are searched too, not to be told, but to show which turns are out of date for this query.
 */
export function staleAmong(
  candidates: readonly Candidate[],
  superseded: readonly Candidate[],
  relevance: (signals: Signals) => number,
): Stale[] {
  if (superseded.length === 0) return [];
  const bySource = Map.groupBy(
    superseded.flatMap((candidate) => candidate.memory.provenance.episodeIds.map((id) => ({ id, candidate }))),
    ({ id }) => id,
  );
  const successors = new Map(superseded.map(({ memory }) => [memory.id, memory.supersededBy]));
  const known = new Set(candidates.map(({ memory }) => memory.id));
  return candidates.flatMap(({ memory, signals }) => {
    // A memory that was drawn from the same source and still holds is not out of date: only word-for-word ones are.
    if (memory.type !== 'episodic') return [];
    const outdated = memory.provenance.episodeIds
      .flatMap((id) => bySource.get(id) ?? [])
      .map(({ candidate }) => candidate)
      .sort((a, b) => relevance(b.signals) - relevance(a.signals))[0];
    if (outdated === undefined || relevance(outdated.signals) < COMPARABLE * relevance(signals)) return [];
    return [{ id: memory.id, successorId: lastOf(outdated.memory, successors, known) }];
  });
}

function lastOf(
  { supersededBy }: Memory,
  successors: ReadonlyMap<string, string | undefined>,
  known: ReadonlySet<string>,
): string | undefined {
  const seen = new Set<string>();
  let last = supersededBy;
  while (last !== undefined && !known.has(last) && !seen.has(last)) {
    seen.add(last);
    last = successors.get(last);
  }
  return last !== undefined && known.has(last) ? last : undefined;
}
