import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The board writes these itself, so that they do not count as changes. */
export const OUTPUTS = [
  'README.md',
  'docs/results.md',
  'docs/results.json',
  'docs/results',
  'src/recall/measured-errors.ts',
  'bench/stories/locked-runs.md',
];

/** The commit of a tree without changes; anything else is refused, by name. */
export function cleanCommit(root: string): string {
  const git = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
    if (status !== 0) throw new Error(`git ${args[0]} failed: ${stderr?.trim()}`);
    return stdout;
  };
  const changes = git('status', '--porcelain', '--', '.', ...OUTPUTS.map((path) => `:!${path}`));
  if (changes === '') return git('rev-parse', 'HEAD').trim();
  const files = changes
    .trimEnd()
    .split('\n')
    .map((line) => line.slice(3));
  const [first, second] = files;
  const named = files.length > 2 ? `${first}, ${second} and ${files.length - 2} more` : files.join(', ');
  throw new Error(`the working tree has changes (${named}): commit or stash them, since figures name their commit`);
}

/** Other data, even of the same name, has another fingerprint. */
export function fingerprintOf(folders: readonly string[]): string {
  const hash = createHash('sha256');
  for (const folder of folders) {
    const files = existsSync(folder) ? globSync('**/*', { cwd: folder }).sort() : [];
    for (const file of files) {
      const { size, mtimeMs } = statSync(join(folder, file));
      hash.update(`${folder} ${file} ${size} ${mtimeMs}\n`);
    }
  }
  return hash.digest('hex').slice(0, 12);
}
