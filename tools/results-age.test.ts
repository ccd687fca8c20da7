import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../test/support/temporary-folder.ts';
// @ts-expect-error: tools in JavaScript have no types
import { ageOf } from './results-age.mjs';

const git = (root: string, ...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...args], {
    ...{ cwd: root, encoding: 'utf8', stdio: 'pipe' },
  }).trim();

function commit(root: string, files: Record<string, string>): string {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  git(root, 'add', '.');
  git(root, 'commit', '--quiet', '-m', `Change ${Object.keys(files)}`);
  return git(root, 'rev-parse', 'HEAD');
}

function repository(): string {
  const root = temporaryFolder();
  git(root, 'init', '--quiet');
  commit(root, { 'src/recall/plan.ts': '1', 'README.md': '1' });
  return root;
}

const page = (of: string, isQuick = false) => ({ 'docs/results.json': JSON.stringify({ commit: of, isQuick }) });

describe('the age of the results page', () => {
  it('is right while only what it does not measure changes after its commit', () => {
    const root = repository();
    const measured = git(root, 'rev-parse', 'HEAD');
    commit(root, { ...page(measured), 'src/recall/measured-errors.ts': '1', 'docs/guide.md': '1' });
    commit(root, { 'src/recall/plan.test.ts': '1', 'src/server/app.ts': '1' });
    expect(ageOf(root)).toEqual({
      isOld: false,
      message: expect.stringContaining('nothing that it measures was changed'),
    });
  });

  it.each(['src/recall/plan.ts', 'src/reader/a.ts', 'src/embedders/a.ts', 'src/components/a.ts', 'assets/reader.bin'])(
    'is too old after a change of %s',
    (path) => {
      const root = repository();
      commit(root, page(git(root, 'rev-parse', 'HEAD')));
      commit(root, { [path]: '2' });
      expect(ageOf(root)).toEqual({
        ...{ isOld: true, message: expect.stringMatching(new RegExp(`changed later .*${path}.*: run npm run board`)) },
      });
    },
  );

  it('is wrong of a quick run, and of a commit that is not in the history', () => {
    const root = repository();
    commit(root, page(git(root, 'rev-parse', 'HEAD'), true));
    expect(ageOf(root)).toEqual({ isOld: true, message: expect.stringContaining('of a quick run') });
    commit(root, page('0123456789012345678901234567890123456789'));
    expect(ageOf(root)).toEqual({ isOld: true, message: expect.stringContaining('not in this history') });
  });

  it('is not known without a page, without a history, and in a shallow clone that lacks its commit or the last change', () => {
    const root = repository();
    expect(ageOf(root)).toEqual({ isOld: false, message: expect.stringContaining('is not there yet') });
    const measured = git(root, 'rev-parse', 'HEAD');
    commit(root, page(measured));
    commit(root, { 'src/recall/plan.ts': '2' });
    const clone = (depth: number) => {
      const folder = temporaryFolder();
      git(folder, 'clone', '--quiet', '--depth', String(depth), `file://${root}`, 'small');
      return ageOf(join(folder, 'small'));
    };
    expect(clone(1)).toEqual({ isOld: false, message: expect.stringContaining('shallow clone lacks the commit') });
    expect(clone(3)).toMatchObject({ isOld: true });
    const unchanged = repository();
    commit(unchanged, page(git(unchanged, 'rev-parse', 'HEAD')));
    const folder = temporaryFolder();
    git(folder, 'clone', '--quiet', '--depth', '2', `file://${unchanged}`, 'small');
    expect(ageOf(join(folder, 'small'))).toMatchObject({ isOld: false });
    const tarball = temporaryFolder();
    mkdirSync(join(tarball, 'docs'));
    writeFileSync(join(tarball, 'docs', 'results.json'), JSON.stringify({ commit: measured }));
    expect(ageOf(tarball)).toEqual({ isOld: false, message: 'not checked: there is no git history here' });
  });
});
