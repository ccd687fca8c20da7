import { createReadStream } from 'node:fs';
import { reasonOf } from '../../errors.ts';
import { isTooDeep, MAX_DEPTH } from '../../operations/formats/pieces.ts';
import { yieldToEventLoop } from '../../yield-to-event-loop.ts';

export type JsonLine =
  | { readonly place: string; readonly value: unknown }
  | { readonly place: string; readonly reason: string };

/** A screenshot in a transcript takes a few million; a longer line would block the process while it is parsed. */
const MAX_LINE_CHARS = 32_000_000;

/** The values of a file with one JSON value per line. A line that cannot be read is named, and the others are read. */
export async function* jsonLines(path: string): AsyncGenerator<JsonLine, void> {
  let at = 0;
  let rest: string[] = [];
  let length = 0;
  const line = (end: string): string | undefined => {
    at += 1;
    const isLong = length + end.length > MAX_LINE_CHARS;
    const whole = isLong ? undefined : [...rest, end].join('');
    rest = [];
    length = 0;
    return whole;
  };
  for await (const chunk of createReadStream(path, { encoding: 'utf8' })) {
    const ends = (chunk as string).split('\n');
    const last = ends.pop() ?? '';
    for (const end of ends) {
      const whole = line(end);
      if (whole?.trim() !== '') yield parsed(whole, `line ${at}`);
    }
    length += last.length;
    if (length <= MAX_LINE_CHARS) rest.push(last);
    await yieldToEventLoop();
  }
  const unended = line('');
  if (unended?.trim() === '') return;
  const read = parsed(unended, `line ${at}`);
  yield 'value' in read || unended === undefined
    ? read
    : { place: read.place, reason: 'is not complete: the program may still be writing it' };
}

function parsed(text: string | undefined, place: string): JsonLine {
  if (text === undefined) return { place, reason: `is longer than ${MAX_LINE_CHARS / 1e6} million characters` };
  if (isTooDeep(text)) return { place, reason: `is nested deeper than ${MAX_DEPTH} levels` };
  try {
    return { place, value: JSON.parse(text) };
  } catch (error) {
    return { place, reason: reasonOf(error) };
  }
}
