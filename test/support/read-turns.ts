import type { Scope } from '../../src/model/scope.ts';
import { type ImportFormat, readFormat } from '../../src/operations/formats/formats.ts';
import { textSource } from '../../src/operations/formats/source.ts';
import { type ImportIssue, refuseBad, type Turn } from '../../src/operations/turn-fields.ts';

/** The turns of a text, or a refusal of what in it is bad. */
export async function readTurns(text: string, given: ImportFormat | undefined, scope: Scope) {
  const turns: Turn[] = [];
  const bad: ImportIssue[] = [];
  let format: ImportFormat | undefined;
  for await (const part of textSource(text).parts()) {
    const read = await readFormat(part.text, given, scope);
    format = read.format;
    for await (const matches of read.entries) {
      if (matches.kind === 'bad') bad.push(matches);
      if (matches.kind === 'turn') turns.push(matches.turn);
    }
  }
  refuseBad(bad, '', bad.length);
  return { format, turns };
}
