import type { LlmOptions, TokenUsage } from '../contracts/llm.ts';
import { SouvenirError } from '../errors.ts';
import { shortened } from '../http/server-message.ts';

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
