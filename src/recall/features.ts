import { sumOf } from '../languages/text-score.ts';
import { DAY_MS } from '../model/day.ts';
import { foldName } from '../model/graph.ts';
import { happenedAt, isWordedByModel, type Memory } from '../model/memory.ts';
import { type Breakdown, type RecallItem, spokenBy } from '../model/recall.ts';
import { recencyScore, type SalienceWeights, salienceOf, salienceSum } from '../model/salience.ts';
import { compareTrust, trustOfMemory } from '../model/trust.ts';
import { words } from '../text/words.ts';
import type { Candidate } from './gather.ts';
import type { Plan } from './plan.ts';

const LATELY_HALF_LIFE_DAYS = 21;

/** Features that a ranker weighs: between 0 and 1, except `speaker` (-1 to 1) and `voice` (-1 to 0). A higher value always counts for a memory. */
export const FEATURES = [
  /** Share of the query's information that its words contain. */
  'text',
  /** `text`, weighted from 0 for a query of three words to 1 for one of eleven; in full without a usable vector. */
  'covered',
  /** Cosine of its vector and the query's. */
  'vector',
  'entity',
  'time',
  /** Share of the query's information in it and the two neighbouring episodes. */
  'window',
  /** The same for its whole session. */
  'session',
  /** Cosines of the previous and the next episode. */
  'before',
  'after',
  /** 1 if the query names its speaker, -1 if it names only others, else 0. */
  'speaker',
  'salience',
  /** Recency, if the query continues a conversation or asks for changes. */
  'lately',
  /** -1 for the assistant's words and for memories derived from them, -0.5 for a tool's, 0 for the user's. */
  'voice',
  /** Logarithm of its length. */
  'length',
  /** The cosine again, as far as the query asks for something that changes and the memory is late among candidates of many days. */
  'newer',
] as const;
export type Feature = (typeof FEATURES)[number];

export type Features = Readonly<Record<Feature, number>> & {
  readonly words: number;
  /** Share of the people named in a question that no candidate mentions; the same for every candidate. */
  readonly stranger: number;
};

export function featuresOf(
  candidates: readonly Candidate[],
  plan: Plan,
  salience: SalienceWeights,
  { changing = 0, unread = 0 }: { readonly changing?: number | undefined; readonly unread?: number } = {},
): Features[] {
  const isVectorUsable = unread === 0 && candidates.some(({ signals }) => signals.vector !== 0);
  const timeRankOf = timeRanksOf(candidates);
  const surroundings = surroundingsOf(candidates, plan);
  const stranger = strangerShare(candidates, plan);
  const coverageWeight = isVectorUsable ? coverageWeightOf(plan.terms.length) : 1;
  // A language model words facts as they are now: newness adds nothing.
  const modelWordedShare =
    candidates.filter(({ memory }) => isWordedByModel(memory)).length / Math.max(1, candidates.length);
  const latelyWeight = plan.intent.asksForChange ? 1 : plan.intent.talk;
  return candidates.map((candidate) => {
    const { memory, signals } = candidate;
    const { text, entity, time } = signals;
    const vector = Math.max(0, signals.vector);
    const { window, session, before, after, speaker, words } = surroundings(candidate);
    return {
      ...{ text, vector, entity, time, window, session, before, after, speaker, words, stranger },
      covered: coverageWeight * text,
      salience: salienceSum(salienceOf(memory, plan.at, salience)),
      lately: latelyWeight * recencyScore(happenedAt(memory), plan.at, LATELY_HALF_LIFE_DAYS),
      voice: roleWeightOf(memory),
      length: Math.min(1, Math.log1p(memory.content.length) / Math.log1p(LONG_CHARS)),
      newer: changing * (1 - modelWordedShare) * timeRankOf(memory) * vector,
    };
  });
}

/** A few words are shared by chance. */
const FEW_TERMS = 3;
const MANY_TERMS = 11;
const coverageWeightOf = (terms: number): number =>
  Math.min(1, Math.max(0, (terms - FEW_TERMS) / (MANY_TERMS - FEW_TERMS)));

const LONG_CHARS = 1000;

const roleWeightOf = ({ metadata: { role } }: Memory): number =>
  role === 'assistant' ? -1 : role === 'tool' ? -0.5 : 0;

/** In a conversation of minutes the order in time says less about what changed. */
const MIN_SPAN_WEIGHT = 0.4;
const LONG_DAYS = 30;

function timeRanksOf(candidates: readonly Candidate[]): (memory: Memory) => number {
  const moments = [...new Set(candidates.map(({ memory }) => happenedAt(memory).getTime()))].sort((a, b) => a - b);
  const days = ((moments.at(-1) ?? 0) - (moments[0] ?? 0)) / DAY_MS;
  const maxRank = MIN_SPAN_WEIGHT + (1 - MIN_SPAN_WEIGHT) * Math.min(1, days / LONG_DAYS);
  const ranks = new Map(moments.map((moment, rank) => [moment, (maxRank * rank) / Math.max(1, moments.length - 1)]));
  return (memory) => ranks.get(happenedAt(memory).getTime()) ?? 0;
}

