import type { z } from 'zod';
import type { Llm } from '../contracts/llm.ts';
import { parse } from '../model/parse.ts';
import type { Degradation } from '../model/report.ts';
import { type Turn, turnOptionsSchema } from './turn.ts';

export const chatFieldsSchema = turnOptionsSchema.pick({ speaker: true, budget: true, sourceId: true });

export interface ChatOptions extends Readonly<z.input<typeof chatFieldsSchema>> {
  readonly signal?: AbortSignal | undefined;
}

/** A message that was answered, and the prompt that it was answered from. */
export interface Chat extends Pick<Turn, 'memories' | 'documents' | 'cut' | 'audit' | 'retrieval'> {
  /** Absent where there is no language model: then nothing was recorded. */
  readonly reply?: string;
  readonly prompt: string;
  readonly degraded: readonly Degradation[];
}

/** Has a model answer a message, and records both. A message whose answer fails is not recorded: it would be said twice when it is tried again. */
export async function chat(
  message: string,
  { signal, ...options }: ChatOptions,
  { turn, llm }: { turn(message: string, options: object): Promise<Turn>; readonly llm: Llm | undefined },
): Promise<Chat> {
  const composed = await turn(message, { ...parse(chatFieldsSchema, options, 'chat'), signal });
  const { text: prompt, memories, documents, cut, audit, retrieval, degraded } = composed;
  const promptFields = { prompt, memories, documents, cut, audit, retrieval };
  if (llm === undefined) return { ...promptFields, degraded };
  // A model takes two texts: the prompt before the message, and the message.
  const before = prompt.slice(0, Math.max(0, prompt.lastIndexOf('\n\nMessage:\n')));
  const reply = await llm(before, message, { ...(signal && { signal }) });
  signal?.throwIfAborted();
  const outcome = await composed.complete(reply);
  return { reply, ...promptFields, degraded: [...degraded, ...outcome.degraded] };
}
