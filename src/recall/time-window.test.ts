import { describe, expect, it } from 'vitest';
import { english } from '../languages/english/english.ts';
import { timeWindowOf } from './time-window.ts';

const ENGLISH = english();

/** A Monday. */
const NOW = new Date('2023-05-08T15:30:00.000Z');
const shown = (query: string): string | undefined => {
  const window = timeWindowOf(query, NOW, ENGLISH);
  return window && `${window.from.toISOString()} ${window.to.toISOString()}`;
};

describe('the time a query speaks of', () => {
  it.each([
    ['What did we discuss last week?', '2023-05-01T00:00:00.000Z', '2023-05-07T23:59:59.999Z'],
    ['What did I do yesterday?', '2023-05-07T00:00:00.000Z', '2023-05-07T23:59:59.999Z'],
    ['what happened this year', '2023-01-01T00:00:00.000Z', NOW.toISOString()],
    ['what changed since Friday', '2023-05-05T00:00:00.000Z', NOW.toISOString()],
    ['where did I live before 2015?', '1970-01-01T00:00:00.000Z', '2014-12-31T23:59:59.999Z'],
    ['what is on Thursday', '2023-05-04T00:00:00.000Z', '2023-05-04T23:59:59.999Z'],
    ['trips in May 2021 or July 2021', '2021-05-01T00:00:00.000Z', '2021-07-31T23:59:59.999Z'],
  ])('%s', (query, from, to) => expect(shown(query)).toBe(`${from} ${to}`));

  it.each([
    'Where does Ana live?',
    'What did I own before the move?',
    'what is planned for next week',
    'every Monday',
    '',
  ])('%j has none', (query) => expect(timeWindowOf(query, NOW, ENGLISH)).toBeUndefined());
});
