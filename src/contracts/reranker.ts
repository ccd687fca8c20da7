/** A candidate as a reranker sees it: its text and every named feature the earlier stages know of it. */
export interface RerankCandidate {
  readonly memoryId: string;
  readonly content: string;
  readonly features: Readonly<Record<string, number>>;
}

/** Has the last word on the order of recalled candidates. */
export interface Reranker {
  readonly name: string;
  /** One score a candidate, in order; higher is better, comparable from query to query. */
  rerank(query: string, candidates: readonly RerankCandidate[]): Promise<number[]>;
}
