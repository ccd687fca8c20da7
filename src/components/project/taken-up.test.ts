import { expect, test } from 'vitest';
import { type Exchange, takenUpAgain } from './taken-up.ts';

const others: Exchange[] = Array.from({ length: 20 }, (_, at) => ({
  ...{ id: `other${at}`, sessionId: `s${at}`, at: new Date(at) },
  terms: [`one${at}`, `two${at}`, `three${at}`, `four${at}`, 'test', 'file'],
  isQuestion: false,
}));
const exchange = (id: string, sessionId: string, at: number, terms: string): Exchange => ({
  ...{ id, sessionId, at: new Date(at), terms: terms.split(' '), isQuestion: false },
});
const older = exchange('older', 'a', 100, 'opt-level release profile cargo.toml z test');
const newer = exchange('newer', 'b', 200, 'opt-level cargo.toml s nightly red test');
const taken = (...exchanges: Exchange[]) => [...takenUpAgain([...others, ...exchanges])];

test('an exchange is taken up again by a later session that shares its rare terms', () => {
  expect(taken(older, newer)).toEqual([['older', 'newer']]);
  expect(taken(newer, older)).toEqual([['older', 'newer']]);
});

test('the nearest of several later sessions counts', () => {
  const nearer = exchange('nearer', 'c', 300, 'opt-level release profile cargo.toml test');
  expect(taken(older, newer, nearer)).toContainEqual(['older', 'nearer']);
});

test.each([
  ['terms that every exchange has', exchange('newer', 'b', 200, 'test file file queue worker')],
  ['the same session', { ...newer, sessionId: 'a' }],
  ['the same moment', { ...newer, at: older.at }],
  ['a question', { ...newer, isQuestion: true }],
])('%s take nothing up again', (_, later) => {
  expect(taken(older, later)).toEqual([]);
});

test('exchanges without terms are never taken up again', () => {
  const empty = (id: string, at: number): Exchange => ({ ...exchange(id, id, at, ''), terms: [] });
  expect(takenUpAgain([empty('a', 1), empty('b', 2)]).size).toBe(0);
});
