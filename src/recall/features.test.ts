import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { candidate, daysAgo, NOW, statement } from '../../test/support/candidates.ts';
import { english } from '../languages/english/english.ts';
import { type Memory, READ_BY_MODEL } from '../model/memory.ts';
import { recallConfigSchema } from './config.ts';
import { FEATURES, featuresOf, surroundingsOf } from './features.ts';
import type { Candidate } from './gather.ts';
import { plan } from './plan.ts';

const ENGLISH = english();

const { salience } = recallConfigSchema.parse({});
const read = (candidates: readonly Candidate[], query: string) =>
  featuresOf(candidates, plan(query, {}, NOW, ENGLISH), salience);

describe('features', () => {
  it('are the signals, with an opposite meaning as 0', () => {
    const results = candidate('a', { text: 0.3, vector: 0.4, entity: 0.7, time: 0.5 });
    const opposite = candidate('b', { vector: -0.4 });
    const [first, second] = read([results, opposite], 'boats?');
    expect(first).toMatchObject({ text: 0.3, vector: 0.4, entity: 0.7, time: 0.5 });
    expect(second).toMatchObject({ text: 0, vector: 0, entity: 0, time: 0 });
  });

  it('include recency if the query continues a conversation or asks for changes', () => {
    const candidates = [0, 21].map((days) => candidate(`${days}`, {}, { createdAt: daysAgo(days) }));
    const lately = (query: string) => read(candidates, query).map((features) => features.lately);
    expect(lately('We sold the boat.')).toEqual([1, expect.closeTo(0.5, 10)]);
    expect(lately('We sold the boat. What now?')[0]).toBeCloseTo(0.5, 10);
    expect(lately('Did we sell the boat?')).toEqual([0, 0]);
    expect(lately('What changed about the boat?')[0]).toBe(1);
  });

  it('treat the future as now', () => {
    expect(read([candidate('a', {}, { validAt: daysAgo(-30) })], 'We sold it at last.')[0]?.lately).toBe(1);
  });

  it('grow with salience', () => {
    const [often, never] = read([candidate('a', {}, { accessCount: 40 }), candidate('b')], 'boats?');
    expect(often?.salience).toBeGreaterThan(never?.salience ?? 1);
  });
});

describe('the share of unknown people in a query', () => {
  /** Its people are Marta and Oskar, each a term. */
  const planned = { ...plan('Marta Oskar boat?', {}, NOW, ENGLISH), people: [[0], [1]] };
  const stranger = (...matches: readonly number[][]) =>
    featuresOf(
      matches.map((each, at) => candidate(`${at}`, { matches: each })),
      planned,
      salience,
    ).map((features) => features.stranger);

  it('counts named people whom no candidate mentions', () => {
    expect(stranger([0.2, 0, 0.1], [0, 0.2, 0])).toEqual([0, 0]);
    expect(stranger([0.2, 0, 0.1], [0, 0, 0.3])).toEqual([0.5, 0.5]);
    expect(stranger([0, 0, 0.1], [])).toEqual([1, 1]);
  });

  it('recognises a person by any word of the name', () => {
    const full = { ...planned, people: [[0, 1]] };
    expect(featuresOf([candidate('a', { matches: [0, 0.1, 0] })], full, salience)[0]?.stranger).toBe(0);
  });

  it('is lower for a query that states something', () => {
    const of = (talk: number) =>
      featuresOf([candidate('a')], { ...planned, intent: { ...planned.intent, talk } }, salience)[0]?.stranger;
    expect([0, 0.5, 1].map(of)).toEqual([1, 0.5, 0]);
  });

  it('is 0 without named people', () => {
    expect(read([candidate('a')], 'boats?')[0]?.stranger).toBe(0);
  });
});

it('features are between 0 and 1, and the speaker is -1, 0 or 1, for any conversation', () => {
  const planned = plan('What did Ana tell Ben about the harbour. It rains.', {}, NOW, ENGLISH);
  /** No text reaches more than its share of a term, as in the index. */
  const share = fc.double({ min: 0, max: 1 / planned.terms.length, noNaN: true });
  const unit = fc.double({ min: 0, max: 1, noNaN: true });
  const terms = { minLength: planned.terms.length, maxLength: planned.terms.length };
  const turn = fc.record({
    matches: fc.oneof(fc.array(share, terms), fc.constant<number[]>([])),
    signals: fc.record({ vector: fc.double({ min: -1, max: 1, noNaN: true }), entity: unit, time: unit }),
    place: fc.oneof(
      fc
        .tuple(fc.nat(5), fc.constantFrom('', 'Ana', 'Ben Li', 'Cy'), fc.constantFrom('s', 't'))
        .map((at) => statement(...at)),
      fc.constant({}),
    ),
    age: fc.integer({ min: -50, max: 5000 }),
    accessCount: fc.nat(),
  });
  fc.assert(
    fc.property(fc.array(turn, { maxLength: 8 }), (turns) => {
      const candidates = turns.map(({ matches, signals, place, age, accessCount }, at) => {
        const text = matches.reduce((sum, match) => sum + match, 0);
        const fields = { ...place, accessCount, createdAt: daysAgo(age) };
        return candidate(`${at}`, { ...signals, text, matches }, fields);
      });
      for (const features of featuresOf(candidates, planned, salience)) {
        expect(Object.keys(features).toSorted()).toEqual([...FEATURES, 'words', 'stranger'].toSorted());
        const { speaker, ...others } = features;
        expect([-1, 0, 1]).toContain(speaker);
        for (const [name, value] of Object.entries(others))
          expect(value >= 0 && value <= 1 + 1e-9, `${name} is ${value}`).toBe(true);
        expect(features.window).toBeGreaterThanOrEqual(features.text - 1e-9);
        expect(features.session).toBeGreaterThanOrEqual(features.text - 1e-9);
        expect(features.words).toBeLessThanOrEqual(features.text + 1e-9);
      }
    }),
  );
});

