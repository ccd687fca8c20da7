/** What one answer took, as the server counted it. */
export interface TokenUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** A JSON schema as an object, such as `z.toJSONSchema` makes. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export interface LlmOptions {
  readonly signal?: AbortSignal;
  /** What the answer is to look like. A model that cannot be held to it answers as well as it can: check what comes. */
  readonly schema?: JsonSchema;
  /** Called once for an answer, by models that know. */
  readonly onUsage?: (usage: TokenUsage) => void;
}

/** A language model, as thin as it can be: a system prompt and a message in, a text out. Rejects when there is no answer. */
export type Llm = (system: string, user: string, options?: LlmOptions) => Promise<string>;
