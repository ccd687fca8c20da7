import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { fieldsOf, listOf, textOf } from './fields.ts';

const MAX_TAIL_BYTES = 512 * 1024;

/** The last text of the assistant in a transcript of Claude Code, from its end; a line that is still being written is left out. */
export function lastMessageIn(path: string): string | undefined {
  try {
    for (const line of tailOf(path).split('\n').reverse()) {
      const message = messageOf(line);
      if (message === 'user') return undefined;
      if (message !== undefined) return message.text;
    }
  } catch {
    // No transcript, or none that may be read.
  }
  return undefined;
}

function messageOf(line: string): { readonly text: string } | 'user' | undefined {
  try {
    const fields = fieldsOf(JSON.parse(line));
    const content = fieldsOf(fields['message'])['content'];
    // A subagent's lines, and what tools returned, lie between.
    if (fields['isSidechain'] === true) return undefined;
    if (fields['type'] === 'user') return typeof content === 'string' ? 'user' : undefined;
    if (fields['type'] !== 'assistant') return undefined;
    const texts = listOf(content)
      .map(fieldsOf)
      .filter(({ type }) => type === 'text');
    const text = textOf(texts.flatMap((part) => textOf(part['text']) ?? []).join('\n'));
    return text === undefined ? undefined : { text };
  } catch {
    return undefined;
  }
}

function tailOf(path: string): string {
  // Without this flag a pipe that nobody writes to would hold the hook for ever.
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const { size } = fstatSync(file);
    const bytes = Buffer.alloc(Math.min(size, MAX_TAIL_BYTES));
    const length = readSync(file, bytes, 0, bytes.length, size - bytes.length);
    return bytes.subarray(0, length).toString('utf8');
  } finally {
    closeSync(file);
  }
}