/** Its terms are boat, harbour and Ana, in this order. */
const planned = plan('boat harbour Ana', {}, NOW, ENGLISH);
const around = (candidates: readonly Candidate[], query = planned) => {
  const read = surroundingsOf(candidates, query);
  return Object.fromEntries(candidates.map((each) => [each.memory.id, read(each)]));
};

describe('the feature of neighbouring words', () => {
  it('counts a missing word of an adjacent turn at 0.8', () => {
    const { a, b, c } = around([
      candidate('a', { matches: [0.3, 0, 0] }, statement(1)),
      candidate('b', { matches: [0, 0.2, 0] }, statement(2)),
      candidate('c', { matches: [0, 0, 0.1] }, statement(3)),
    ]);
    expect(a?.window).toBeCloseTo(0.3 + 0.8 * 0.2, 10);
    expect(b?.window).toBeCloseTo(0.2 + 0.8 * 0.3 + 0.8 * 0.1, 10);
    expect(c?.window).toBeCloseTo(0.1 + 0.8 * 0.2, 10);
  });

  it('counts a word once, at its highest value', () => {
    const { a, b } = around([
      candidate('a', { matches: [0.3, 0, 0] }, statement(1)),
      candidate('b', { matches: [0.1, 0, 0] }, statement(2)),
    ]);
    expect(a?.window).toBeCloseTo(0.3, 10);
    expect(b?.window).toBeCloseTo(0.24, 10);
  });

  it('is limited to adjacent turns of the same session and agent', () => {
    const { a } = around([
      candidate('a', { matches: [0.3, 0, 0] }, statement(1)),
      candidate('session', { matches: [0, 0.2, 0] }, statement(2, '', 't')),
      candidate('agent', { matches: [0, 0.2, 0] }, { ...statement(2), agentId: 'other' }),
      candidate('later', { matches: [0, 0.2, 0] }, statement(3)),
    ]);
    expect(a?.window).toBeCloseTo(0.3, 10);
  });

  it('of a fact is that of its source turn', () => {
    const fact = { ...statement(2), type: 'semantic', component: 'durable' } as const;
    const { before, fact: drawn } = around([
      candidate('before', { matches: [0.3, 0, 0], vector: 0.4 }, statement(1)),
      candidate('fact', { matches: [0, 0.2, 0], vector: 0.9 }, fact),
      candidate('after', { matches: [0, 0, 0.1], vector: 0.6 }, statement(3)),
    ]);
    expect(drawn?.window).toBeCloseTo(0.2 + 0.8 * 0.3 + 0.8 * 0.1, 10);
    expect(drawn).toMatchObject({ before: 0.4, after: 0.6 });
    expect(before).toMatchObject({ window: 0.3, after: 0 });
  });

  it('needs a session', () => {
    const place = (position: number) => ({ provenance: { episodeIds: [], turnIds: [], position } });
    const { a } = around([
      candidate('a', { matches: [0.3, 0, 0] }, place(1)),
      candidate('b', { matches: [0, 0.2, 0], vector: 0.5 }, place(2)),
    ]);
    expect(a).toMatchObject({ window: 0.3, after: 0 });
  });

  it('is that of the memory itself if it is not a turn', () => {
    const { a, b } = around([
      candidate('a', { matches: [0.3, 0, 0], text: 0.3 }),
      candidate('b', { matches: [0, 0.2, 0], text: 0.2 }, { sessionId: 's' }),
    ]);
    expect([a?.window, a?.session, b?.window]).toEqual([0.3, 0.3, 0.2]);
  });
});

describe('the feature of session words', () => {
  it('counts the words of all turns of the session in any component', () => {
    const { a, b, other } = around([
      candidate('a', { matches: [0.3, 0, 0] }, statement(1)),
      candidate('b', { matches: [0.1, 0.2, 0] }, { ...statement(9), component: 'other' }),
      candidate('other', { matches: [0, 0, 0.4] }, statement(1, '', 't')),
    ]);
    expect(a?.session).toBeCloseTo(0.5, 10);
    expect(b?.session).toBeCloseTo(0.5, 10);
    expect(other?.session).toBeCloseTo(0.4, 10);
  });
});

