import { appendFileSync, closeSync, constants, mkdirSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Two files of this size at most. */
const MAX_BYTES = 256 * 1024;
const MAX_LINE_CHARS = 2_000;
const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/** Appends a line to a file of bounded size. Best-effort: whoever logs has nobody to report a failure to. */
export function appendLine(file: string, line: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    if (sizeOf(file) > MAX_BYTES) renameSync(file, olderOf(file));
    // A link or a pipe that came with a folder must not lead lines elsewhere, or hold the hook.
    const opened = openSync(file, O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW | O_NONBLOCK, 0o600);
    try {
      appendFileSync(opened, `${line.replace(/[\r\n]+/g, ' ')}\n`);
    } finally {
      closeSync(opened);
    }
  } catch {
    // A full or read-only disk.
  }
}

export const appendLog = (file: string, at: Date, subject: string, text: string): void =>
  appendLine(file, `${at.toISOString()} ${subject}: ${text}`.slice(0, MAX_LINE_CHARS));

/** The lines of both files, oldest first. */
export const linesOf = (file: string): string[] =>
  [olderOf(file), file].flatMap((each) => {
    try {
      return readFileSync(each, 'utf8').split('\n').filter(Boolean);
    } catch {
      return [];
    }
  });

const olderOf = (file: string): string => `${file}.1`;

function sizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch {
    return 0;
  }
}
