import { describe, expect, it } from 'vitest';
import { candidate, NOW, said } from '../../test/support/candidates.ts';
import { english } from '../languages/english/english.ts';
import type { Candidate } from './gather.ts';
import { plan } from './plan.ts';
import { surroundingsOf } from './surroundings.ts';

const ENGLISH = english();

/** Its terms are boat, harbour and Ana, in this order. */
const planned = plan('boat harbour Ana', {}, NOW, ENGLISH);
const around = (candidates: readonly Candidate[], query = planned) => {
  const read = surroundingsOf(candidates, query);
  return Object.fromEntries(candidates.map((each) => [each.memory.id, read(each)]));
};

describe('the window', () => {
  it('takes a missing word from the turn before or after, at 0.8', () => {
    const { a, b, c } = around([
      candidate('a', { matches: [0.3, 0, 0] }, said(1)),
      candidate('b', { matches: [0, 0.2, 0] }, said(2)),
      candidate('c', { matches: [0, 0, 0.1] }, said(3)),
    ]);
    expect(a?.window).toBeCloseTo(0.3 + 0.8 * 0.2, 10);
    expect(b?.window).toBeCloseTo(0.2 + 0.8 * 0.3 + 0.8 * 0.1, 10);
    expect(c?.window).toBeCloseTo(0.1 + 0.8 * 0.2, 10);
  });

  it('counts a word once, at the best it is worth', () => {
    const { a, b } = around([
      candidate('a', { matches: [0.3, 0, 0] }, said(1)),
      candidate('b', { matches: [0.1, 0, 0] }, said(2)),
    ]);
    expect(a?.window).toBeCloseTo(0.3, 10);
    expect(b?.window).toBeCloseTo(0.24, 10);
  });

  it('does not reach into another session, another agent, or past one turn', () => {
    const { a } = around([
      candidate('a', { matches: [0.3, 0, 0] }, said(1)),
      candidate('session', { matches: [0, 0.2, 0] }, said(2, '', 't')),
      candidate('agent', { matches: [0, 0.2, 0] }, { ...said(2), agentId: 'other' }),
      candidate('later', { matches: [0, 0.2, 0] }, said(3)),
    ]);
    expect(a?.window).toBeCloseTo(0.3, 10);
  });

  it('of a fact is that of the turn it was drawn from, but lends its own words to none', () => {
    const fact = { ...said(2), type: 'semantic', component: 'durable' } as const;
    const { before, fact: drawn } = around([
      candidate('before', { matches: [0.3, 0, 0], vector: 0.4 }, said(1)),
      candidate('fact', { matches: [0, 0.2, 0], vector: 0.9 }, fact),
      candidate('after', { matches: [0, 0, 0.1], vector: 0.6 }, said(3)),
    ]);
    expect(drawn?.window).toBeCloseTo(0.2 + 0.8 * 0.3 + 0.8 * 0.1, 10);
    expect(drawn?.near).toBe(0.6);
    expect(before).toMatchObject({ window: 0.3, near: 0 });
  });

  it('needs a session', () => {
    const place = (position: number) => ({ provenance: { episodeIds: [], turnIds: [], position } });
    const { a } = around([
      candidate('a', { matches: [0.3, 0, 0] }, place(1)),
      candidate('b', { matches: [0, 0.2, 0], vector: 0.5 }, place(2)),
    ]);
    expect(a).toMatchObject({ window: 0.3, near: 0 });
  });

  it('is what the memory itself holds where it is no turn', () => {
    const { a, b } = around([
      candidate('a', { matches: [0.3, 0, 0], text: 0.3 }),
      candidate('b', { matches: [0, 0.2, 0], text: 0.2 }, { sessionId: 's' }),
    ]);
    expect([a?.window, a?.session, b?.window]).toEqual([0.3, 0.3, 0.2]);
  });
});

describe('the session', () => {
  it('holds every word that one of its turns holds, whatever component keeps it', () => {
    const { a, b, other } = around([
      candidate('a', { matches: [0.3, 0, 0] }, said(1)),
      candidate('b', { matches: [0.1, 0.2, 0] }, { ...said(9), component: 'other' }),
      candidate('other', { matches: [0, 0, 0.4] }, said(1, '', 't')),
    ]);
    expect(a?.session).toBeCloseTo(0.5, 10);
    expect(b?.session).toBeCloseTo(0.5, 10);
    expect(other?.session).toBeCloseTo(0.4, 10);
  });
});

describe('near and far', () => {
  it('are the best cosines one and two turns away', () => {
    const { c } = around([
      candidate('a', { vector: 0.9 }, said(1)),
      candidate('b', { vector: 0.2 }, said(2)),
      candidate('c', { vector: 0.5 }, said(3)),
      candidate('d', { vector: 0.4 }, said(4)),
      candidate('e', { vector: 0.1 }, said(5)),
      candidate('f', { vector: 1 }, said(6)),
    ]);
    expect(c).toMatchObject({ near: 0.4, far: 0.9 });
  });

  it('are 0 where nothing is there, or it means the opposite', () => {
    const { a, b } = around([candidate('a', { vector: 0.5 }, said(1)), candidate('b', { vector: -0.5 }, said(2))]);
    expect(a).toMatchObject({ near: 0, far: 0 });
    expect(b).toMatchObject({ near: 0.5, far: 0 });
  });
});

describe('the speaker', () => {
  const told = [
    candidate('ana', {}, said(1, 'Ana Lima')),
    candidate('ben', {}, said(2, 'Ben')),
    candidate('nobody', {}, said(3)),
  ];
  const speakers = (query: string) =>
    Object.values(around(told, plan(query, {}, NOW, ENGLISH))).map(({ speaker }) => speaker);

  it.each([
    ['What does Ana like?', [1, -1, 0]],
    ['WHAT DOES LIMA LIKE?', [1, -1, 0]],
    ['What is Ana’s job?', [1, -1, 0]],
    ['Did Ana call Ben?', [1, 1, 0]],
    ['What does she like?', [0, 0, 0]],
    ['Did Carla call?', [0, 0, 0]],
    ['Who likes bananas?', [0, 0, 0]],
  ])('for %j', (query, expected) => {
    expect(speakers(query)).toEqual(expected);
  });
});

describe('the words', () => {
  it('leave out the names of those who speak', () => {
    const { a, b } = around([
      candidate('a', { matches: [0.3, 0.2, 0.1] }, said(1, 'Ben')),
      candidate('b', { matches: [0, 0.2, 0.4] }, said(9, 'Ana Lima')),
    ]);
    expect(a?.words).toBeCloseTo(0.5, 10);
    expect(b?.words).toBeCloseTo(0.2, 10);
  });

  it('keep the names of those who do not', () => {
    const { a } = around([candidate('a', { matches: [0.3, 0.2, 0.1] }, said(1, 'Ben'))]);
    expect(a?.words).toBeCloseTo(0.6, 10);
  });
});
