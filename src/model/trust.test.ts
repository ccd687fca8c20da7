import { describe, expect, it } from 'vitest';
import { memory } from '../../test/conformance/store/samples.ts';
import { turn } from '../../test/support/turn.ts';
import type { StoredEpisode } from './episode.ts';
import { isBelow, isOfPerson, lowestTrust, type Trust, trustOf, trustOfMemory } from './trust.ts';

describe('the trust of an episode', () => {
  it.each<[Trust, Parameters<typeof turn>[1]]>([
    ['user', { role: 'user' }],
    ['user', { role: 'system' }],
    ['agent', { role: 'assistant' }],
    ['tool', { role: 'tool' }],
    ['tool', { role: 'user', type: 'toolResult' }],
    ['tool', { role: 'user', type: 'error' }],
    ['tool', { role: 'assistant', metadata: { tool: 'search' } }],
    ['document', { role: 'user', metadata: { trust: 'document' } }],
    ['import', { role: 'assistant', metadata: { trust: 'import' } }],
    ['tool', { role: 'tool', metadata: { trust: 'user' } }],
  ])('is %s of %j', (trust, fields) => expect(trustOf(turn('It rains.', fields))).toBe(trust));

  it("is personal for the user's own words, also imported, but not for pasted or returned text", () => {
    const isSpoken = (metadata: StoredEpisode['metadata'], type: 'conversation' | 'toolResult' = 'conversation') =>
      isOfPerson(turn('It rains.', { type, metadata }));
    expect([
      isSpoken({}),
      isSpoken({ trust: 'import' }),
      isSpoken({ trust: 'document' }),
      isSpoken({}, 'toolResult'),
    ]).toEqual([true, true, false, false]);
  });
});

describe('the trust of a memory', () => {
  const of = (fields: Parameters<typeof memory>[1]) => trustOfMemory(memory('a', fields));
  it('is the stored one, else of its speaker, else of its document', () => {
    expect(of({ metadata: {} })).toBe('user');
    expect(of({ metadata: { role: 'assistant' } })).toBe('agent');
    expect(of({ metadata: { role: 'assistant', trust: 'user' } })).toBe('user');
    expect(of({ metadata: { trust: 'not a level' } })).toBe('user');
    expect(of({ metadata: {}, provenance: { episodeIds: [], turnIds: [], documentId: 'handbook' } })).toBe('document');
  });

  it('is ordered from the user down to an import', () => {
    expect(lowestTrust(['agent', 'import', 'user'])).toBe('import');
    expect(lowestTrust([])).toBe('user');
    expect([isBelow('tool', 'agent'), isBelow('agent', 'agent'), isBelow('user', 'agent')]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
