import { describe, expect, it } from 'vitest';
import { metricsOf } from './outcome.ts';
import { isHit, isStaleAbove, type StoryAnswer, storyOutcome } from './story-metrics.ts';

const answer = (
  items: readonly (readonly string[])[],
  fields: Partial<StoryAnswer['question']> = {},
  confidence = 0.5,
  marked: readonly string[] = [],
): StoryAnswer => ({
  question: { kind: 'paraphrase', gold: ['new'], stale: ['old'], ...fields },
  ...{ story: 'one', items, withheld: [], confidence },
  lines: items.map((turns) => ({ turns, isMarked: turns.some((turn) => marked.includes(turn)) })),
});

describe('a hit', () => {
  it('is one answering turn among the first k items, whatever other sources the item has', () => {
    const matches = answer([['x'], ['y', 'new'], ['z']]);
    expect([1, 2, 3].map((k) => isHit(matches, k))).toEqual([false, true, true]);
  });

  it('of a question over several turns needs all of them, but any one at k = 1', () => {
    const half = answer([['a'], ['x'], ['c']], { kind: 'multihop', gold: ['a', 'b'] });
    expect([1, 3, 10].map((k) => isHit(half, k))).toEqual([true, false, false]);
    const whole = answer([['x'], ['a'], ['b']], { kind: 'multihop', gold: ['a', 'b'] });
    expect([1, 3, 10].map((k) => isHit(whole, k))).toEqual([false, true, true]);
  });
});

it.each([
  [[['old'], ['new']], true],
  [[['new'], ['old']], false],
  [[['old', 'new'], ['old']], false],
  [[['x'], ['old']], true],
  [[['x']], false],
  [[], false],
])('%j reports whether the outdated turn ranks above: %s', (items, above) => {
  expect(isStaleAbove(answer(items))).toBe(above);
});

it('story metrics count each language and each kind in it separately', () => {
  const answers = [
    answer([['new']], {}, 0.9),
    answer([], { kind: 'updated' }, 0.2),
    answer([], { kind: 'unanswerable', gold: [] }, 0.1),
    answer([['x'], ['new']], { section: 'cross' }, 0.4),
  ];
  const metrics = metricsOf(answers.map(storyOutcome));
  expect(metrics).toMatchObject({
    ...{ 'hit@1': 50, 'hit@10': 50, 'paraphrase.hit@1': 100, 'updated.hit@1': 0, 'updated.silent': 100, staleAbove: 0 },
    ...{ 'silent.answerable': 50, 'silent.unanswerable': 100, auroc: 1, 'cross.hit@1': 0, 'cross.hit@3': 100 },
    ...{ 'R@1': 50, 'cross.mrr': 50 },
  });
  expect(Object.keys(metrics).filter((name) => name.startsWith('other.') || name.endsWith('cross.auroc'))).toEqual([]);
});

it('an answer is judged by what recall would give at a threshold of 0 where it is silent', () => {
  const judged = (items: string[][], withheld: string[][], fields = {}) =>
    storyOutcome({ ...answer(items, fields), withheld }).answer;
  expect(judged([], [['old'], ['new']])).toMatchObject({ isSilent: true, first: 'outdated', holds: true });
  expect(judged([['new', 'old']], [])).toMatchObject({ isSilent: false, first: 'right', holds: true });
  expect(judged([['x']], [])).toMatchObject({ first: 'wrong', holds: false });
  expect(judged([['x']], [], { kind: 'unanswerable', gold: [] })).toMatchObject({
    unanswerable: 'unanswerable',
    holds: false,
  });
});

it('story metrics report answering prompt lines, prompts without one, and prompts with an unmarked outdated turn', () => {
  const updated = { kind: 'updated' };
  const answers = [
    answer([['new'], ['old']], updated),
    answer([['new'], ['old']], updated, 0.5, ['old']),
    answer([['x'], ['y']]),
    answer([['new', 'old']], updated),
    answer([], updated),
  ];
  const metrics = metricsOf(answers.map(storyOutcome));
  expect(metrics).toMatchObject({ 'prompt.missing': 25, 'prompt.stale': 25, 'marked.stale': 100, 'marked.right': 0 });
  expect(metrics['prompt.right']).toBeCloseTo(300 / 7);
});
