import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysAgo, idsOf, NOW, scored } from '../../test/support/candidates.ts';
import { english } from '../languages/english/english.ts';
import type { Memory } from '../model/memory.ts';
import { currentFirst } from './current.ts';
import { plan } from './plan.ts';
import type { Scored } from './scored.ts';

const ENGLISH = english();

const PRESENT = 'How many chapters of the novel are done?';
const asked = (query: string) => plan(query, {}, NOW, ENGLISH);

const by = { role: 'user', speaker: 'Ana' };
const older = (score = 1, more: Partial<Memory> = {}) =>
  scored('older', score, {
    content: 'I have 12 chapters of the novel done.',
    createdAt: daysAgo(20),
    metadata: by,
    ...more,
  });
const newer = (score = 0.8, more: Partial<Memory> = {}) =>
  scored('newer', score, {
    content: 'The novel is now at 15 chapters done.',
    createdAt: daysAgo(2),
    metadata: by,
    ...more,
  });
const order = (items: readonly Scored[], query = PRESENT) => idsOf(currentFirst(items, asked(query)));

describe('a later figure', () => {
  it('goes above the earlier one where the query asks for what holds now', () => {
    expect(order([older(), newer()])).toEqual(['newer', 'older']);
  });

  it('is lifted just above it, and the breakdown tells', () => {
    const between = scored('between', 0.9);
    const [first, second, third] = currentFirst([older(), between, newer()], asked(PRESENT));
    expect([first?.memory.id, second?.memory.id, third?.memory.id]).toEqual(['newer', 'older', 'between']);
    expect(first?.score).toBeGreaterThan(1);
    expect(first?.score).toBeLessThan(1.001);
    expect(first?.breakdown.adjustments.current).toBeCloseTo((first?.score ?? 0) / 0.8, 10);
    expect(second).toMatchObject({ score: 1, breakdown: { adjustments: { current: 1 } } });
  });

  it('goes above every earlier one, the latest first', () => {
    const latest = scored('latest', 0.7, {
      content: 'Novel update: 19 chapters done.',
      createdAt: daysAgo(1),
      metadata: by,
    });
    expect(order([older(), newer(), latest])).toEqual(['latest', 'newer', 'older']);
  });

  it('may be said by someone of whom nothing is known', () => {
    expect(order([older(1, { metadata: {} }), newer(0.8, { metadata: {} })])).toEqual(['newer', 'older']);
  });

  it('is told by the sentence that has most to do with the query, code left out', () => {
    const aside = 'Now the cat is 15. I have chapters of the novel done.';
    const coded = 'I have chapters of the novel done.\n```\nnow 15 chapters of the novel done\n```';
    const vague = 'The novel now has more chapters done. My cat is 15.';
    expect(order([older(), newer(0.8, { content: aside })])).toEqual(['older', 'newer']);
    expect(order([older(), newer(0.8, { content: vague })])).toEqual(['older', 'newer']);
    expect(order([older(), newer(0.8, { content: coded })])).toEqual(['older', 'newer']);
    expect(order([older(), newer(0.8, { content: 'The cat sleeps. Now 15 chapters of the novel.' })])).toEqual([
      'newer',
      'older',
    ]);
  });

  it.each<[string, Scored, Scored, string?]>([
    ['the query asks for the past', older(), newer(), 'How many chapters of the novel were done?'],
    ['the query asks for no value', older(), newer(), 'Tell me about the chapters of the novel done'],
    ['someone else said it', older(), newer(0.8, { metadata: { ...by, speaker: 'Ben' } })],
    ['another role said it', older(1, { metadata: { role: 'assistant' } }), newer(0.8, { metadata: { role: 'user' } })],
    [
      'an assistant said it',
      older(1, { metadata: { role: 'assistant' } }),
      newer(0.8, { metadata: { role: 'assistant' } }),
    ],
    ['the earlier one holds no figure', older(1, { content: 'I have chapters of the novel done.' }), newer()],
    ['it holds no figure', older(), newer(0.8, { content: 'The novel is now at more chapters done.' })],
    ['it tells of no change', older(), newer(0.8, { content: 'The novel is at 15 chapters done.' })],
    ['it is about something else', older(), newer(0.8, { content: 'The rent is now 15 coins.' })],
    ['it is too weak', older(), newer(0.59)],
    ['it is not later', older(), newer(0.8, { createdAt: daysAgo(20) })],
  ])('stays where it is where %s', (_, first, second, query) => {
    expect(order([first, second], query)).toEqual(['older', 'newer']);
  });

  it('stays where it is behind the best two dozen', () => {
    const others = Array.from({ length: 23 }, (_, at) => scored(`other ${at}`, 0.95 - at / 1000));
    expect(order([older(), ...others.slice(1), newer()])[0]).toBe('newer');
    expect(order([older(), ...others, newer()])[0]).toBe('older');
  });
});

