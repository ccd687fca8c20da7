import { z } from 'zod';
import type { JsonSchema, Llm, LlmOptions, TokenUsage } from '../contracts/llm.ts';
import { reasonOf, SouvenirError } from '../errors.ts';
import { type Connection, connectionOptions, endpointOf, type Protocol } from '../http/connection.ts';
import { HttpStatus, malformed, serverMessage, shortened } from '../http/failures.ts';
import { postJson } from '../http/post-json.ts';

/** The options of every language model behind HTTP. */
export const llmOptions = {
  ...connectionOptions,
  /** The server's own default unless given. */
  temperature: z.number().min(0).optional(),
  /** Of the answer; one that needs more is refused, never cut. */
  maxTokens: z.int().min(1).optional(),
};

/** Of servers that small models run on. */
export const penaltyOption = {
  /** Of words that the answer has already; small models run in circles less with 0.3. */
  frequencyPenalty: z.number().min(-2).max(2).optional(),
};

/** For counts of tokens in an answer: whatever else is there counts as not told. */
export const tokens = z.int().min(0);

/** A list of parts, of which those that are no text (thoughts, above all) are left out. */
export const textParts = z
  .array(
    z
      .object({ type: z.literal('text'), text: z.string() })
      .transform(({ text }) => text)
      .catch(''),
  )
  .transform((texts) => texts.join(''));

/** As OpenAI and those after it take them. */
export const chatMessages = (system: string, user: string): object[] => [
  { role: 'system', content: system },
  { role: 'user', content: user },
];

interface LlmProtocol extends Pick<Protocol, 'name' | 'path' | 'headers'> {
  /** With what the protocol has for a schema, where there is one. */
  readonly body: (system: string, user: string, schema: JsonSchema | undefined) => object;
  readonly reply: z.ZodType<Reply>;
}

/** A language model behind HTTP: the protocol says what is posted and how the answer is read. */
export function httpLlm(options: Connection, { name, path, headers, body, reply }: LlmProtocol): Llm {
  const endpoint = endpointOf(options, {
    name,
    path,
    headers,
    code: 'llmFailed',
    overloadAdvice: 'ask for less at a time',
    retriesUnanswered: true,
  });
  const withSchema = createSchemaFallback(statusOf);
  return async (system, user, callOptions = {}) => {
    const json = await withSchema(callOptions.schema, (schema) =>
      postJson(endpoint, body(system, user, schema), callOptions.signal),
    );
    const { success, data, error } = reply.safeParse(json);
    if (success) return textOf(data, endpoint.model, callOptions);
    const [issue] = error.issues;
    const excerpt = serverMessage(JSON.stringify(json), endpoint.secrets);
    throw malformed(endpoint, `has no valid ${issue?.path.join('.') || 'content'}: ${excerpt}`, error);
  };
}

const statusOf = (error: unknown): number | undefined =>
  error instanceof Error && error.cause instanceof HttpStatus ? error.cause.status : undefined;

/** Failures of a request that would be the same without the schema. */
const UNRELATED_STATUSES = new Set([401, 402, 403, 408, 413, 429]);
const MENTIONS_SCHEMA = /(?<![a-z])(schema|format|grammar|structured|json|tool)/i;

/**
 * Asks with the schema, and once without where the server refuses it. If that helps, the schema is not sent again, unless the
 * server failed: it may have recovered by itself.
 * Many servers refuse with a status of their own choice and no reason, so any refusal that may be about it counts.
 */
export function createSchemaFallback(status: (error: unknown) => number | undefined) {
  let isAccepted = true;
  return async <Answer>(
    schema: JsonSchema | undefined,
    ask: (schema: JsonSchema | undefined) => Promise<Answer>,
  ): Promise<Answer> => {
    if (schema === undefined || !isAccepted) return ask(undefined);
    try {
      return await ask(schema);
    } catch (error) {
      const refusal = status(error);
      if (refusal === undefined || !mayBeAboutSchema(refusal, error)) throw error;
      const answer = await ask(undefined);
      if (refusal < 500 || refusal === 501) isAccepted = false;
      return answer;
    }
  };
}

function mayBeAboutSchema(status: number, error: unknown): boolean {
  if (SouvenirError.is(error) && error.code === 'aborted') return false;
  if (status >= 400 && status < 500) return !UNRELATED_STATUSES.has(status);
  const reason = reasonOf(error).replace(/^.*? answered /, '');
  return status === 501 || MENTIONS_SCHEMA.test(reason);
}

/** What a model said, in no protocol's words. */
export interface Reply {
  readonly text: string;
  readonly ending: 'complete' | 'cutOff' | 'refused' | 'failed';
  readonly usage: TokenUsage | undefined;
}

/** A tool's input comes closed, though it was cut off. */
const CLOSING_BRACKETS = /(?<!["\]}])["\]}]+$/;

/** The text of a reply. A part of one is no answer, except to whoever gave a schema: JSON shows where it breaks off. */
export function textOf({ text, ending, usage }: Reply, model: string, { onUsage, schema }: LlmOptions): string {
  // What is refused has its price too.
  if (usage) onUsage?.(usage);
  if (ending === 'cutOff' && (schema === undefined || text.trim() === ''))
    throw new SouvenirError('tooLongForModel', `${model} was cut off before its answer was whole`, {
      advice: 'raise maxTokens, or give it less to read',
    });
  if (ending === 'refused')
    throw failed(`${model} refused to answer${text && `: ${shortened(text)}`}`, 'look at the text it was given');
  if (ending === 'failed') throw failed(`${model} failed in the middle of its answer`, 'try again');
  if (text.trim() === '')
    throw failed(`${model} gave an empty answer`, 'try again, raise maxTokens, or choose another model');
  return ending === 'cutOff' ? text.replace(CLOSING_BRACKETS, '') : text;
}

const failed = (message: string, advice: string): SouvenirError => new SouvenirError('llmFailed', message, { advice });
