import { z } from 'zod';
import type { Llm, LlmOptions, TokenUsage } from '../contracts/llm.ts';
import { SouvenirError } from '../errors.ts';
import { type Connection, connection, endpointOf, type Protocol } from '../http/connection.ts';
import { malformed, serverMessage, shortened } from '../http/failures.ts';
import { postJson } from '../http/post-json.ts';

/** The options of every language model behind HTTP. */
export const llmOptions = {
  ...connection,
  /** The server's own default unless given. */
  temperature: z.number().min(0).optional(),
  /** Of the answer; one that needs more is refused, never cut. */
  maxTokens: z.int().min(1).optional(),
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
  readonly body: (system: string, user: string) => object;
  readonly reply: z.ZodType<Reply>;
}

/** A language model behind HTTP: the protocol says what is posted and how the answer is read. */
export function httpLlm(options: Connection, { name, path, headers, body, reply }: LlmProtocol): Llm {
  const endpoint = endpointOf(options, {
    name,
    path,
    headers,
    code: 'llmFailed',
    relief: 'ask for less at a time',
    retriesSilence: true,
  });
  return async (system, user, callOptions = {}) => {
    const json = await postJson(endpoint, body(system, user), callOptions.signal);
    const { success, data, error } = reply.safeParse(json);
    if (success) return textOf(data, endpoint.model, callOptions);
    const [issue] = error.issues;
    const said = serverMessage(JSON.stringify(json), endpoint.secrets);
    throw malformed(endpoint, `has no valid ${issue?.path.join('.') || 'content'}: ${said}`, error);
  };
}

/** What a model said, in no protocol's words. */
export interface Reply {
  readonly text: string;
  readonly ending: 'complete' | 'cutOff' | 'refused' | 'failed';
  readonly usage: TokenUsage | undefined;
}

/** The text of a whole reply. A part of one is no answer: whoever asked for JSON could not tell. */
export function textOf({ text, ending, usage }: Reply, model: string, { onUsage }: LlmOptions): string {
  if (ending === 'cutOff')
    throw failed(`${model} was cut off before its answer was whole`, 'raise maxTokens, or give it less to read');
  if (ending === 'refused')
    throw failed(`${model} refused to answer${text && `: ${shortened(text)}`}`, 'look at the text it was given');
  if (ending === 'failed') throw failed(`${model} failed in the middle of its answer`, 'try again');
  if (text.trim() === '')
    throw failed(`${model} gave an empty answer`, 'try again, raise maxTokens, or choose another model');
  if (usage) onUsage?.(usage);
  return text;
}

const failed = (message: string, advice: string): SouvenirError => new SouvenirError('llmFailed', message, { advice });