describe('the features of adjacent turns', () => {
  it('are the similarity of adjacent turns, at least 0', () => {
    const { a, b, c } = around([
      candidate('a', { vector: 0.4 }, statement(1)),
      candidate('b', { vector: -0.2 }, statement(2)),
      candidate('c', { vector: 0.5 }, statement(3)),
    ]);
    expect(a).toMatchObject({ before: 0, after: 0 });
    expect(b).toMatchObject({ before: 0.4, after: 0.5 });
    expect(c).toMatchObject({ before: 0, after: 0 });
  });
});

describe('the features of speaker, length and age', () => {
  const of = (memory: Partial<Memory>, changing?: number) =>
    featuresOf(
      [
        candidate('it', { vector: 0.5 }, memory),
        candidate('first', {}, { createdAt: daysAgo(10) }),
        candidate('last', {}),
      ],
      planned,
      recallConfigSchema.parse({}).salience,
      changing === undefined ? {} : { changing },
    )[0];

  it("prefer the user's words to the assistant's", () => {
    expect(of({ metadata: { role: 'user' } })?.voice).toBe(0);
    expect(of({})?.voice).toBe(0);
    expect(of({ metadata: { role: 'tool' } })?.voice).toBe(-0.5);
    expect(of({ metadata: { role: 'assistant' } })?.voice).toBe(-1);
  });

  it('grow with length up to a limit', () => {
    const lengths = [2, 20, 200, 1000, 5000].map((length) => of({ content: 'x'.repeat(length) })?.length ?? 0);
    expect(lengths).toEqual(lengths.toSorted((a, b) => a - b));
    expect(lengths.slice(-2)).toEqual([1, 1]);
  });

  it('rate newness between the first and the last candidate if the query asks for changes', () => {
    expect(of({ createdAt: daysAgo(10) }, 0.8)?.newer).toBe(0);
    const [tenDays, whole] = [0.4 + 0.6 / 3, 0.2];
    expect(of({ createdAt: daysAgo(5) }, 0.8)?.newer).toBeCloseTo(tenDays * whole, 2);
    expect(of({ createdAt: daysAgo(5) }, 0)?.newer).toBe(0);
  });

  it('rate newness lower if a language model read the session', () => {
    const provenance = { episodeIds: [], turnIds: [], learningContext: READ_BY_MODEL };
    const [reported, read] = [{}, { provenance }].map(
      (more) => of({ createdAt: daysAgo(5), ...more }, 0.8)?.newer ?? 0,
    );
    expect(read).toBeCloseTo(((reported ?? 0) * 2) / 3, 10);
    expect(read).toBeGreaterThan(0);
  });
});

it('word features are weighted by the number of query words', () => {
  const textOf = (query: string, vector = 0.1) =>
    featuresOf(
      [candidate('it', { text: 0.5, vector })],
      plan(query, {}, NOW, ENGLISH),
      recallConfigSchema.parse({}).salience,
    )[0]?.covered;
  expect(textOf('boat harbour Ana')).toBe(0);
  expect(textOf('boat harbour Ana', 0)).toBe(0.5);
  expect(textOf('boat harbour Ana ferry captain sails')).toBeCloseTo((0.5 * 3) / 8, 10);
});

describe('the speaker of a query', () => {
  const reported = [
    candidate('ana', {}, statement(1, 'Ana Lima')),
    candidate('ben', {}, statement(2, 'Ben')),
    candidate('nobody', {}, statement(3)),
  ];
  const speakers = (query: string) =>
    Object.values(around(reported, plan(query, {}, NOW, ENGLISH))).map(({ speaker }) => speaker);

  it.each([
    ['What does Ana like?', [1, -1, 0]],
    ['WHAT DOES LIMA LIKE?', [1, -1, 0]],
    ['What is Ana’s job?', [1, -1, 0]],
    ['Did Ana call Ben?', [1, 1, 0]],
    ['What does she like?', [0, 0, 0]],
    ['Did Carla call?', [0, 0, 0]],
    ['Who likes bananas?', [0, 0, 0]],
  ])('is read from %j', (query, expected) => {
    expect(speakers(query)).toEqual(expected);
  });
});

describe('the words of a query', () => {
  it('exclude the names of speakers', () => {
    const { a, b } = around([
      candidate('a', { matches: [0.3, 0.2, 0.1] }, statement(1, 'Ben')),
      candidate('b', { matches: [0, 0.2, 0.4] }, statement(9, 'Ana Lima')),
    ]);
    expect(a?.words).toBeCloseTo(0.5, 10);
    expect(b?.words).toBeCloseTo(0.2, 10);
  });

  it('keep other names', () => {
    const { a } = around([candidate('a', { matches: [0.3, 0.2, 0.1] }, statement(1, 'Ben'))]);
    expect(a?.words).toBeCloseTo(0.6, 10);
  });
});
