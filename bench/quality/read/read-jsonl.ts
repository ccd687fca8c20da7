import { readFileSync } from 'node:fs';
import type { z } from 'zod';

/** The objects of a JSONL file, each checked; a line that does not fit names its place. */
export function readJsonl<Schema extends z.ZodType>(path: string, schema: Schema): z.output<Schema>[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.flatMap((line, at) => {
    if (line.trim() === '') return [];
    const result = schema.safeParse(parsed(line));
    if (!result.success) throw new Error(`${path}:${at + 1}: ${result.error.issues[0]?.message}`);
    return [result.data];
  });
}

/** Undefined fits no schema. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
