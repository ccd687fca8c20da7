import type { Calibration, Reranker } from '../contracts/reranker.ts';
import type { Breakdown } from '../model/recall.ts';
import type { Features, ScoredMemory } from './features.ts';
import type { Fused } from './fuse.ts';
import {
  DEFAULT_THRESHOLD,
  fittedCalibration,
  unreadCalibration,
  wordsOnlyCalibration,
} from './rankers/calibration.ts';
import { handSetRanker, weightedSum } from './rankers/rankers.ts';

export interface RatedMemory extends ScoredMemory {
  readonly confidence: number;
}

export interface ThresholdResult {
  /** Probability that the memories contain an answer, and the evidence for it. */
  readonly confidence: number;
  readonly evidence: Evidence;
  readonly relevant: readonly RatedMemory[];
  readonly lagging: readonly RatedMemory[];
}

/** Returns nothing relevant if the answer is less sure than `minConfidence`. */
export function threshold(
  { scored, ranker, unread = 0, bestOdds }: Fused,
  minConfidence: number,
  minShare: number,
): ThresholdResult {
  const { calibration, scoreOf } = calibratedScoring(scored, ranker, bestOdds !== undefined);
  const isDrawn = drawnAmong(scored);
  const ranked = scored.map((item) => ({
    features: item.features,
    score: scoreOf(item),
    isDrawn: isDrawn(item),
  }));
  const evidence = { ...evidenceOf(ranked), unread, read: bestOdds ?? 0 };
  const [best] = scored;
  const confidence = best === undefined ? 0 : answerConfidence(evidence, calibration);
  if (best === undefined || confidence < minConfidence) return { confidence, evidence, relevant: [], lagging: [] };
  const sure = scored.map((item, at) => ({
    ...item,
    confidence: itemConfidence(
      { score: ranked[at]?.score ?? 0, reading: item.breakdown.reading },
      evidence.strength,
      confidence,
      calibration,
    ),
  }));
  const isRelevant = ({ score }: RatedMemory): boolean => best.score <= 0 || score >= minShare * best.score;
  const [relevant, lagging] = [sure.filter(isRelevant), sure.filter((item) => !isRelevant(item))];
  return { confidence, evidence, relevant, lagging };
}

/** The confidence is read from the ranker's own scores, before the caller's weights; without vectors from words, without a reading from meaning. */
function calibratedScoring(scored: readonly ScoredMemory[], ranker: Reranker, isRead: boolean) {
  const { calibration: given = fittedCalibration, weights } = ranker.calibration === undefined ? handSetRanker : ranker;
  const calibration = given === fittedCalibration && !isRead ? unreadCalibration : given;
  const isMeaningMissed =
    (calibration.answer.weights['meaning'] ?? 0) !== 0 && scored.every(({ features }) => features.vector === 0);
  const sum = weights === undefined ? undefined : weightedSum(weights);
  return {
    calibration: isMeaningMissed ? wordsOnlyCalibration : calibration,
    scoreOf: ({ features, score }: ScoredMemory) => (sum === undefined ? score : sum(features)),
  };
}

export const withoutThreshold = ({ scored }: Fused): ThresholdResult => ({
  confidence: scored.length === 0 ? 0 : 1,
  evidence: evidenceOf([]),
  relevant: scored.map((item) => ({ ...item, confidence: 1 })),
  lagging: [],
});

export const EVIDENCE = ['strength', 'meaning', 'stranger', 'said', 'whose', 'unread', 'read'] as const;
export type Evidence = Readonly<Record<(typeof EVIDENCE)[number], number>>;

export interface ScoredFeatures {
  readonly score: number;
  readonly features: Features;
  /** Drawn from an episode that is a candidate too: fewer words seem nearer to any question. */
  readonly isDrawn?: boolean;
}

function drawnAmong(scored: readonly ScoredMemory[]): (item: ScoredMemory) => boolean {
  const turns = new Set(
    scored.flatMap(({ memory: { type, provenance }, features }) =>
      type === 'episodic' && features.vector > 0 ? provenance.episodeIds : [],
    ),
  );
  return ({ memory: { type, provenance } }) =>
    type !== 'episodic' && provenance.episodeIds.length > 0 && provenance.episodeIds.every((id) => turns.has(id));
}

const MATCHES_AVERAGED = 3;
const MIN_WORD_SHARE = 0.05;
const MAX_SPEAKER_ODDS = 1.2;

/** If the query names a speaker, `whose` compares that person with others: a question about the wrong person matches another's words. */
export function evidenceOf(ranked: readonly ScoredFeatures[]): Evidence {
  const named = ranked.filter(({ features }) => features.speaker > 0);
  const others = ranked.filter(({ features }) => features.speaker < 0 && features.voice === 0);
  const isAsked = named.length > 0 && others.length > 0;
  const words = ({ features }: ScoredFeatures) => features.words;
  const ownWords = best(isAsked ? named : ranked, words);
  const otherWords = isAsked ? best(others, words) : ownWords;
  const odds = Math.log((ownWords + MIN_WORD_SHARE) / (otherWords + MIN_WORD_SHARE));
  return {
    strength: Math.max(0, ...ranked.map(({ score }) => score)),
    meaning: Math.max(0, ...ranked.map(({ features, isDrawn }) => (isDrawn ? 0 : features.vector))),
    stranger: ranked[0]?.features.stranger ?? 0,
    said: ownWords,
    whose: Math.max(-MAX_SPEAKER_ODDS, Math.min(MAX_SPEAKER_ODDS, odds)) * (ownWords + otherWords),
    unread: 0,
    read: 0,
  };
}

const THRESHOLD_ODDS = Math.log(DEFAULT_THRESHOLD / (1 - DEFAULT_THRESHOLD));

export function answerConfidence(
  evidence: Evidence,
  { answer: { bias, weights, unreadSlope = 1 } }: Calibration,
): number {
  const odds = EVIDENCE.reduce((sum, name) => sum + (weights[name] ?? 0) * evidence[name], bias);
  const slope = 1 - evidence.unread * (1 - unreadSlope);
  return sigmoid(THRESHOLD_ODDS + slope * (odds - THRESHOLD_ODDS));
}

const MAX_READ_ODDS = 6;

/** Probability that there is an answer and the item is part of it. */
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

function best(ranked: readonly ScoredFeatures[], measure: (each: ScoredFeatures) => number): number {
  const top = ranked
    .map(measure)
    .sort((a, b) => b - a)
    .slice(0, MATCHES_AVERAGED);
  return top.length === 0 ? 0 : top.reduce((sum, value) => sum + value, 0) / top.length;
}
