import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { FileEdit } from './changes.ts';

/**
 * Keeps a settings file that `connect` makes out of what git lists as untracked, by the file for patterns of one person, which all worktrees share. A file that
 * is there already is left to whoever made it.
 */
export function excludeEdit({ file, part }: FileEdit, root: string, gitDirectory: string): FileEdit {
  const line = `/${relative(root, file).split(sep).join('/')}`;
  const linesOf = (text: string): string[] => text.split('\n');
  return {
    ...{ file: join(gitDirectory, 'info', 'exclude'), part, isAside: true },
    put(text) {
      if (linesOf(text).includes(line) || existsSync(file)) return text;
      return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${line}\n`;
    },
    take: (text, before) =>
      linesOf(before).includes(line)
        ? text
        : linesOf(text)
            .filter((each) => each !== line)
            .join('\n'),
  };
}
