import { z } from 'zod';
import type { JsonSchema, Llm, LlmOptions, TokenUsage } from '../contracts/llm.ts';
import { reasonOf, SouvenirError } from '../errors.ts';
import { type Connection, connectionOptions, endpointOf, type Protocol } from '../http/connection.ts';
import { HttpStatus, malformed, serverMessage, shortened } from '../http/failures.ts';
import { postJson } from '../http/post-json.ts';

export const llmOptions = {
  ...connectionOptions,
  /** Default: that of the server. */
  temperature: z.number().min(0).optional(),
  /** Limit of the answer in tokens; a longer answer is refused, never cut. */
  maxTokens: z.int().min(1).optional(),
};

export const penaltyOption = {
  /** Penalty on repeated words; with 0.3 small models run in circles less. */
  frequencyPenalty: z.number().min(-2).max(2).optional(),
};

export const tokens = z.int().min(0);

/** Parts that are not text, such as thoughts, are left out. */
export const textParts = z
  .array(
    z
      .object({ type: z.literal('text'), text: z.string() })
      .transform(({ text }) => text)
      .catch(''),
  )
  .transform((texts) => texts.join(''));

export const chatMessages = (system: string, user: string): object[] => [
  { role: 'system', content: system },
  { role: 'user', content: user },
];

interface LlmProtocol extends Pick<Protocol, 'name' | 'path' | 'headers'> {
  readonly body: (system: string, user: string, schema: JsonSchema | undefined) => object;
  readonly reply: z.ZodType<Reply>;
}

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

/** Failures that do not depend on the schema. */
const UNRELATED_STATUSES = new Set([401, 402, 403, 408, 413, 429]);
const MENTIONS_SCHEMA = /(?<![a-z])(schema|format|grammar|structured|json|tool)/i;

/**
 * Sends the schema, and asks once more without it if the server refuses. If that works, the schema is not sent again, unless the server failed: it
 * may have recovered.
 * Any refusal that may concern the schema counts: many servers refuse with a status of their own choice and no reason.
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
      if (refusal === undefined || !mayRefuseSchema(refusal, error)) throw error;
      const answer = await ask(undefined);
      if (refusal < 500 || refusal === 501) isAccepted = false;
      return answer;
    }
  };
}

function mayRefuseSchema(status: number, error: unknown): boolean {
  if (SouvenirError.is(error) && error.code === 'aborted') return false;
  if (status >= 400 && status < 500) return !UNRELATED_STATUSES.has(status);
  const reason = reasonOf(error).replace(/^.*? answered /, '');
  return status === 501 || MENTIONS_SCHEMA.test(reason);
}

export interface Reply {
  readonly text: string;
  readonly ending: 'complete' | 'cutOff' | 'refused' | 'failed';
  readonly usage: TokenUsage | undefined;
}

/** Servers close the JSON of a tool's input even if it was cut off. */
const CLOSING_BRACKETS = /(?<!["\]}])["\]}]+$/;

/** Refuses a reply that was cut off, unless a schema was given: its JSON shows where it breaks off. */
export function textOf({ text, ending, usage }: Reply, model: string, { onUsage, schema }: LlmOptions): string {
  // A refused reply costs tokens too.
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
