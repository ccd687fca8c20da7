import type { Language } from '../contracts/language.ts';
import { happenedAt } from '../model/memory.ts';
import { termsOf } from '../text/terms.ts';
import type { Plan } from './plan.ts';
import type { Scored } from './scored.ts';
import type { Stale } from './stale.ts';
import { speakerOf } from './surroundings.ts';

const CODE = /```[\s\S]*?(?:```|$)/g;
const DIGIT = /\d/;

/** Only among the best few is an older value in the way of a newer one. */
const BEST = 24;
/** How much of the older one's score the newer must have, so that it is about the same thing. */
const COMPARABLE = 0.6;
const SHARED_TERMS = 2;
const MOST_READ = 4000;
const ABOVE = 1e-6;
/** What is left of the score of a turn whose statement was replaced. */
const OUTDATED = 0.6;

/**
 * Puts what holds now above what it replaced: always where a memory says by which other one it was superseded or repeats what
 * was (unless the query asks for what was before), and where the query asks for a present value, a later statement of a changed figure above earlier figures of the same voice.
 * Without it beam updated-above-original is 39 instead of 83.
 */
export function currentFirst(scored: readonly Scored[], plan: Plan, stale: readonly Stale[] = []): Scored[] {
  const best = scored.slice(0, BEST);
  const scores = new Map(scored.map(({ memory, score }) => [memory.id, score]));
  const lift = (newer: Scored, older: Scored) => {
    const [low, high] = [scores.get(newer.memory.id) ?? 0, scores.get(older.memory.id) ?? 0];
    if (low <= high) scores.set(newer.memory.id, high + ABOVE);
  };
  if (plan.asking.isForNow) {
    const terms = new Set(plan.terms.flatMap(termsOf));
    for (const newer of best) {
      const olders = best.filter((older) => isComparable(older, newer));
      if (olders.length > 0 && tellsChange(newer.memory.content, terms, plan.language))
        for (const older of olders) lift(newer, older);
    }
  }
  for (const chain of successions(scored))
    for (let at = chain.length - 2; at >= 0; at--) lift(chain[at] as Scored, chain[at + 1] as Scored);
  if (!plan.asking.isForFormer) outdate(stale, scored, scores);
  return scored.map((item) => lifted(item, scores.get(item.memory.id) ?? item.score)).sort((a, b) => b.score - a.score);
}

/** Turns that say what is no longer true fall back behind what is, the oldest of them furthest. */
function outdate(stale: readonly Stale[], scored: readonly Scored[], scores: Map<string, number>): void {
  const moments = new Map(scored.map(({ memory }) => [memory.id, happenedAt(memory).getTime()]));
  for (const told of Map.groupBy(stale, ({ id, successorId }) => successorId ?? id).values()) {
    let limit = scores.get(told[0]?.successorId ?? '') ?? Infinity;
    for (const { id } of told.sort((a, b) => (moments.get(b.id) ?? 0) - (moments.get(a.id) ?? 0))) {
      const score = scores.get(id) ?? 0;
      limit = Math.min(limit - ABOVE, score < 0 ? score / OUTDATED : score * OUTDATED);
      scores.set(id, limit);
    }
  }
}

/** Each memory that something superseded, after all that did: newest first. */
function successions(scored: readonly Scored[]): Scored[][] {
  const byId = new Map(scored.map((item) => [item.memory.id, item]));
  const successorOf = ({ memory }: Scored) => byId.get(memory.supersededBy ?? '');
  return scored
    .filter((item) => successorOf(item) !== undefined)
    .map((oldest) => {
      const chain = [oldest];
      for (let next = successorOf(oldest); next !== undefined && !chain.includes(next); next = successorOf(next))
        chain.unshift(next);
      return chain;
    });
}

function isComparable(older: Scored, newer: Scored): boolean {
  return (
    older.score > newer.score &&
    newer.score >= COMPARABLE * older.score &&
    happenedAt(older.memory) < happenedAt(newer.memory) &&
    voiceOf(older) === voiceOf(newer) &&
    newer.memory.metadata['role'] !== 'assistant' &&
    DIGIT.test(older.memory.content)
  );
}

const voiceOf = ({ memory }: Scored): string => `${String(memory.metadata['role'] ?? '')} ${speakerOf(memory)}`;

/** Whether the sentence that has most to do with the query speaks of a change to a figure. */
function tellsChange(content: string, terms: ReadonlySet<string>, language: Language): boolean {
  const sentences = language.sentences(content.slice(0, MOST_READ).replace(CODE, ' '));
  const shared = sentences.map((sentence) => new Set(termsOf(sentence).filter((term) => terms.has(term))).size);
  const most = shared.reduce((high, count) => Math.max(high, count), 0);
  if (most < SHARED_TERMS) return false;
  return sentences.some(
    (sentence, at) => shared[at] === most && language.tellsChange(sentence) && DIGIT.test(sentence),
  );
}

function lifted(item: Scored, score: number): Scored {
  if (score === item.score) return item;
  const { adjustments: before } = item.breakdown;
  const adjustments = { ...before, current: item.score > 0 ? (before.current * score) / item.score : before.current };
  return { ...item, score, breakdown: { ...item.breakdown, adjustments } };
}
