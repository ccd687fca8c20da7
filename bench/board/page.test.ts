import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { DATASETS } from '../quality/measure.ts';
import type { Outcome } from '../quality/score/outcome.ts';
import { silenceOf } from '../quality/score/silence.ts';
import { INTRODUCTIONS, LOCKED } from './introductions.ts';
import { metricOf } from './metric.ts';
import { pageOf } from './page.ts';
import { picturesOf } from './pictures.ts';
import type { BoardReport } from './report.ts';
import { writeBoard } from './write-board.ts';

const answer = (confidence: number, first: 'right' | 'wrong', unanswerable?: string): Outcome => ({
  ...{ group: 'a', scores: {} },
  answer: { confidence, first, isSilent: confidence < 0.2, holds: first === 'right', unanswerable },
});
const silence = silenceOf([
  ...Array.from({ length: 4 }, () => answer(0.9, 'right')),
  answer(0.6, 'wrong'),
  answer(0.1, 'wrong', 'unanswerable'),
]);
const NOTHING = { error: 'not asked for in this run' };
const system = (name: string, cells: Record<string, number | string>, error?: string) => ({
  ...{ name, version: '1.2', settings: 'its defaults', cells, ...(error !== undefined && { error }) },
});

const report: BoardReport = {
  ...{ commit: 'abc123', date: '2026-02-03', isQuick: false, seconds: 61.4 },
  ...{ machine: { processor: 'Abacus, 3 cores' }, versions: { Node: 'v24' }, seeds: { 'seed of the intervals': 43 } },
  sets: {
    stories: {
      ...{ n: 6, seconds: 2, ...(silence && { silence }) },
      souvenir: {
        'hit@1': { value: 61.384, low: 58.69, high: 63.99 },
        staleAbove: { value: 20, low: 10, high: 30 },
        'updated.hit@1': { value: 50, low: 40, high: 60 },
        'other.hit@1': { value: 34.88, low: 26.5, high: 41.9 },
        'prompt.lines': { value: 2.687 },
      },
      keyword: { 'hit@1': { value: 21.6, low: 20, high: 23 } },
    },
    locomo: NOTHING,
  },
  speed: {
    ...{ seconds: 5, failures: ['cold'] },
    figures: [
      { name: 'recall p50, at 1,000', value: 31.24, unit: 'ms', hashes: 4.4 },
      { name: 'recall p50, at 10,000', value: 45, unit: 'ms', hashes: 6 },
      { name: 'disk a memory, at 1,000', value: 2100, unit: 'bytes' },
    ],
  },
  peers: {
    seconds: 9,
    systems: [
      system('Orama', { 'stories.hit@1': 40, 'recall.ms@1000': 3.21, bytes: 'keeps all in memory' }),
      system('Souvenir', { 'stories.hit@1': 61.4, 'recall.ms@1000': 31.2 }),
      system('mem0', {}, 'npm install failed'),
    ],
  },
};

describe('the page', () => {
  const page = pageOf(report, new Set(['growth.svg']));

  it('says where the figures come from, and what was not measured', () => {
    for (const fact of ['| commit | abc123 |', '| processor | Abacus, 3 cores |', '| seconds | 61 |', '| Node | v24 |'])
      expect(page).toContain(fact);
    expect(page).toContain('- locomo: not asked for in this run');
    expect(page).toContain('Not measured, as it failed: cold.');
  });

  it('shows figures with their intervals and meaning, and leaves figures by kind to the JSON', () => {
    expect(page).toContain('| `hit@1` | 61.4 (58.7 to 64) | 21.6 (20 to 23) | questions with a right memory');
    expect(page).toMatch(/\| `staleAbove` \| 20 \(10 to 30\) \| – \| .*\(lower is better\) \|/);
    expect(page).toContain('| `other.hit@1` | 34.9 (26.5 to 41.9) | – | in other languages: questions');
    expect(page).toContain('| `prompt.lines` | 2.7 |');
    expect(page).not.toContain('updated.hit@1');
  });

  it('shows silence by threshold, and how far confidence can be believed', () => {
    expect(page).toContain('| stories | **0.2** (default) | 100.0 | 20.0 | 0.0 | 0.0 | 20.0 |');
    expect(page).toContain('| stories | 0.95 | 0.0 | – | – | 0.0 | – |');
    expect(page).toContain('| 0.90 | 1.00 | 4 |');
    expect(page).toMatch(/16\.7 % of the questions have no answer\. The expected calibration error is 0\.183\./);
  });

  it('puts the engine first beside its peers, and says where one is better', () => {
    expect(page).toContain('|  | Souvenir | Orama | mem0 |');
    expect(page).toContain('| bytes a memory (lower is better) | – | keeps all in memory | – |');
    expect(page).toContain('- mem0 1.2: its defaults; failed: npm install failed');
    expect(page).toContain('- ms a recall at 1,000: Orama 3.21; Souvenir 31.2');
    expect(page).not.toContain('- stories: right memory first, %:');
  });

  it('has only the pictures that there are', () => {
    expect(page).toContain('(results/growth.svg)');
    expect(page).not.toContain('(results/risk-against-coverage.svg)');
  });
});

