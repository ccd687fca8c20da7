export interface LlmOptions {
  readonly signal?: AbortSignal;
}

/** A language model, as thin as it can be: a system prompt and a message in, a text out. Rejects when there is no answer. */
export type Llm = (system: string, user: string, options?: LlmOptions) => Promise<string>;
