import { yieldToEventLoop } from '../../yield-to-event-loop.ts';

/** Characters split before the event loop gets its turn. */
const SLICE_CHARS = 20_000;

export async function linesOf(text: string): Promise<string[]> {
  const lines: string[] = [];
  for (let from = 0; from <= text.length; ) {
    await yieldToEventLoop();
    const end = text.indexOf('\n', from + SLICE_CHARS);
    const to = end < 0 ? text.length : end;
    for (const line of text.slice(from, to).split('\n')) lines.push(line);
    from = to + 1;
  }
  return lines;
}