/** A message that only tells may introduce somebody. Rare words come first in the text search: a name in no candidate is in no memory. */
function strangerShare(candidates: readonly Candidate[], { people, intent: { talk } }: Plan): number {
  if (people.length === 0) return 0;
  const isKnown = (terms: readonly number[]) =>
    candidates.some(({ matches }) => terms.some((term) => (matches[term] ?? 0) > 0));
  return ((1 - talk) * people.filter((terms) => !isKnown(terms)).length) / people.length;
}

export interface ScoredMemory {
  readonly memory: Memory;
  readonly score: number;
  readonly features: Features;
  readonly breakdown: Breakdown;
  readonly outdated?: RecallItem['outdated'];
}

const NEIGHBOUR_WEIGHT = 0.8;

export interface Surroundings {
  readonly window: number;
  readonly session: number;
  readonly before: number;
  readonly after: number;
  readonly speaker: number;
  readonly words: number;
}

/** Surroundings are read from the candidates alone: an episode that matches nothing adds nothing. */
export function surroundingsOf(
  candidates: readonly Candidate[],
  { query, terms }: Plan,
): (candidate: Candidate) => Surroundings {
  const sessions = sessionsOf(candidates);
  const queryWords = new Set(words(query));
  const speakers = [...new Set(candidates.map(({ memory }) => speakerOf(memory)))];
  const speakerWords = new Set(speakers.flatMap(words));
  const named = new Set(speakers.filter((speaker) => words(speaker).some((word) => queryWords.has(word))));
  const isName = terms.map((term) => words(term).some((word) => speakerWords.has(word)));

  return (candidate) => {
    const { memory, signals, matches } = candidate;
    const session = sessions.get(candidate);
    const position = positionOf(candidate);
    const previous = position === undefined ? undefined : session?.turns.get(position - 1);
    const next = position === undefined ? undefined : session?.turns.get(position + 1);
    const speaker = speakerOf(memory);
    let window = 0;
    let unnamed = 0;
    for (let term = 0; term < matches.length; term++) {
      const match = matches[term] ?? 0;
      window += Math.max(
        match,
        NEIGHBOUR_WEIGHT * (previous?.matches[term] ?? 0),
        NEIGHBOUR_WEIGHT * (next?.matches[term] ?? 0),
      );
      if (!isName[term]) unnamed += match;
    }
    return {
      window,
      session: memory.sessionId === undefined ? signals.text : (session?.share ?? 0),
      before: Math.max(0, previous?.signals.vector ?? 0),
      after: Math.max(0, next?.signals.vector ?? 0),
      speaker: speaker === '' || named.size === 0 ? 0 : named.has(speaker) ? 1 : -1,
      words: unnamed,
    };
  };
}

interface MatchedSession {
  readonly turns: Map<number, Candidate>;
  readonly best: number[];
  /** The sum of `best`: the share of the query's information in the session. */
  share: number;
}

function sessionsOf(candidates: readonly Candidate[]): ReadonlyMap<Candidate, MatchedSession> {
  const sessions = new Map<string, MatchedSession>();
  const sessionByCandidate = new Map<Candidate, MatchedSession>();
  for (const candidate of candidates) {
    const { memory, matches } = candidate;
    const id = sessionKeyOf(memory);
    const session = sessions.get(id) ?? { turns: new Map(), best: [], share: 0 };
    sessions.set(id, session);
    sessionByCandidate.set(candidate, session);
    const position = memory.type === 'episodic' ? positionOf(candidate) : undefined;
    if (position !== undefined) session.turns.set(position, candidate);
    for (let term = 0; term < matches.length; term++)
      session.best[term] = Math.max(session.best[term] ?? 0, matches[term] ?? 0);
  }
  for (const session of sessions.values()) session.share = sumOf(session.best);
  return sessionByCandidate;
}

/** Two agents may have sessions of the same name. */
export const sessionKeyOf = ({ agentId, sessionId = '' }: Memory): string => `${agentId}\n${sessionId}`;

/** Undefined for a memory that is not one episode of a session. */
const positionOf = ({ memory: { sessionId, provenance } }: Candidate): number | undefined =>
  sessionId === undefined ? undefined : provenance.position;

export const speakerOf = (memory: Memory): string => spokenBy(memory) ?? '';

export const isOfOneSpeaker = (one: Memory, other: Memory): boolean =>
  foldName(speakerOf(one)) === foldName(speakerOf(other));

/** Only a memory of the same speaker or of more trust outdates an older one. */
export const mayOutdate = (newer: Memory, older: Memory): boolean => {
  const trusted = compareTrust(trustOfMemory(newer), trustOfMemory(older));
  return trusted > 0 || (trusted === 0 && isOfOneSpeaker(newer, older));
};
