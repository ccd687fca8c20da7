/** What one answer took, as the server counted it. */
export interface TokenUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export interface LlmOptions {
  readonly signal?: AbortSignal;
  /** Called once for an answer, by models that know. */
  readonly onUsage?: (usage: TokenUsage) => void;
}

/** A language model, as thin as it can be: a system prompt and a message in, a text out. Rejects when there is no answer. */
export type Llm = (system: string, user: string, options?: LlmOptions) => Promise<string>;
