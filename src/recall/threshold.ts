import type { Reranker } from '../contracts/reranker.ts';
import { answerConfidence, type Evidence, evidenceOf, itemConfidence } from './confidence.ts';
import type { Fused } from './fuse.ts';
import { handSetRanker } from './rankers/hand-set.ts';
import { contributionsOf, total } from './rankers/linear-ranker.ts';
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

/** Silence where the answer as a whole is less sure than `least`, and without those items that are less sure than `leastOfItem`. */
export function threshold({ scored, ranker }: Fused, least: number, leastOfItem: number): Judged {
  const calibration = ranker.calibration ?? handSetRanker.calibration;
  const ranked = ranker.calibration === undefined ? scored.map(byHand) : scored;
  const evidence = evidenceOf(ranked);
  if (calibration === undefined || ranked.length === 0) return { confidence: 0, evidence, relevant: [] };
  const answer = answerConfidence(evidence, calibration);
  const relevant = scored
    .map((item, at) => ({
      ...item,
      confidence: itemConfidence(ranked[at]?.score ?? 0, evidence.strength, answer, calibration),
    }))
    .filter(({ confidence }) => confidence >= leastOfItem);
  return { confidence: answer.confidence, evidence, relevant: answer.confidence < least ? [] : relevant };
}

/** Without a query all are wanted. */
export const unasked = ({ scored }: Fused): Judged => ({
  confidence: 1,
  evidence: evidenceOf([]),
  relevant: scored.map((item) => ({ ...item, confidence: 1 })),
});

const byHand = (item: Scored): Scored => ({
  ...item,
  score: total(contributionsOf({ ...item.features }, (handSetRanker as Required<Reranker>).weights)),
});
