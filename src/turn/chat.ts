import type { z } from 'zod';
import type { Llm } from '../contracts/llm.ts';
import { parse } from '../model/parse.ts';
import type { Degradation } from '../model/report.ts';
import { type Turn, turnOptionsSchema } from './turn.ts';

export const chatFieldsSchema = turnOptionsSchema.pick({ speaker: true, budget: true, sourceId: true });

export interface ChatOptions extends Readonly<z.input<typeof chatFieldsSchema>> {
  readonly signal?: AbortSignal | undefined;
}

/** The reply to a message, and the prompt that it was written from. */
export interface Chat extends Pick<Turn, 'memories' | 'documents' | 'cut' | 'audit' | 'retrieval'> {
  /** Absent without a language model; then nothing was recorded. */
  readonly reply?: string;
  readonly prompt: string;
  readonly degraded: readonly Degradation[];
}

/** Asks a model for a reply and records both. If the model fails, nothing is recorded, so that a retry does not record the message twice. */
export async function chat(
  message: string,
  { signal, ...options }: ChatOptions,
  { turn, llm }: { turn(message: string, options: object): Promise<Turn>; readonly llm: Llm | undefined },
): Promise<Chat> {
  const composed = await turn(message, { ...parse(chatFieldsSchema, options, 'chat'), signal });
  const { text: prompt, memories, documents, cut, audit, retrieval, degraded } = composed;
  const promptFields = { prompt, memories, documents, cut, audit, retrieval };
  if (llm === undefined) return { ...promptFields, degraded };
  // A model takes the prompt before the message and the message separately.
  const before = prompt.slice(0, Math.max(0, prompt.lastIndexOf('\n\nMessage:\n')));
  const reply = await llm(before, message, { ...(signal && { signal }) });
  signal?.throwIfAborted();
  const outcome = await composed.complete(reply);
  return { reply, ...promptFields, degraded: [...degraded, ...outcome.degraded] };
}
