import type { Calibration } from '../contracts/reranker.ts';
import type { Features } from './features.ts';

/** What the answer's confidence is read from. */
export const EVIDENCE = ['strength', 'meaning', 'stranger', 'said', 'whose', 'voice', 'lead'] as const;
export type Evidence = Readonly<Record<(typeof EVIDENCE)[number], number>>;

export interface Ranked {
  readonly score: number;
  readonly features: Features;
}

/** How many of the best matches by one side speak for it. */
const VOICES = 3;
const LEAST_WORDS = 0.05;
const MOST_ODDS = 1.2;
const MOST_VOICE = 0.4;

/**
 * Absolute strength, and where the query names someone who speaks here, whether that one said it
 * or another: a question about the wrong person finds its words in the other's mouth.
 */
export function evidenceOf(ranked: readonly Ranked[]): Evidence {
  const named = ranked.filter(({ features }) => features.speaker > 0);
  const others = ranked.filter(({ features }) => features.speaker < 0);
  const isAsked = named.length > 0 && others.length > 0;
  const words = ({ features }: Ranked) => features.words;
  const content = ({ features }: Ranked) => features.words + features.vector;
  const said = best(isAsked ? named : ranked, words);
  const otherwise = isAsked ? best(others, words) : said;
  const odds = Math.log((said + LEAST_WORDS) / (otherwise + LEAST_WORDS));
  return {
    strength: Math.max(0, ...ranked.map(({ score }) => score)),
    meaning: Math.max(0, ...ranked.map(({ features }) => features.vector)),
    stranger: ranked[0]?.features.stranger ?? 0,
    said,
    whose: limited(odds, MOST_ODDS) * (said + otherwise),
    voice: isAsked ? limited(best(named, content) - best(others, content), MOST_VOICE) : 0,
    lead: isAsked ? best(named, ({ score }) => score, 1) - best(others, ({ score }) => score, 1) : 0,
  };
}

/** That the memory holds an answer: between 0 and 1. */
export function answerConfidence(evidence: Evidence, { answer: { bias, weights } }: Calibration): number {
  return sigmoid(EVIDENCE.reduce((sum, name) => sum + (weights[name] ?? 0) * evidence[name], bias));
}

/** That there is an answer and one of the candidates is part of it. */
export function itemConfidence(score: number, bestScore: number, answer: number, { item }: Calibration): number {
  return answer * sigmoid(item.bias + item.score * score - item.lag * (bestScore - score));
}

const sigmoid = (logit: number): number => 1 / (1 + Math.exp(-logit));

const limited = (value: number, most: number): number => Math.max(-most, Math.min(most, value));

function best(ranked: readonly Ranked[], measure: (each: Ranked) => number, count = VOICES): number {
  const top = ranked
    .map(measure)
    .sort((a, b) => b - a)
    .slice(0, count);
  return top.length === 0 ? 0 : top.reduce((sum, value) => sum + value, 0) / top.length;
}
