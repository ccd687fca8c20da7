import { expect, test } from 'vitest';
import type { Store } from '../../../src/contracts/store.ts';
import { ids, memory, OWNER } from './samples.ts';

export function textCases(current: () => Store): void {
  const keep = (contents: Record<string, string>) =>
    current().write(OWNER, { memories: Object.entries(contents).map(([id, content]) => memory(id, { content })) });
  const search = (...terms: string[]) => current().searchText(OWNER, { terms, filter: {}, limit: 20 });
  const results = async (...terms: string[]) => ids(await search(...terms)).sort();

  test('text search finds other forms of a word', async () => {
    await keep({ a: 'Two rabbits were hiding', b: 'It compiled at last', c: 'He runs daily', d: 'nothing here' });
    expect(await results('rabbit')).toEqual(['a']);
    expect(await results('compile')).toEqual(['b']);
    expect(await results('compiling')).toEqual(['b']);
    expect(await results('RUNNING')).toEqual(['c']);
  });

  test('text search needs only one of the words', async () => {
    await keep({ a: 'alpha beta', b: 'beta gamma', c: 'delta' });
    expect(await results('alpha', 'gamma', 'unknown')).toEqual(['a', 'b']);
    expect(await results('unknown')).toEqual([]);
    expect(await results()).toEqual([]);
  });

  test('text search ranks more and rarer words in shorter texts first', async () => {
    await keep({
      both: 'the zebra met the quokka',
      rare: 'the quokka sat',
      long: `the quokka ${'and then some more words '.repeat(10)}`,
      common: 'the zebra sat',
      other: 'the zebra ate',
      more: 'the zebra ran',
      filler1: 'the end',
      filler2: 'the start',
      filler3: 'some words that help nobody',
    });
    const hits = await search('zebra', 'quokka');
    expect(ids(hits).slice(0, 2)).toEqual(['both', 'rare']);
    expect(hits.every(({ score }) => score > 0)).toBe(true);
    expect(hits).toEqual([...hits].sort((a, b) => b.score - a.score));
    expect(ids(hits).indexOf('rare')).toBeLessThan(ids(hits).indexOf('long'));
  });

  test('text search reports the score of each word, a repeated one once', async () => {
    await keep({ a: 'alpha beta', b: 'beta gamma', c: 'delta' });
    const hits = await search('alpha', 'beta', 'BETAS', 'unknown');
    expect(hits.map(({ memoryId }) => memoryId)).toEqual(['a', 'b']);
    for (const { score, matches } of hits) {
      expect(matches).toHaveLength(4);
      expect(matches.reduce((sum, match) => sum + match, 0)).toBeCloseTo(score, 10);
      expect(matches.slice(2)).toEqual([0, 0]);
    }
    expect(hits.map(({ matches }) => matches.map((match) => match > 0))).toEqual([
      [true, true, false, false],
      [false, true, false, false],
    ]);
  });

  test('text search scores a word of every memory above 0', async () => {
    await keep({ a: 'same word', b: 'same word', c: 'same word' });
    const hits = await search('same');
    expect(hits).toHaveLength(3);
    expect(hits.every(({ score }) => score > 0)).toBe(true);
  });

  test('text search respects the limit', async () => {
    await keep(Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`m${n}`, `word number${n}`])));
    expect(await current().searchText(OWNER, { terms: ['word'], filter: {}, limit: 7 })).toHaveLength(7);
    expect(await current().searchText(OWNER, { terms: ['word'], filter: {}, limit: 0 })).toEqual([]);
  });

  test('text search finds words of other languages, with or without accents', async () => {
    await keep({ a: 'Das Café in München', b: 'Москва слезам не верит', c: '東京タワーに行きました', d: 'नमस्ते दुनिया' });
    expect(await results('cafe')).toEqual(['a']);
    expect(await results('MÜNCHEN')).toEqual(['a']);
    expect(await results('москва')).toEqual(['b']);
    expect(await results('東京')).toEqual(['c']);
    expect(await results('दुनिया')).toEqual(['d']);
  });

  test('text search splits a term of several words', async () => {
    await keep({ a: 'We met in New York', b: 'C++ and snake_case, e-mail' });
    expect(await results('new york')).toEqual(['a']);
    expect(await results('snake_case')).toEqual(['b']);
  });

  test.for([
    '"',
    '""',
    '"unclosed',
    "'; drop table memories; --",
    'alpha OR beta',
    'NOT',
    'AND',
    'NEAR(alpha beta)',
    'content:alpha',
    '{a b}:',
    '^alpha',
    'alpha*',
    '*',
    '-alpha',
    '+',
    '(',
    ')',
    'a\0b',
    '\0',
    '\\',
    '🦊',
    '👩‍👩‍👧‍👦',
    '\ud800',
    '',
    '   ',
    '%',
    '_',
    'ﷺ',
    '\u202e',
    'a'.repeat(100_000),
    'é'.repeat(10_000),
  ])('text search accepts the term %j', async (term) => {
    await keep({ a: 'alpha and beta', b: 'nothing' });
    const hits = await search(term);
    expect(hits.every(({ memoryId }) => memoryId === 'a')).toBe(true);
    expect(await results(term, 'nothing')).toContain('b');
  });

  test('text search treats operators as words', async () => {
    await keep({ a: 'alpha', b: 'beta', c: 'this or that' });
    expect(await results('alpha', 'OR', 'beta')).toEqual(['a', 'b', 'c']);
    expect(await results('alpha', 'NOT', 'beta')).toEqual(['a', 'b']);
  });

  test('a very common word neither hides nor outweighs a rare one', async () => {
    await keep(Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`m${n}`, `Ana said thing number ${n}`])));
    await keep({ rare: 'the beehives of Ana' });
    expect((await search('ana', 'beehives'))[0]?.memoryId).toBe('rare');
    expect((await search('ana')).length).toBeGreaterThan(0);
    expect(await results('beehives')).toEqual(['rare']);
  });

  test('text search accepts 10,000 terms', async () => {
    await keep({ a: 'needle', b: 'hay' });
    const terms = Array.from({ length: 10_000 }, (_, n) => `term${n}`);
    expect(await results(...terms, 'needle')).toEqual(['a']);
    expect(await results(...terms)).toEqual([]);
  });

  test('text search follows changed and forgotten memories', async () => {
    await keep({ a: 'alpha', b: 'alpha' });
    await current().write(OWNER, { updates: [{ id: 'a', content: 'beta' }] });
    expect(await results('alpha')).toEqual(['b']);
    expect(await results('beta')).toEqual(['a']);
    await current().write(OWNER, { updates: [{ id: 'b', status: 'forgotten' }] });
    expect(await results('alpha')).toEqual([]);
    await current().write(OWNER, { updates: [{ id: 'b', status: 'active' }] });
    expect(await results('alpha')).toEqual(['b']);
    const few = { filter: { sessionId: 'one' }, limit: 20 };
    await current().write(OWNER, {
      memories: [memory('c', { content: 'alpha', sessionId: 'one', status: 'forgotten' })],
    });
    expect(await current().searchText(OWNER, { terms: ['alpha'], ...few })).toEqual([]);
  });

  test('text search sees the latest write', async () => {
    for (let n = 0; n < 20; n++) {
      await keep({ [`m${n}`]: `shared only${n}` });
      expect(await results('shared')).toHaveLength(n + 1);
      expect(await results(`only${n}`)).toEqual([`m${n}`]);
    }
  });
}
