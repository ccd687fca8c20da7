import { expect, test } from 'vitest';
import { watched } from '../../test/faults/watched.ts';
import { NameSearch, names } from './name-search.ts';

test.each<[string, string, boolean]>([
  ['I saw bob near the lake.', 'Bob', true],
  ['BOB’s boat, (Bob-like)', 'bob', true],
  ['Bobby and abob and bob2', 'Bob', false],
  ['Bobby saw Bob', 'Bob', true],
  ['She met Ana\n  María.', 'ana maría', true],
  ['Ask O’Brien.', "O'Brien", true],
  ['She met Ana Maríana.', 'ana maría', false],
  ['Вчера звонил Иван.', 'иван', true],
  ['Вчера звонил Иванов.', 'иван', false],
  ['昨日田中さんと会った', '田中', true],
  ['민수는 학생이다', '민수', true],
  ['我和Tom去了', 'tom', true],
  ['राम घर गया', 'राम', true],
  ['रामा घर गई', 'राम', false],
  ['𝒜bob', 'bob', false],
  ['', 'bob', false],
])('the text %j contains the name %j: %s', (text, name, isNamed) => expect(names(text, name)).toBe(isNamed));

test('a name across two texts is not found', async () => {
  const search = new NameSearch(['ada byron']);
  expect(await search.isInAny(['about Ada', 'Byron wrote'])).toBe(false);
  expect(await search.isInAny(['nobody', 'about Ada   Byron'])).toBe(true);
});

test('a search for many names in many texts yields to other work', async () => {
  const search = new NameSearch(Array.from({ length: 100 }, (_, n) => 'a'.repeat(n + 1)));
  const texts = ['a'.repeat(1_000_000), ...Array.from({ length: 20_000 }, (_, n) => `Nobody ${n}`)];
  let isMatch = true;
  const { cpuMs, longestCpuMs, turns } = await watched(async () => {
    isMatch = await search.isInAny(texts);
  });
  expect(isMatch).toBe(false);
  expect(turns).toBeGreaterThan(10);
  expect(longestCpuMs).toBeLessThan(cpuMs / 4);
});
