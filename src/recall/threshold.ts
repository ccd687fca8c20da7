import type { Reranker } from '../contracts/reranker.ts';
import { answerConfidence, type Evidence, evidenceOf, itemConfidence } from './confidence.ts';
import type { Fused } from './fuse.ts';
import { handSetCalibration, wordsOnlyCalibration } from './rankers/fitted-numbers.ts';
import { handSetRanker } from './rankers/hand-set.ts';
import { weightedSum } from './rankers/linear-ranker.ts';
import type { Scored } from './scored.ts';

/** A candidate with how sure it is that it belongs to the answer. */
export interface Sure extends Scored {
  readonly confidence: number;
}

export interface Judged {
  /** How sure it is that the memory holds an answer at all, and from what. */
  readonly confidence: number;
  readonly evidence: Evidence;
  readonly relevant: readonly Sure[];
}

/** Silence where the answer as a whole is less sure than `least`, and without items that lag too far behind the best. */
export function threshold({ scored, ranker }: Fused, least: number, leastShare: number): Judged {
  const { calibration, scoreOf } = judgeOf(scored, ranker);
  const ranked = scored.map((item) => ({ features: item.features, score: scoreOf(item) }));
  const evidence = evidenceOf(ranked);
  const [best] = scored;
  const confidence = best === undefined ? 0 : answerConfidence(evidence, calibration);
  if (best === undefined || confidence < least) return { confidence, evidence, relevant: [] };
  const relevant = scored
    .map((item, at) => ({
      ...item,
      confidence: itemConfidence(ranked[at]?.score ?? 0, evidence.strength, confidence, calibration),
    }))
    .filter(({ score }) => best.score <= 0 || score >= leastShare * best.score);
  return { confidence, evidence, relevant };
}

/**
 * Whose scores the confidence is read from: what a ranker was calibrated with, before the caller's weights and factors, so
 * that it stays comparable. Where it counts on meaning and no vector was heard, words have to do.
 */
function judgeOf(scored: readonly Scored[], ranker: Reranker) {
  const { calibration = handSetCalibration, weights } = ranker.calibration === undefined ? handSetRanker : ranker;
  const isMeaningMissed =
    (calibration.answer.weights['meaning'] ?? 0) !== 0 && scored.every(({ features }) => features.vector === 0);
  const sum = weights === undefined ? undefined : weightedSum(weights);
  return {
    calibration: isMeaningMissed ? wordsOnlyCalibration : calibration,
    scoreOf: ({ features, score }: Scored) => (sum === undefined ? score : sum({ ...features })),
  };
}

/** Without a query all are wanted. */
export const unasked = ({ scored }: Fused): Judged => ({
  confidence: scored.length === 0 ? 0 : 1,
  evidence: evidenceOf([]),
  relevant: scored.map((item) => ({ ...item, confidence: 1 })),
});
