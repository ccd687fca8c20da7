import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import type { BoardReport } from './report.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));

function filesIn(folder: string, files: Record<string, string>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

const git = (root: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...args], {
    ...{ cwd: root, encoding: 'utf8', stdio: 'pipe' },
  });

function repository(): string {
  const root = temporaryFolder();
  filesIn(root, { '.gitignore': '.cache/\n', 'src/recall/index.ts': 'export {};\n', 'README.md': '# Small\n' });
  git(root, 'init', '--quiet');
  git(root, 'add', '.');
  git(root, 'commit', '--quiet', '-m', 'Begin');
  return root;
}

const DAY = { spec: 'DateTimeModel', input: 'today', ref: '2024-05-01T10:00:00' };
const RESULTS = [{ TypeName: 'datetimeV2.date', Start: 0, End: 4, Resolution: { values: [{ value: '2024-05-01' }] } }];
const STORY = {
  ...{ story: 'one', language: 'en', user: 'Ana', english: [], facts: [], notfacts: [] },
  sessions: [
    {
      ...{ id: 's1', at: '2026-01-05T09:00:00Z' },
      turns: [
        { id: 't1', speaker: 'Ana', text: 'My rabbits are called Flip and Flop.' },
        { id: 't2', speaker: 'assistant', text: 'Lovely names.' },
      ],
    },
  ],
  questions: [
    { at: '2026-03-01T10:00:00Z', text: 'What are my rabbits called?', kind: 'paraphrase', current: ['t1'] },
    { at: '2026-03-01T10:00:00Z', text: 'Which car does Ana drive?', kind: 'unanswerable', current: [] },
  ],
};

function smallData(): string {
  const data = temporaryFolder();
  filesIn(data, {
    'dates/specs.jsonl': JSON.stringify({ ...DAY, results: RESULTS }),
    'stsb/pairs.jsonl': `${JSON.stringify({ a: 'a cat', b: 'a kitten', score: 4 })}\n{"a": "a cat",`,
    'stories/one.json': JSON.stringify(STORY),
  });
  return data;
}

const argsOf = (root: string, data: string, ...more: string[]) => [
  ...[MAIN, '--root', root, '--data', data, '--stories', join(data, 'stories')],
  ...more,
];
const run = (...given: Parameters<typeof argsOf>) =>
  spawnSync(process.execPath, argsOf(...given), { encoding: 'utf8' });
const reportIn = (root: string) => JSON.parse(readFileSync(join(root, 'docs/results.json'), 'utf8')) as BoardReport;

describe('the board', () => {
  const [root, data] = [repository(), smallData()];
  const commit = git(root, 'rev-parse', 'HEAD').trim();

  it('measures what is there, and names what is damaged, missing and not asked for', { timeout: 300_000 }, () => {
    const { status, stderr, stdout } = run(root, data, '--only', 'dates,stsb,prefeval,stories');
    expect(stderr).toMatch(/\[ +\d+ s, 0 of 4 parts\] dates; about \d+ min left/);
    expect([status, stdout]).toEqual([
      0,
      expect.stringContaining('dates, stories measured; not measured: stsb, prefeval'),
    ]);
    const { sets, isQuick, versions, machine, seeds, peers } = reportIn(root);
    expect(reportIn(root).commit).toBe(commit);
    expect(sets).toMatchObject({
      dates: { n: 1, souvenir: { date: { value: 100, low: 100, high: 100 } } },
      stories: { n: 2, souvenir: { 'hit@1': { value: 100 } }, silence: { unanswerable: 0.5 } },
      stsb: { error: expect.stringMatching(/^stsb\/pairs\.jsonl:2: /) },
      prefeval: { error: 'is not in the data folder (prefeval/explicit.jsonl)' },
      locomo: { error: 'not asked for in this run' },
    });
    expect([isQuick, versions['Node'], seeds]).toEqual([false, process.version, { 'seed of the intervals': 43 }]);
    expect(machine['processor']).toMatch(/cores$/);
    expect(peers).toHaveProperty('error');
    const page = readFileSync(join(root, 'docs/results.md'), 'utf8');
    expect(page).toContain(commit);
    expect(page).toMatch(/- stsb: stsb\/pairs\.jsonl:2: /);
    expect(page).toContain('- prefeval: is not in the data folder (prefeval/explicit.jsonl)');
    expect(page).toContain('Peers were not measured in this run');
    expect(page).toMatch(/\| `hit@1` \| 100 \(100 to 100\) \| 100 \(100 to 100\) \| questions with a right memory/);
    expect(page).toContain('![Of each set, how many answers hold nothing right');
    expect(page).not.toContain(data);
    expect(page).not.toContain(root);
    expect(readFileSync(join(root, 'docs/results/risk-against-coverage.svg'), 'utf8')).toContain('stories');
  });

  it('takes finished parts of the same commit and data from before', () => {
    const { stderr } = run(root, data, '--only', 'dates,stories');
    expect(stderr.match(/is kept from before/g)).toHaveLength(2);
    expect(reportIn(root).sets['stories']).toMatchObject({ n: 2 });
  });

  it('measures anew after a commit, and marks a quick run', () => {
    git(root, 'add', '.');
    git(root, 'commit', '--quiet', '-m', 'Results');
    const { stderr } = run(root, data, '--only', 'dates', '--quick');
    expect(stderr).not.toContain('is kept from before');
    expect(reportIn(root)).toMatchObject({ isQuick: true, commit: git(root, 'rev-parse', 'HEAD').trim() });
    expect(readFileSync(join(root, 'docs/results.md'), 'utf8')).toContain('A quick run: a tenth of the questions');
  });

  it('that is interrupted writes what is measured, names the rest, and goes on the next time', async () => {
    const child = spawn(process.execPath, argsOf(root, data, '--only', 'dates,stories'), { stdio: 'pipe' });
    let output = '';
    child.stderr.on('data', (bytes) => {
      const before = output;
      output += String(bytes);
      if (output.includes('dates is measured') && !before.includes('dates is measured')) child.kill('SIGINT');
    });
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(130);
    expect(reportIn(root).sets).toMatchObject({
      dates: { n: 1 },
      stories: { error: expect.stringMatching(/^the run was interrupted (in|before) it$/) },
    });
    expect(run(root, data, '--only', 'dates').stderr).toContain('dates is kept from before');
  });

  it('measures other data anew', () => {
    filesIn(data, { 'dates/specs.jsonl': `${JSON.stringify({ ...DAY, results: RESULTS })}\n`.repeat(2) });
    expect(run(root, data, '--only', 'dates').stderr).toContain('dates is measured');
    expect(reportIn(root).sets['dates']).toMatchObject({ n: 2 });
  });

  it('refuses a working tree with changes', () => {
    filesIn(root, { 'src/recall/index.ts': 'export const changed = 1;\n', 'src/new.ts': '' });
    const { status, stderr } = run(root, data, '--only', 'dates');
    expect(status).toBe(2);
    expect(stderr).toContain('board: the working tree has changes (src/recall/index.ts, src/new.ts): commit or stash');
  });

  it('refuses a part that does not exist, and a folder that is no repository', () => {
    expect(run(root, data, '--only', 'dats').stderr).toContain('no part is named dats: there are stories, ');
    const { status, stderr } = run(temporaryFolder(), data, '--only', 'dates');
    expect([status, stderr]).toEqual([2, expect.stringContaining('board: git status failed: ')]);
  });
});
