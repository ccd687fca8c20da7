import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OWNER } from '../../test/conformance/store/samples.ts';
import { english } from '../languages/english/english.ts';
import { filteredTo, plan, readableOf, timeWindowOf } from './plan.ts';

const ENGLISH = english();

const NOW = new Date('2026-06-01T00:00:00Z');
/** As far as clocks may differ. */
const SOON = new Date('2026-06-01T00:01:00Z');
const MARCH = new Date('2026-03-01T00:00:00Z');
const APRIL = new Date('2026-04-01T00:00:00Z');

describe('plan', () => {
  it('limits the size of a query', () => {
    const { terms, query } = plan(
      readableOf(Array.from({ length: 100_000 }, (_, at) => `w${at}`).join(' ')),
      {},
      NOW,
      ENGLISH,
    );
    expect(query.length).toBe(4000);
    expect(terms).toHaveLength(64);
  });

  it('reads the period and keeps its words', () => {
    const planned = plan('What did we discuss about the boat in March 2026?', {}, NOW, ENGLISH);
    expect(planned).toMatchObject({ mode: 'relevant', isListing: false, time: { from: MARCH } });
    expect(planned.terms).toEqual(expect.arrayContaining(['discuss', 'march', '2026']));
    expect(planned.filter).toEqual({ statuses: ['active'], validAt: SOON });
  });

  it('lists a period if the query asks for nothing else', () => {
    const planned = plan('What did we discuss in March 2026?', {}, NOW, ENGLISH);
    expect(planned).toMatchObject({ mode: 'temporal', isListing: true, filter: { within: { from: MARCH } } });
  });

  it('searches by the focus of the query and reads intent from all of it', () => {
    const planned = plan('Hey, can you remind me how to bleed the radiators? It is cold.', {}, NOW, ENGLISH);
    expect(planned).toMatchObject({ intent: { asksForChange: false, talk: 0.5 } });
    expect(planned.about).toBe('how to bleed the radiators? It is cold.');
    expect(planned.terms).toContain('radiators');
    expect(planned.terms).not.toContain('remind');
  });

  it('embeds a bounded part of a long query', () => {
    const { about } = plan('The rabbits sleep. '.repeat(200), {}, NOW, ENGLISH);
    expect(about.length).toBeGreaterThan(200);
    expect(about.length).toBeLessThan(700);
  });

  it('knows which terms name people', () => {
    const { terms, people } = plan('Did Sarah Miller meet David in Lisbon?', {}, NOW, ENGLISH);
    expect(people.map((named) => named.map((at) => terms[at]))).toEqual([['sarah', 'miller'], ['david']]);
    expect(plan('What is David’s job?', {}, NOW, ENGLISH)).toMatchObject({ terms: ['david', 'job'], people: [[0]] });
    expect(plan('did the ferry leave?', {}, NOW, ENGLISH).people).toEqual([]);
  });

  it('never fails, whatever the text', () => {
    const hostile = [
      '\0',
      'a\0b',
      '🦊',
      '👩‍👩‍👧‍👦',
      '\ud800',
      '\u202e',
      'since since before',
      '99999999999999/99/99',
      'last '.repeat(999),
    ];
    const texts = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.constantFrom(...hostile));
    fc.assert(fc.property(texts, (text) => void plan(readableOf(text), {}, NOW, ENGLISH)));
    for (const text of hostile) plan(readableOf(text.repeat(1_000_000 / text.length)), {}, NOW, ENGLISH);
  });
});

