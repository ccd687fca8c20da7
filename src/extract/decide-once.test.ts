import { expect, it } from 'vitest';
import type { ComparedStatement, Judge } from '../reconcile/compare-statements.ts';
import { type DecidedPairs, decideOnce } from './decide-once.ts';

const stored = (id: string, text = id): ComparedStatement => ({ id, text, occurredAt: new Date(0), isStored: true });
const matches = (id: string): ComparedStatement => ({ id, text: id, occurredAt: new Date(1) });
const pair = (older: number, newer: number) => ({ older, newer });

/** A judge that says what it is given, one after another, and what it was shown. */
function judging(...answers: Awaited<ReturnType<Judge>>[]) {
  const shown: string[][] = [];
  const decided: DecidedPairs = new Map();
  const judge = decideOnce(async ({ statements }) => {
    shown.push(statements.map(({ text }) => text));
    return answers.shift();
  }, decided);
  return { judge, shown };
}

it('A pair is decided once and reused in other lists', async () => {
  const { judge, shown } = judging([{ older: 0, newer: 2, is: 'replaces' }]);
  const first = { statements: [stored('oak'), stored('elm'), matches('ash')], near: [pair(0, 2), pair(1, 2)] };
  expect(await judge(first)).toEqual([{ older: 0, newer: 2, is: 'replaces' }]);
  expect(await judge({ statements: [stored('elm'), stored('oak'), matches('ash')], near: [pair(1, 2)] })).toEqual([
    { older: 1, newer: 2, is: 'replaces' },
  ]);
  expect(shown).toEqual([['oak', 'elm', 'ash']]);
});

it('Only statements of undecided pairs are sent, renumbered', async () => {
  const { judge, shown } = judging([], [{ older: 0, newer: 1, is: 'same' }]);
  await judge({ statements: [stored('oak'), matches('ash')], near: [pair(0, 1)] });
  const more = { statements: [stored('oak'), stored('elm'), matches('ash')], near: [pair(0, 2), pair(1, 2)] };
  expect(await judge(more)).toEqual([{ older: 1, newer: 2, is: 'same' }]);
  expect(shown).toEqual([
    ['oak', 'ash'],
    ['elm', 'ash'],
  ]);
});

it('A pair is decided again if one statement changed', async () => {
  const { judge, shown } = judging([], []);
  await judge({ statements: [stored('a', 'oak'), matches('ash')], near: [pair(0, 1)] });
  await judge({ statements: [stored('a', 'elm'), matches('ash')], near: [pair(0, 1)] });
  expect(shown).toHaveLength(2);
});

it('A rejected decision is neither repeated nor believed', async () => {
  const { judge, shown } = judging(undefined, []);
  const comparison = { statements: [stored('oak'), matches('ash')], near: [pair(0, 1)] };
  expect(await judge(comparison)).toBeUndefined();
  expect(await judge(comparison)).toBeUndefined();
  expect(shown).toHaveLength(1);
});
