import { expect, it } from 'vitest';
import type { CodingPrompt, Decision } from '../read/read-coding.ts';
import { type CodingRun, codingMetrics, type InjectedItem } from './coding-metrics.ts';

const at = new Date('2026-05-01T09:00:00Z');
const item = (content: string, ...turns: string[]): InjectedItem => ({ content, turns });
const prompt = (relevant: string[], outdated: string[] = []): CodingPrompt => ({
  ...{ at, text: 'a prompt', relevant, outdated },
  needs: relevant.length > 0,
});
const run = (over: Partial<Pick<CodingRun, 'prompts' | 'block'>>, decisions: readonly Decision[] = []): CodingRun => ({
  history: { name: 'x1', writer: 'x', sessions: [], decisions, prompts: [] },
  block: { items: [], tokens: 0 },
  prompts: [],
  ...over,
});

it('An item of a relevant turn is precise, also if another of its turns is outdated', () => {
  const given = [
    { prompt: prompt(['t1', 't2'], ['t3']), items: [item('a', 't1', 't3'), item('b', 't3')], tokens: 40 },
    { prompt: prompt([]), items: [item('c', 't9')], tokens: 20 },
    { prompt: prompt([]), items: [], tokens: 0 },
  ];
  expect(codingMetrics([run({ prompts: given })])).toMatchObject({
    ...{ 'prompt.items': 3, 'prompt.recall': 50, 'prompt.helped': 100, 'prompt.needless': 50, 'prompt.tokens': 30 },
    'prompt.precision': expect.closeTo(33.3, 1),
    'prompt.outdated': expect.closeTo(33.3, 1),
  });
});

it('A decision counts by a line of its turn or by most of its words, a reversed one by both a turn and a word of it', () => {
  const decisions: Decision[] = [
    { text: 'Tests need Redis', turns: ['t1'], reversedBy: [] },
    { text: 'Staging is reset nightly', turns: ['t2'], reversedBy: [] },
    { text: 'Rate limit on bookings', turns: ['t3'], reversedBy: [] },
    { text: 'Package manager is pnpm', turns: ['t4'], reversedBy: ['t5'] },
    { text: 'Queue is BullMQ', turns: ['t6'], reversedBy: ['t7'] },
  ];
  const items = [
    item('start it first', 't1'),
    item('staging gets reset nightly at three', 't8'),
    item('pnpm, and no comments', 't4'),
    item('no comments', 't6'),
    item('BullMQ is out', 't6', 't7'),
  ];
  expect(codingMetrics([run({ block: { items, tokens: 90 } }, decisions)])).toMatchObject({
    'block.holds': expect.closeTo(66.7, 1),
    'block.reversed': 50,
    'block.tokens': 90,
  });
});