describe('a superseded memory', () => {
  const past = (id: string, score: number, supersededBy?: string) =>
    scored(id, score, { content: `${id} without a figure`, ...(supersededBy !== undefined && { supersededBy }) });

  it.each([PRESENT, 'What was it before?', 'anything'])('is below its successor for %j', (query) => {
    const [first, second, third] = currentFirst(
      [past('old', 0.9, 'new'), past('x', 0.5), past('new', 0.1)],
      asked(query),
    );
    expect(idsOf([first, second, third] as Scored[])).toEqual(['new', 'old', 'x']);
    expect(first?.breakdown.adjustments.current).toBeCloseTo((first?.score ?? 0) / 0.1, 10);
  });

  it('stays where it is without its successor, or below it', () => {
    expect(order([past('old', 0.9, 'new'), past('x', 0.5)])).toEqual(['old', 'x']);
    const below = [past('new', 0.9), past('old', 0.5, 'new')];
    expect(currentFirst(below, asked(PRESENT))).toEqual(below);
  });

  it('is below all that came after it', () => {
    expect(order([past('a', 0.9, 'b'), past('b', 0.5, 'c'), past('c', 0.1)])).toEqual(['c', 'b', 'a']);
  });

  it('may lead in a circle', () => {
    expect(order([past('a', 0.9, 'b'), past('b', 0.5, 'a'), past('c', 0.1, 'c')])).toHaveLength(3);
  });

  it('has a successor that tells a finite factor, even where it scored nothing', () => {
    const items = currentFirst([past('old', 0.9, 'new'), past('new', 0)], asked(PRESENT));
    expect(idsOf(items)).toEqual(['new', 'old']);
    expect(items.every(({ breakdown }) => Number.isFinite(breakdown.adjustments.current))).toBe(true);
  });
});

it('nothing is lost or lowered, and the rest keeps its order', () => {
  const given = fc.array(
    fc.record({
      score: fc.double({ min: 0, max: 2, noNaN: true }),
      content: fc.constantFrom('12 chapters of the novel done', 'now 15 chapters of the novel', 'the cat sleeps'),
      days: fc.nat(5),
      next: fc.option(fc.nat(9), { nil: undefined }),
    }),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(given, (all) => {
      const items = all
        .map(({ score, content, days, next }, at) =>
          scored(`${at}`, score, {
            content,
            createdAt: daysAgo(days),
            ...(next !== undefined && { supersededBy: `${next}` }),
          }),
        )
        .toSorted((a, b) => b.score - a.score);
      const result = currentFirst(items, asked(PRESENT));
      expect(idsOf(result).toSorted()).toEqual(idsOf(items).toSorted());
      const scores = result.map(({ score }) => score);
      expect(scores).toEqual(scores.toSorted((a, b) => b - a));
      for (const { memory, score } of result)
        expect(score).toBeGreaterThanOrEqual(items.find((item) => item.memory.id === memory.id)?.score ?? Infinity);
      const untouched = new Set(items.filter((item) => result.includes(item)).map(({ memory }) => memory.id));
      const left = (each: readonly Scored[]) => idsOf(each).filter((id) => untouched.has(id));
      expect(left(result)).toEqual(left(items));
    }),
  );
});
