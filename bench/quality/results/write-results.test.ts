import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { readMeasured } from './measured.ts';
import { metricOf } from './metric.ts';
import type { RunFacts } from './run-facts.ts';
import { writeResults } from './write-results.ts';

const facts: RunFacts = { commit: 'abc1234 + changes', node: 'v24.0.0', cpu: 'Abacus', cores: 3, date: '2025-02-03' };

const locomo = {
  ...{ dataset: 'locomo', n: 7, seconds: 1.5 },
  metrics: { 'any@10': 80, mrr: 61.5 },
  keyword: { 'any@10': 50, mrr: 40 },
};
const silence = {
  ...{ dataset: 'silence', n: 9, seconds: 2 },
  metrics: { 'auroc.locomo': 0.75, 'auroc.beam': null, 'empty.answerable': 4, 'empty.other': 90 },
  keyword: { 'auroc.locomo': 0.5, 'auroc.beam': null, 'empty.answerable': 0, 'empty.other': 1 },
};
const counts = { ...{ dataset: 'a<b', n: 1, seconds: 0 }, metrics: { per100turns: 12 } };

function written(...lines: readonly object[]) {
  const out = temporaryFolder();
  const json = join(out, 'run.jsonl');
  writeFileSync(json, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const write = () => writeResults(readMeasured(json), facts, out);
  write();
  const read = (...names: string[]) => readFileSync(join(out, ...names), 'utf8');
  return { out, write, page: read('results.md'), svg: (name: string) => read('results', `${name}.svg`) };
}

describe('the page', () => {
  it('has a table of every configuration measured', () => {
    const { page } = written(locomo);
    expect(page).toContain('| metric | Souvenir | keyword search | what it says |');
    expect(page).toContain('| `any@10` | 80 | 50 | questions with at least one right source among the first 10 |');
    expect(page).toContain('![Bars of every figure in the table below](results/locomo.svg)');
    expect(page).toContain('n 7, 1.5 s.');
  });

  it('says where the figures come from and how to get them', () => {
    const { page } = written(locomo);
    for (const fact of ['abc1234 + changes', 'v24.0.0', 'Abacus, 3 cores', '2025-02-03']) expect(page).toContain(fact);
    expect(page).toContain('npm run bench:quality -- --dataset all --data DIR --json FILE');
  });

  it('marks metrics where less is better, and shows a dash for a missing figure', () => {
    const { page } = written(silence);
    expect(page).toMatch(/\| `empty\.answerable` \| 4 \| 0 \| .*\(lower is better\) \|/);
    expect(page).not.toMatch(/`empty\.other`.*lower/);
    expect(page).toContain('| `auroc.beam` | – | – |');
  });

  it('uses the last run of a dataset and omits an empty plot', () => {
    const { page, out } = written(locomo, counts, { ...locomo, n: 8 });
    expect(page.match(/^## locomo$/gm)).toHaveLength(1);
    expect(page).toContain('n 8, ');
    expect(page).toContain('## a<b');
    expect(existsSync(join(out, 'results', 'a<b.svg'))).toBe(false);
  });
});

describe('a plot', () => {
  it('has bars in proportion to the scale of their metric', () => {
    const bars = [
      ...written(silence)
        .svg('silence')
        .matchAll(/<rect class="souvenir".*? width="([\d.]+)" height="10" rx="2"\/>\n/g),
    ];
    expect(bars.map(([, width]) => Number(width))).toEqual([315, 16.8, 378]);
  });

  it('has a text alternative and colours for light and dark', () => {
    const svg = written(locomo).svg('locomo');
    expect(svg).toContain('<title id="title">locomo</title>');
    expect(svg).toContain('any@10: Souvenir 80, keyword search 50.');
    expect(svg).toContain('prefers-color-scheme: dark');
  });

  it('is removed with its dataset', () => {
    const { out, write } = written(locomo);
    writeFileSync(join(out, 'results', 'old.svg'), '');
    write();
    expect(existsSync(join(out, 'results', 'old.svg'))).toBe(false);
  });
});

it('a metric is known by its name', () => {
  expect(metricOf('session.frac@10')).toMatchObject({ better: 'higher', scale: 100 });
  expect(metricOf('empty.realmem').better).toBe('lower');
  expect(metricOf('empty.otherRenamed').better).toBe('higher');
  expect(metricOf('unheard-of')).toEqual({ name: 'unheard-of', meaning: '', better: 'neither' });
});