describe('the pictures', () => {
  const pictures = picturesOf(report);

  it('have a point for each system and a line for each set and cost, in light and dark, and say so in words', () => {
    expect([...pictures.keys()]).toEqual(['quality-against-time.svg', 'risk-against-coverage.svg', 'growth.svg']);
    const [quality, risk, growth] = [...pictures.values()];
    expect(quality).toContain('Orama: 40 % in 3.21 ms. Souvenir: 61.4 % in 31.2 ms.');
    expect(quality?.match(/<circle [^>]*r="5"/g)).toHaveLength(4);
    expect(risk).toContain('at the default threshold 20.0 % of the answers hold nothing right');
    expect(risk?.match(/ ring"/g)).toHaveLength(1);
    expect(growth).toContain('recall p50: 31.2 ms at 1000, 45.0 ms at 10000.');
    for (const svg of pictures.values()) {
      expect(svg).toContain('prefers-color-scheme: dark');
      expect(svg).not.toMatch(/NaN|Infinity|undefined/);
    }
  });

  it('are left out where nothing was measured', () => {
    const { peers: _, speed: __, ...rest } = report;
    expect([...picturesOf({ ...rest, sets: {}, peers: NOTHING, speed: NOTHING }).keys()]).toEqual([]);
  });
});

describe('a run that is a claim', () => {
  const FILE = new URL('../../src/recall/measured-errors.ts', import.meta.url);
  const sure = silenceOf([
    ...Array.from({ length: 150 }, () => answer(0.9, 'right')),
    ...Array.from({ length: 50 }, () => answer(0.3, 'wrong')),
  ]);

  function written(isClaim: boolean) {
    const root = temporaryFolder();
    mkdirSync(join(root, 'src', 'recall'), { recursive: true });
    copyFileSync(FILE, join(root, 'src', 'recall', 'measured-errors.ts'));
    writeFileSync(join(root, 'README.md'), 'Before\n\n<!-- the first picture of npm run board -->\n\nAfter\n');
    const stories = { n: 200, seconds: 1, souvenir: {}, ...(sure && { silence: sure }) };
    const own = { ...report, sets: { ...report.sets, stories } };
    for (const _ of [1, 2]) writeBoard(own, root, { isClaim });
    const read = (path: string) => readFileSync(join(root, path), 'utf8');
    return { errors: read('src/recall/measured-errors.ts'), readme: read('README.md') };
  }

  it('writes the table of errors, and shows its first picture in the README', () => {
    const { errors, readme } = written(true);
    expect(errors).toMatch(
      /^\/\/ Measured at abc123\nexport const MEASURED_ERRORS: readonly MeasuredError\[\] = \[\n {2}\{/m,
    );
    expect(errors).toContain('  { threshold: 0.2, error: 0.250, coverage: 1.000 },\n');
    expect(errors).toContain('  { threshold: 0.9, error: 0.000, coverage: 0.750 },\n];\n');
    expect(errors).not.toContain('threshold: 0.92');
    expect(readme).toBe(
      'Before\n\n![Quality of each system against its milliseconds a recall](docs/results/quality-against-time.svg)\n\nAfter\n',
    );
  });

  it('is not one that is quick or of other stories: it writes neither', () => {
    const { errors, readme } = written(false);
    expect(errors).toBe(readFileSync(FILE, 'utf8'));
    expect(readme).toContain('<!-- the first picture');
  });
});

it('every set has an introduction, and a part of the board', () => {
  expect(Object.keys(INTRODUCTIONS).filter((name) => name !== LOCKED)).toEqual(Object.keys(DATASETS));
});

it('a metric is known by its name, also in a section of its set', () => {
  expect(metricOf('session.frac@20')?.meaning).toMatch(/^by session: share of the right sources among the first 20/);
  expect(metricOf('silent.otherRenamed')?.better).toBe('higher');
  expect(metricOf('silent.answerable')?.better).toBe('lower');
  expect(metricOf('updated.hit@1')).toBeUndefined();
  expect(metricOf('unheard-of')).toBeUndefined();
});
