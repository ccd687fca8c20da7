import type { MemoryVersion } from '../../model/version.ts';
import { causeText, changeLines } from './changes.ts';
import { oneLine } from './phrases.ts';
import { versionLines } from './versions.ts';

/** Each version: since when, why, and what was changed. */
export const historyLines = (versions: readonly MemoryVersion[]): string[] =>
  versions.flatMap(({ number, since, cause, memory }, at) => {
    const before = versions[at - 1]?.memory;
    const changed = before === undefined ? [`content: ${oneLine(memory.content)}`] : changeLines(before, memory);
    return versionLines(number, since, causeText(cause), changed);
  });
