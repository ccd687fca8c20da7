import type { Calibration, Reranker } from '../contracts/reranker.ts';
import type { Breakdown } from '../model/recall.ts';
import type { Features, Scored } from './features.ts';
import type { Fused } from './fuse.ts';
import { fittedCalibration, unreadCalibration, wordsOnlyCalibration } from './rankers/calibration.ts';
import { handSetRanker, weightedSum } from './rankers/rankers.ts';

/** A candidate with how sure it is that it belongs to the answer. */
export interface Sure extends Scored {
  readonly confidence: number;
}

export interface Judged {
  /** How sure it is that the memory holds an answer at all, and from what. */
  readonly confidence: number;
  readonly evidence: Evidence;
  readonly relevant: readonly Sure[];
  /** Those that lag too far behind the best, best first. */
  readonly lagging: readonly Sure[];
}

/** Silence where the answer as a whole is less sure than `least`, and without items that lag too far behind the best. */
export function threshold({ scored, ranker, unread = 0, read }: Fused, least: number, leastShare: number): Judged {
  const { calibration, scoreOf } = judgeOf(scored, ranker, read !== undefined);
  const isDrawn = drawnAmong(scored);
  const ranked = scored.map((item) => ({
    features: item.features,
    score: scoreOf(item),
    isDrawn: isDrawn(item),
  }));
  const evidence = { ...evidenceOf(ranked), unread, read: read ?? 0 };
  const [best] = scored;
  const confidence = best === undefined ? 0 : answerConfidence(evidence, calibration);
  if (best === undefined || confidence < least) return { confidence, evidence, relevant: [], lagging: [] };
  const sure = scored.map((item, at) => ({
    ...item,
    confidence: itemConfidence(
      { score: ranked[at]?.score ?? 0, reading: item.breakdown.reading },
      evidence.strength,
      confidence,
      calibration,
    ),
  }));
  const isRelevant = ({ score }: Sure): boolean => best.score <= 0 || score >= leastShare * best.score;
  const [relevant, lagging] = [sure.filter(isRelevant), sure.filter((item) => !isRelevant(item))];
  return { confidence, evidence, relevant, lagging };
}

/**
 * Whose scores the confidence is read from: what a ranker was calibrated with, before the caller's weights and factors, so
 * that it stays comparable. Where it counts on meaning and no vector was heard, words have to do, and meaning where nothing was read.
 */
function judgeOf(scored: readonly Scored[], ranker: Reranker, isRead: boolean) {
  const { calibration: given = fittedCalibration, weights } = ranker.calibration === undefined ? handSetRanker : ranker;
  const calibration = given === fittedCalibration && !isRead ? unreadCalibration : given;
  const isMeaningMissed =
    (calibration.answer.weights['meaning'] ?? 0) !== 0 && scored.every(({ features }) => features.vector === 0);
  const sum = weights === undefined ? undefined : weightedSum(weights);
  return {
    calibration: isMeaningMissed ? wordsOnlyCalibration : calibration,
    scoreOf: ({ features, score }: Scored) => (sum === undefined ? score : sum(features)),
  };
}

/** Without a query all are wanted. */
export const unasked = ({ scored }: Fused): Judged => ({
  confidence: scored.length === 0 ? 0 : 1,
  evidence: evidenceOf([]),
  relevant: scored.map((item) => ({ ...item, confidence: 1 })),
  lagging: [],
});

/** What the answer's confidence is read from. */
export const EVIDENCE = ['strength', 'meaning', 'stranger', 'said', 'whose', 'unread', 'read'] as const;
export type Evidence = Readonly<Record<(typeof EVIDENCE)[number], number>>;

export interface Ranked {
  readonly score: number;
  readonly features: Features;
  /** It was drawn from a turn that is among them: in fewer words, which sound nearer to whatever is asked. */
  readonly isDrawn?: boolean;
}

function drawnAmong(scored: readonly Scored[]): (item: Scored) => boolean {
  const turns = new Set(
    scored.flatMap(({ memory: { type, provenance }, features }) =>
      type === 'episodic' && features.vector > 0 ? provenance.episodeIds : [],
    ),
  );
  return ({ memory: { type, provenance } }) =>
    type !== 'episodic' && provenance.episodeIds.length > 0 && provenance.episodeIds.every((id) => turns.has(id));
}

/** How many of the best matches by one side speak for it. */
const VOICES = 3;
const LEAST_WORDS = 0.05;
const MOST_ODDS = 1.2;

/**
 * Absolute strength, and where the query names someone who speaks here, whether that one said it
 * or another: a question about the wrong person finds its words in the other's mouth.
 */
export function evidenceOf(ranked: readonly Ranked[]): Evidence {
  const named = ranked.filter(({ features }) => features.speaker > 0);
  const others = ranked.filter(({ features }) => features.speaker < 0 && features.voice === 0);
  const isAsked = named.length > 0 && others.length > 0;
  const words = ({ features }: Ranked) => features.words;
  const said = best(isAsked ? named : ranked, words);
  const otherwise = isAsked ? best(others, words) : said;
  const odds = Math.log((said + LEAST_WORDS) / (otherwise + LEAST_WORDS));
  return {
    strength: Math.max(0, ...ranked.map(({ score }) => score)),
    meaning: Math.max(0, ...ranked.map(({ features, isDrawn }) => (isDrawn ? 0 : features.vector))),
    stranger: ranked[0]?.features.stranger ?? 0,
    said,
    whose: Math.max(-MOST_ODDS, Math.min(MOST_ODDS, odds)) * (said + otherwise),
    unread: 0,
    read: 0,
  };
}

/** That the memory holds an answer: between 0 and 1. */
export function answerConfidence(evidence: Evidence, { answer: { bias, weights } }: Calibration): number {
  return sigmoid(EVIDENCE.reduce((sum, name) => sum + (weights[name] ?? 0) * evidence[name], bias));
}

/** The logarithms of odds that a reader gives are cut to this, either way. */
const MAX_READ_ODDS = 6;

/** That there is an answer and one of the candidates is part of it. */
export function itemConfidence(
  { score, reading }: { readonly score: number; readonly reading?: Breakdown['reading'] },
  bestScore: number,
  answer: number,
  { item, readItem }: Calibration,
): number {
  const logit = ({ bias, score: weight, lag }: Calibration['item']) =>
    bias + weight * score - lag * (bestScore - score);
  if (reading === undefined || readItem === undefined) return answer * sigmoid(logit(item));
  const odds = Math.max(-MAX_READ_ODDS, Math.min(MAX_READ_ODDS, reading.odds));
  return answer * sigmoid(logit(readItem) + readItem.odds * odds - readItem.outdated * (reading.outdated ?? 0));
}

const sigmoid = (logit: number): number => 1 / (1 + Math.exp(-logit));

function best(ranked: readonly Ranked[], measure: (each: Ranked) => number): number {
  const top = ranked
    .map(measure)
    .sort((a, b) => b - a)
    .slice(0, VOICES);
  return top.length === 0 ? 0 : top.reduce((sum, value) => sum + value, 0) / top.length;
}
