/** The usage of one answer, as the server counted it. */
export interface TokenUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** A JSON schema as an object, such as `z.toJSONSchema` makes. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export interface LlmOptions {
  readonly signal?: AbortSignal;
  /** The wanted shape of the answer. A model without structured output only tries to follow it: validate the answer. */
  readonly schema?: JsonSchema;
  /** Called once per answer, if the model reports usage. */
  readonly onUsage?: (usage: TokenUsage) => void;
}

/** A language model: a system prompt and a message in, a text out. Rejects if there is no answer. */
export type Llm = (system: string, user: string, options?: LlmOptions) => Promise<string>;
