import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SYSTEMS, type System } from './catalog.ts';
import { measurePeers, type PeersReport, type SystemReport } from './main.ts';

const SPEED = { sizes: [100, 1200], growMs: 2000, warmRecalls: 1, recalls: 2, recorded: 4 };
const [keywords] = SYSTEMS.filter(({ name }) => name === 'keyword search') as [System];
const broken = (script: URL, packages: readonly string[] = []): System => ({
  ...{ name: basename(script.pathname, '.ts'), script, packages, embeds: false, settings: 'none' },
});
const folder = mkdtempSync(join(tmpdir(), 'peers-test-'));
const data = join(folder, 'data');
let systems: readonly SystemReport[];
const stages = new Set<string>();

const of = (name: string): SystemReport => systems.find((each) => each.name === name) as SystemReport;
const measured = (systems: readonly System[], limitMs = 30_000): Promise<PeersReport> =>
  measurePeers({
    ...{ data, folder, systems, quick: true, limitMs, speed: SPEED },
    progress: ({ stage }) => void stages.add(stage),
  });

beforeAll(async () => {
  const locomo = join(data, 'locomo');
  mkdirSync(locomo, { recursive: true });
  const session = (n: number, date: string, texts: string[]) => ({
    ...{ n, date },
    turns: texts.map((text, at) => ({ id: `D${n}:${at + 1}`, speaker: at % 2 === 0 ? 'Ana' : 'Ben', text })),
  });
  const sessions = [
    session(1, '1:56 pm on 8 May, 2023', ['I adopted a greyhound called Pixel.', 'Congratulations!']),
    session(2, '9:10 am on 2 June, 2023', ['My new kitchen is painted teal.', 'Nice colour.']),
  ];
  const chat = { sample_id: 'chat', speaker_a: 'Ana', speaker_b: 'Ben', sessions };
  const asked = { sample_id: 'chat', category: 4, question: 'What is the greyhound called?', evidence: ['D1:1'] };
  writeFileSync(join(locomo, 'conversations.jsonl'), `${JSON.stringify(chat)}\n`);
  writeFileSync(join(locomo, 'qa.jsonl'), `${JSON.stringify(asked)}\n`);
  const reports = await Promise.all([
    measured([
      broken(new URL('./broken/crashes.ts', import.meta.url)),
      broken(new URL('./broken/is-not-there.ts', import.meta.url)),
      keywords,
    ]),
    measured([broken(new URL('./broken/hangs.ts', import.meta.url))], 3000),
    measured([broken(new URL('./broken/answers-nothing.ts', import.meta.url))]),
    measured([broken(new URL('./broken/grows-slowly.ts', import.meta.url))]),
    measured([
      broken(new URL('./broken/does-not-install.ts', import.meta.url), ['souvenir-no-such-package@file:./no-such.tgz']),
    ]),
  ]);
  systems = reports.flatMap((report) => report.systems);
});
afterAll(() => rmSync(folder, { recursive: true }));

it('measures a system after two that are broken', () => {
  const { cells, error, version } = of('keyword search');
  expect(error).toBeUndefined();
  expect(version).toMatch(/^better-sqlite3-multiple-ciphers \d/);
  expect(cells).toMatchObject({ 'locomo.any@10': 100, 'locomo.recall@20': 100, 'stories.falseAnswers': 100 });
  for (const name of ['stories.hit@10', 'recall.ms@100', 'recall.cpu@100', 'record.ms'])
    expect(cells[name]).toBeGreaterThan(0);
});

it('names the exit code and the last words of a peer that crashes', () => {
  expect(of('crashes').cells['stories.hit@1']).toBe('ended by code 3: Error: the disk is on fire');
  expect(of('crashes').error).toContain('locomo: ended by code 3');
});

it('ends a peer that does not answer, and names the call', () => {
  for (const name of ['stories.hit@1', 'locomo.any@10', 'recall.ms@100'])
    expect(of('hangs').cells[name]).toMatch(/^no answer to \w+ within 3 s/);
});

it('gives no figures to a peer that answers nothing', () => {
  const { cells } = of('answers-nothing');
  expect(cells['stories.hit@10']).toMatch(/^answered nothing to any of \d+ questions$/);
  expect(cells['stories.falseAnswers']).toBe(cells['stories.hit@10']);
});

it('names the size that a slow peer reached, beside the figures below it', () => {
  const { cells } = of('grows-slowly');
  expect(cells['recall.ms@100']).toBeGreaterThan(0);
  expect(cells['recall.ms@1200']).toMatch(/^\d+ memories after 2 s$/);
});

it('names what is wrong with a peer that does not start or install', () => {
  expect(of('is-not-there').cells['stories.hit@1']).toMatch(/^ended by code 1: .*Cannot find module '…/);
  const { cells, error, version } = of('does-not-install');
  expect(version).toBe('not installed');
  expect(error).toBe('npm install failed: code ENOENT');
  expect(new Set(Object.values(cells))).toEqual(new Set([error]));
});

it('leaves no folder of a peer behind and keeps the figures of those that were measured to the end', async () => {
  expect(readdirSync(folder).filter((name) => name.startsWith('run-'))).toEqual([]);
  stages.clear();
  const again = await measured([keywords]);
  expect(again.systems).toEqual([of('keyword search')]);
  expect([...stages]).toEqual([]);
  expect(existsSync(join(folder, 'figures'))).toBe(true);
});
