import { happenedAt } from '../model/memory.ts';
import { recencyScore, type SalienceWeights, salienceOf, salienceSum } from '../model/salience.ts';
import type { Candidate } from './gather.ts';
import type { Plan } from './plan.ts';
import { type Surroundings, surroundingsOf } from './surroundings.ts';

/** After so many days, what was talked of lately is half as near. */
const LATELY_HALF_LIFE_DAYS = 21;

/** What a ranker weighs, all between 0 and 1 except the speaker, who is between -1 and 1. More never speaks against a memory. */
export const FEATURES = [
  /** The share of the query's information that its words hold. */
  'text',
  /** The cosine of its meaning and the query's. */
  'vector',
  'entity',
  'time',
  /** The share of the query's information in it and the turns beside it together. */
  'window',
  /** The same of its whole session. */
  'session',
  /** The best cosine of the turns one away, and of those two away. */
  'near',
  'far',
  /** 1 if the query names who said it, -1 if it names only others, else 0. */
  'speaker',
  'salience',
  /** How lately it happened, where the query goes on with a conversation or asks what changed. */
  'lately',
] as const;
export type Feature = (typeof FEATURES)[number];

/** Beside them, what only the confidence looks at. */
export interface Features extends Readonly<Record<Feature, number>> {
  /** As `text`, without the names of those who speak: whose words they are must not count as what they say. */
  readonly words: number;
  /** The share of the people a question names that no memory found mentions; the same for every candidate. */
  readonly stranger: number;
}

export function featuresOf(candidates: readonly Candidate[], plan: Plan, salience: SalienceWeights): Features[] {
  const surroundings = surroundingsOf(candidates, plan);
  const stranger = strangerShare(candidates, plan);
  const wantsLately = plan.asking.isForChange ? 1 : plan.asking.talk;
  return candidates.map((candidate) => {
    const { memory, signals } = candidate;
    const around: Surroundings = surroundings(candidate);
    return {
      ...signals,
      vector: Math.max(0, signals.vector),
      ...around,
      salience: salienceSum(salienceOf(memory, plan.at, salience)),
      lately: wantsLately * recencyScore(happenedAt(memory), plan.at, LATELY_HALF_LIFE_DAYS),
      stranger,
    };
  });
}

/** Who only tells something may well bring in somebody new. Rare words come first in the text search, so a name that no candidate holds is in no memory. */
function strangerShare(candidates: readonly Candidate[], { people, asking: { talk } }: Plan): number {
  if (people.length === 0) return 0;
  const isKnown = (terms: readonly number[]) =>
    candidates.some(({ matches }) => terms.some((term) => (matches[term] ?? 0) > 0));
  return ((1 - talk) * people.filter((terms) => !isKnown(terms)).length) / people.length;
}
