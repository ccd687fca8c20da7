import { createReadStream } from 'node:fs';
import type { z } from 'zod';

const [QUOTE, BACKSLASH, OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d];

/** The objects of a file that is one JSON array, one at a time: such files outgrow the longest string there can be. */
export async function* readJsonArray<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
): AsyncGenerator<z.output<Schema>> {
  let parts: Buffer[] = [];
  let depth = 0;
  let inString = false;
  let escaped = false;
  let at = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let index = 0; index < chunk.length; index++) {
      const byte = chunk[index];
      if (inString) {
        if (escaped) escaped = false;
        else if (byte === BACKSLASH) escaped = true;
        else if (byte === QUOTE) inString = false;
      } else if (byte === QUOTE) inString = true;
      else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
        depth++;
        if (depth === 2) from = index;
      } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
        depth--;
        if (depth !== 1) continue;
        const text = Buffer.concat([...parts, chunk.subarray(from, index + 1)]).toString('utf8');
        parts = [];
        const result = schema.safeParse(JSON.parse(text));
        if (!result.success) throw new Error(`${path}, element ${at}: ${result.error.message}`);
        yield result.data;
        at++;
      }
    }
    if (depth > 1) parts.push(chunk.subarray(from));
  }
  if (depth !== 0) throw new Error(`${path} ends within element ${at}`);
}
