export interface RerankCandidate {
  readonly memoryId: string;
  readonly content: string;
  readonly features: Readonly<Record<string, number>>;
}

interface AnswerCalibration {
  readonly bias: number;
  readonly weights: Readonly<Record<string, number>>;
  /** In a language that the embedder does not read, the share of the distance to the default threshold that evidence counts; 1 by default. */
  readonly unreadSlope?: number;
}

interface ItemCalibration {
  readonly bias: number;
  readonly score: number;
  readonly lag: number;
}

/** Logistic regressions that turn scores into probabilities. */
export interface Calibration {
  /** The chance that memory has an answer, from the evidence of all candidates. */
  readonly answer: AnswerCalibration;
  /** The chance that a candidate is part of the answer if there is one, from its score and its distance to the best score. */
  readonly item: ItemCalibration;
  /** The same after a reading: also from the log odds that it answers, and the chance that it is outdated. */
  readonly readItem?: ItemCalibration & { readonly odds: number; readonly outdated: number };
}

/** Decides the order of candidates. */
export interface Reranker {
  readonly name: string;
  /** One score per candidate, in order; higher is better, comparable between queries. */
  rerank(query: string, candidates: readonly RerankCandidate[]): Promise<number[]>;
  /** The feature weights of a linear ranker, so that shares can be explained and a caller's own weights replace them. */
  readonly weights?: Readonly<Record<string, number>>;
  /** Turns its scores into confidence; without it, confidence comes from the hand-set weights. */
  readonly calibration?: Calibration;
}
