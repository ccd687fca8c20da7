import type { Language } from '../../contracts/language.ts';
import { termsOf } from '../../languages/terms.ts';
import { happenedAt, type Memory, REWORDED } from '../../model/memory.ts';
import { isBelow, trustOfMemory } from '../../model/trust.ts';
import { isOfOneSpeaker, type ScoredMemory } from '../features.ts';
import type { Candidate, Signals } from '../gather.ts';
import type { Plan } from '../plan.ts';
import { below, justAbove, outdatedBy } from './outdated.ts';

const CODE = /```[\s\S]*?(?:```|$)/g;
const DIGIT = /\d/;

const MAX_COMPARED = 24;
const MIN_SCORE_SHARE = 0.6;
const MIN_SHARED_TERMS = 2;
const MAX_READ_CHARS = 4000;
const OUTDATED_FACTOR = 0.6;

/**
 * Ranks a memory above the one it supersedes; above an outdated episode, unless the query asks for the former state; and, when the query asks
 * for a present value, a changed figure above an earlier one of the same speaker. Without it beam updated-above-original is 39 instead of 83.
 */
export function outdatedByFacts(
  scored: readonly ScoredMemory[],
  plan: Plan,
  outdatedEpisodes: readonly OutdatedEpisode[] = [],
): ScoredMemory[] {
  const best = scored.slice(0, MAX_COMPARED);
  const scores = new Map(scored.map(({ memory, score }) => [memory.id, score]));
  const lift = (newer: ScoredMemory, older: ScoredMemory) => {
    const [low, high] = [scores.get(newer.memory.id) ?? 0, scores.get(older.memory.id) ?? 0];
    if (low <= high) scores.set(newer.memory.id, justAbove(high));
  };
  if (plan.intent.asksForPresent) {
    const terms = new Set(plan.terms.flatMap(termsOf));
    for (const newer of best) {
      const olders = best.filter((older) => isComparable(older, newer));
      if (olders.length > 0 && statesChange(newer.memory.content, terms, plan.language))
        for (const older of olders) lift(newer, older);
    }
  }
  for (const chain of successions(scored))
    for (let at = chain.length - 2; at >= 0; at--) lift(chain[at] as ScoredMemory, chain[at + 1] as ScoredMemory);
  if (!plan.intent.asksForFormer) lowerOutdated(outdatedEpisodes, scored, scores);
  return markOutdated(scored, outdatedEpisodes)
    .map((item) => withScore(item, scores.get(item.memory.id) ?? item.score))
    .sort((a, b) => b.score - a.score);
}

function markOutdated(
  scored: readonly ScoredMemory[],
  outdatedEpisodes: readonly OutdatedEpisode[],
): readonly ScoredMemory[] {
  if (outdatedEpisodes.length === 0) return scored;
  const successors = new Map(outdatedEpisodes.map(({ id, successorId }) => [id, successorId]));
  const memories = new Map(scored.map(({ memory }) => [memory.id, memory]));
  return scored.map((item) => {
    if (!successors.has(item.memory.id)) return item;
    return { ...item, outdated: outdatedBy(memories.get(successors.get(item.memory.id) ?? '')) };
  });
}

/** Outdated episodes rank below their successor, the oldest last. */
function lowerOutdated(
  outdatedEpisodes: readonly OutdatedEpisode[],
  scored: readonly ScoredMemory[],
  scores: Map<string, number>,
): void {
  const moments = new Map(scored.map(({ memory }) => [memory.id, happenedAt(memory).getTime()]));
  for (const sameSuccessor of Map.groupBy(outdatedEpisodes, ({ id, successorId }) => successorId ?? id).values()) {
    let limit = scores.get(sameSuccessor[0]?.successorId ?? '') ?? Infinity;
    for (const { id } of sameSuccessor.sort((a, b) => (moments.get(b.id) ?? 0) - (moments.get(a.id) ?? 0))) {
      const score = scores.get(id) ?? 0;
      limit = below(score < 0 ? score / OUTDATED_FACTOR : score * OUTDATED_FACTOR, limit);
      scores.set(id, limit);
    }
  }
}

function successions(scored: readonly ScoredMemory[]): ScoredMemory[][] {
  const byId = new Map(scored.map((item) => [item.memory.id, item]));
  const successorOf = ({ memory }: ScoredMemory) => byId.get(memory.supersededBy ?? '');
  return scored
    .filter((item) => successorOf(item) !== undefined)
    .map((oldest) => {
      const chain = [oldest];
      for (let next = successorOf(oldest); next !== undefined && !chain.includes(next); next = successorOf(next))
        chain.unshift(next);
      return chain;
    });
}

