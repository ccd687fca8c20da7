import { expect, test } from 'vitest';
import { memory, minute } from '../conformance/store/samples.ts';
import { testServer } from '../support/postgres.ts';
import { brokenIn, missingIn } from './updates/histories.ts';
import { changeTogether } from './updates/updates.ts';

const server = await testServer();
const url = 'url' in server ? server.url : '';
const reason = 'missing' in server ? `: ${server.missing}` : '';

type Cause = { readonly kind: 'created' | 'updated' | 'corrected' | 'reinforced'; reason?: string; by?: string };
const version = (number: number, cause: Cause, confidence: number, status: 'active' | 'superseded' = 'active') => ({
  ...{ number, since: minute(number), cause, memory: memory('m', { confidence, status }) },
});
const added = version(1, { kind: 'created' }, 0.2);
const reinforced = (number: number, confidence: number) => version(number, { kind: 'reinforced' }, confidence);
const corrected = version(2, { kind: 'corrected', by: 'n' }, 0.2, 'superseded');
const brokenOf = (...history: (typeof added)[]) => [
  ...brokenIn(new Map([...Object.entries({ m: history, n: [version(1, { kind: 'created' }, 0.4)] })])),
];

test('a history is broken where a version does not follow from the one before it', () => {
  expect(brokenOf(added, reinforced(2, 0.24), reinforced(3, 0.278))).toEqual([]);
  expect(brokenOf(added, reinforced(2, 0.24), reinforced(3, 0.24))).toEqual(['reinforced from an older version: m 3']);
  expect(brokenOf(added, reinforced(3, 0.24))).toEqual(['gap in a history: m 3']);
  expect(brokenOf(added, corrected)).toEqual([]);
  expect(brokenOf(version(1, { kind: 'created' }, 0.6), corrected)).toEqual(['corrected from an older version: m 2']);
  expect(brokenOf(added, corrected, { ...corrected, number: 3 })).toEqual(['corrected twice: m 3']);
  expect(brokenOf(added, corrected, reinforced(3, 0.24))).toEqual(['reinforced although superseded: m 3']);
  expect(brokenOf(added, { ...corrected, cause: { kind: 'corrected', by: 'none' } })).toEqual([
    'correction without a successor: m 2',
  ]);
  const reworded = { ...reinforced(2, 0.24), memory: { ...added.memory, confidence: 0.24, content: 'other' } };
  expect(brokenOf(added, reworded)).toEqual(['words lost: m 2']);
});

test('a change is missing where no version has it for its cause, or two have', () => {
  const cause = (number: number) => version(number, { kind: 'updated', reason: 'change-7' }, 0.2);
  const missing = (...history: (typeof added)[]) => [...missingIn(new Map([['m', history]]), new Set(['change-7']))];
  expect(missing(added, cause(2))).toEqual([]);
  expect(missing(added)).toEqual(['not in the history: change-7']);
  expect(missing(added, cause(2), cause(3))).toEqual(['in the history more than once: change-7']);
});

test.skipIf(reason !== '')(
  `what two servers change at once follows from what was there, and is in the history once${reason}`,
  { tags: ['long'] },
  async () => {
    const { wrong, changes } = await changeTogether(url, 10, 200, 20260301);
    expect(changes).toBe(200);
    expect(wrong).toEqual([]);
  },
);