describe('the filter of a plan', () => {
  it('accepts memories that are active and true now, or as of a moment', () => {
    expect(plan('x', {}, NOW, ENGLISH).filter).toEqual({ statuses: ['active'], validAt: SOON });
    expect(plan('x', { asOf: MARCH }, NOW, ENGLISH).filter).toEqual({
      ...{ asOf: MARCH, statuses: ['active'], validAt: MARCH },
    });
    expect(plan('x', { asOf: MARCH, include: ['archived'] }, NOW, ENGLISH).filter.statuses).toEqual([
      'active',
      'archived',
    ]);
  });

  it('accepts inactive memories on request, and never future ones', () => {
    expect(plan('x', { include: ['archived'] }, NOW, ENGLISH).filter).toEqual({
      statuses: ['active', 'archived'],
      validAt: SOON,
    });
    for (const status of ['superseded', 'expired'] as const) {
      const { filter } = plan('x', { include: [status] }, NOW, ENGLISH);
      expect(filter).toEqual({ statuses: ['active', status], within: { to: SOON } });
    }
  });

  it('uses the given period, with the mode temporal by default', () => {
    const { mode, filter } = plan('x', { from: MARCH, to: APRIL }, NOW, ENGLISH);
    expect({ mode, filter }).toMatchObject({ mode: 'temporal', filter: { within: { from: MARCH, to: APRIL } } });
    expect(plan('x', { from: MARCH }, NOW, ENGLISH).filter.within).toEqual({ from: MARCH });
    expect(plan('x', { to: APRIL, mode: 'recent' }, NOW, ENGLISH)).toMatchObject({
      mode: 'recent',
      filter: { within: { to: APRIL } },
    });
    expect(plan('x', { to: new Date('2030-01-01'), include: ['expired'] }, NOW, ENGLISH).filter.within).toEqual({
      to: SOON,
    });
  });

  it('uses the period of the query in the mode temporal', () => {
    const march = { from: MARCH, to: new Date(APRIL.getTime() - 1) };
    expect(plan('trips in March 2026', { mode: 'temporal' }, NOW, ENGLISH).filter.within).toEqual(march);
    expect(plan('trips', { mode: 'temporal' }, NOW, ENGLISH).filter.within).toBeUndefined();
  });
});

describe('a listing plan', () => {
  it('is made for every mode except relevant without a query', () => {
    expect(plan(readableOf(' '), {}, NOW, ENGLISH).isListing).toBe(false);
    expect(plan(readableOf(' '), { mode: 'recent' }, NOW, ENGLISH).isListing).toBe(true);
    expect(plan('x', { mode: 'recent' }, NOW, ENGLISH).isListing).toBe(false);
    expect(plan('', { mode: 'recent', queryVector: new Float32Array([1]) }, NOW, ENGLISH).isListing).toBe(false);
  });
});

const MONDAY = new Date('2023-05-08T15:30:00.000Z');
const shown = (query: string): string | undefined => {
  const window = timeWindowOf(query, MONDAY, ENGLISH);
  return window && `${window.from.toISOString()} ${window.to.toISOString()}`;
};

describe('the period in a query', () => {
  it.each([
    ['What did we discuss last week?', '2023-05-01T00:00:00.000Z', '2023-05-07T23:59:59.999Z'],
    ['What did I do yesterday?', '2023-05-07T00:00:00.000Z', '2023-05-07T23:59:59.999Z'],
    ['what happened this year', '2023-01-01T00:00:00.000Z', MONDAY.toISOString()],
    ['what changed since Friday', '2023-05-05T00:00:00.000Z', MONDAY.toISOString()],
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
  ])('is absent in %j', (query) => expect(timeWindowOf(query, MONDAY, ENGLISH)).toBeUndefined());
});

it.each<[string[] | undefined, string[] | undefined, string[] | undefined]>([
  [undefined, undefined, undefined],
  [['durable'], undefined, ['durable']],
  [undefined, ['durable'], ['durable']],
  [['durable', 'task'], ['task', 'tool'], ['task']],
  [['durable'], ['tool'], []],
])('a call for components %j in a space of %j reads %j', (asked, open, components) => {
  const filter = { types: ['semantic' as const], ...(asked && { components: asked }) };
  const space = { owner: OWNER, ...(open && { components: open }) };
  expect(filteredTo(filter, space)).toEqual({ ...filter, ...(components && { components }) });
});

it('components that a space excludes are not read', () => {
  expect(filteredTo({}, { owner: OWNER, except: ['durable'] })).toEqual({ exceptComponents: ['durable'] });
});