function isComparable(older: ScoredMemory, newer: ScoredMemory): boolean {
  return (
    older.score > newer.score &&
    newer.score >= MIN_SCORE_SHARE * older.score &&
    happenedAt(older.memory) < happenedAt(newer.memory) &&
    older.memory.metadata['role'] === newer.memory.metadata['role'] &&
    isOfOneSpeaker(older.memory, newer.memory) &&
    newer.memory.metadata['role'] !== 'assistant' &&
    !isBelow(trustOfMemory(newer.memory), trustOfMemory(older.memory)) &&
    DIGIT.test(older.memory.content)
  );
}

function statesChange(content: string, terms: ReadonlySet<string>, language: Language): boolean {
  const sentences = language.sentences(content.slice(0, MAX_READ_CHARS).replace(CODE, ' '));
  const shared = sentences.map((sentence) => new Set(termsOf(sentence).filter((term) => terms.has(term))).size);
  const maxShared = shared.reduce((high, count) => Math.max(high, count), 0);
  if (maxShared < MIN_SHARED_TERMS) return false;
  return sentences.some(
    (sentence, at) => shared[at] === maxShared && language.statesChange(sentence) && DIGIT.test(sentence),
  );
}

function withScore(item: ScoredMemory, score: number): ScoredMemory {
  if (score === item.score) return item;
  const { adjustments: before } = item.breakdown;
  const adjustments = { ...before, current: item.score > 0 ? (before.current * score) / item.score : before.current };
  return { ...item, score, breakdown: { ...item.breakdown, adjustments } };
}

/** Relevance that a superseded fact needs, as a share of its episode's, for the episode to be outdated for this query. */
const MIN_RELEVANCE_SHARE = 0.7;

export interface OutdatedEpisode {
  readonly id: string;
  readonly successorId: string | undefined;
}

/**
 * An episode is stored word for word and is never superseded, but the fact drawn from it is. So superseded facts are searched too: they show
 * which episodes are outdated for this query. A fact reworded by hand is the successor of its own episode.
 */
export function findOutdatedEpisodes(
  candidates: readonly Candidate[],
  superseded: readonly Candidate[],
  relevance: (signals: Signals) => number,
): OutdatedEpisode[] {
  const reworded = candidates.filter(({ memory }) => isReworded(memory));
  if (superseded.length + reworded.length === 0) return [];
  const bySource = Map.groupBy(
    [...superseded, ...reworded].flatMap((candidate) =>
      candidate.memory.provenance.episodeIds.map((id) => ({ id, candidate })),
    ),
    ({ id }) => id,
  );
  const successors = new Map(superseded.map(({ memory }) => [memory.id, memory.supersededBy]));
  const known = new Set(candidates.map(({ memory }) => memory.id));
  return candidates.flatMap(({ memory, signals }) => {
    // Facts drawn from the same episode that still hold are not outdated.
    if (memory.type !== 'episodic') return [];
    const outdated = memory.provenance.episodeIds
      .flatMap((id) => bySource.get(id) ?? [])
      .map(({ candidate }) => candidate)
      .sort((a, b) => relevance(b.signals) - relevance(a.signals))[0];
    if (outdated === undefined || relevance(outdated.signals) < MIN_RELEVANCE_SHARE * relevance(signals)) return [];
    const successorId = isReworded(outdated.memory)
      ? outdated.memory.id
      : lastSuccessorOf(outdated.memory, successors, known);
    // A corrected episode has the source of the one that it replaced.
    return successorId === memory.id ? [] : [{ id: memory.id, successorId }];
  });
}

const isReworded = ({ type, status, provenance }: Memory): boolean =>
  type !== 'episodic' && status === 'active' && provenance.learningContext === REWORDED;

/** A query may use the words of a replaced memory alone: "What do I treat the mites with?" for "Verlin is on oxalic acid from here on". */
export function inheritSignals(
  candidates: readonly Candidate[],
  superseded: readonly Candidate[],
): readonly Candidate[] {
  if (superseded.length === 0) return candidates;
  const successors = new Map(superseded.map(({ memory }) => [memory.id, memory.supersededBy]));
  const known = new Set(candidates.map(({ memory }) => memory.id));
  const past = Map.groupBy(superseded, ({ memory }) => lastSuccessorOf(memory, successors, known));
  return candidates.map((candidate) => withBestSignals(candidate, past.get(candidate.memory.id) ?? []));
}

function withBestSignals({ memory, signals, matches }: Candidate, past: readonly Candidate[]): Candidate {
  const highest = (of: (candidate: Pick<Candidate, 'signals' | 'matches'>) => number): number =>
    Math.max(of({ signals, matches }), ...past.map(of));
  return {
    memory,
    signals: {
      text: highest((each) => each.signals.text),
      vector: highest((each) => each.signals.vector),
      entity: highest((each) => each.signals.entity),
      time: signals.time,
    },
    matches: matches.map((_, term) => highest((each) => each.matches[term] ?? 0)),
  };
}

function lastSuccessorOf(
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
