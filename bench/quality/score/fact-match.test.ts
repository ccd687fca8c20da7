import { describe, expect, it } from 'vitest';
import { matches } from './fact-match.ts';

const match = (left: string, right: string, units = ['1', '2']) =>
  matches({ text: left, units: ['2'] }, { text: right, units }, ['Ana', 'Ben']);

describe('a memory matches a fact', () => {
  const fact = 'Ana adopted two grey rabbits in Lisbon.';

  it('with the same content and turn in other word forms', () => {
    expect(match('Ana is adopting grey rabbits', fact)).toBe(true);
    expect(match('Ana is adopting grey rabbits', fact, ['3'])).toBe(false);
  });

  it('never with too few shared words', () => {
    expect(match('Ana loves animals of every kind', fact)).toBe(false);
  });

  it('never with other names, other numbers or a negation', () => {
    expect(match('Ben adopted two grey rabbits in Lisbon.', fact)).toBe(false);
    expect(match('Ana adopted two grey rabbits in Porto.', fact)).toBe(false);
    expect(match('Ana never adopted two grey rabbits in Lisbon.', fact)).toBe(false);
    expect(match("Ana didn't adopt two grey rabbits in Lisbon.", fact)).toBe(false);
    expect(match('Ana has 2 grey rabbits', 'Ana has 3 grey rabbits')).toBe(false);
    expect(match('Ana has grey rabbits', 'Ana has 3 grey rabbits')).toBe(true);
  });
});
