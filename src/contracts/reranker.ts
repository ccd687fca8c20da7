/** A candidate as a reranker sees it: its text and every named feature the earlier stages know of it. */
export interface RerankCandidate {
  readonly memoryId: string;
  readonly content: string;
  readonly features: Readonly<Record<string, number>>;
}

interface ItemCalibration {
  readonly bias: number;
  readonly score: number;
  readonly lag: number;
}

/** Logistic regressions that turn scores into probabilities. */
export interface Calibration {
  /** That the memory holds an answer at all, from the evidence of all candidates. */
  readonly answer: { readonly bias: number; readonly weights: Readonly<Record<string, number>> };
  /** That one candidate is part of it if there is one, from its score and what it lacks to the best. */
  readonly item: ItemCalibration;
  /** The same of one that a reader has read: also from the logarithm of its odds to answer, and from how likely it is outdated. */
  readonly readItem?: ItemCalibration & { readonly odds: number; readonly outdated: number };
}

/** Has the last word on the order of recalled candidates. */
export interface Reranker {
  readonly name: string;
  /** One score a candidate, in order; higher is better, comparable from query to query. */
  rerank(query: string, candidates: readonly RerankCandidate[]): Promise<number[]>;
  /** A linear one tells what it gives each feature, so that shares can be explained and a caller's own weights replace them. */
  readonly weights?: Readonly<Record<string, number>>;
  /** How its scores turn into confidence. Without one, confidence comes from the hand-set weights. */
  readonly calibration?: Calibration;
}
