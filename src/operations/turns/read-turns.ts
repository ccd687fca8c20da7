import { z } from 'zod';
import { SouvenirError } from '../../errors.ts';
import { ownerOf, type Scope } from '../../model/scope.ts';
import { readJsonl } from './jsonl.ts';
import { readTranscript } from './transcript.ts';
import type { Turn } from './turn.ts';

export const turnFormatSchema = z.enum(['jsonl', 'transcript']);
export type TurnFormat = z.infer<typeof turnFormatSchema>;

/** The turns of a conversation kept as text. All of it is read, or it is refused with the line at fault. */
export function readTurns(
  source: string,
  given: TurnFormat | undefined,
  scope: Scope,
): { format: TurnFormat; turns: Turn[] } {
  const text = source.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const format = given ?? (text.trimStart().startsWith('{') ? 'jsonl' : 'transcript');
  const turns =
    format === 'jsonl' ? readJsonl(text, ownerOf(scope)) : readTranscript(text, scope.sessionId ?? 'default');
  if (turns.length === 0)
    throw new SouvenirError('invalidInput', 'no turn was found in the text', {
      advice: 'give one JSON object a line, or "Name: text" lines',
    });
  return { format, turns };
}
