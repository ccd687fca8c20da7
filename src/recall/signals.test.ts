import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { memory, minute, OWNER } from '../../test/conformance/store/samples.ts';
import type { Store } from '../contracts/store.ts';
import { english } from '../languages/english/english.ts';
import { memoryStore } from '../stores/memory/memory-store.ts';
import { plan } from './plan.ts';
import { hubDamping, searchEntities, timeSignal } from './signals.ts';

const ENGLISH = english();

describe('the damping of hubs', () => {
  it('keeps one mention, halves ten, and nearly removes thousands', () => {
    expect(hubDamping(0)).toBe(1);
    expect(hubDamping(1)).toBe(1);
    expect(hubDamping(11)).toBe(0.5);
    expect(hubDamping(5000)).toBeLessThan(0.01);
  });
});

describe('the entity signal', () => {
  let store: Store;
  const search = async (query: string, limit = 100) => {
    const hits = await searchEntities(OWNER, plan(query, {}, minute(1_000), ENGLISH), { store, limit });
    return new Map(hits.map(({ memoryId, score }) => [memoryId, score]));
  };

  beforeEach(async () => {
    store = memoryStore();
    await store.open();
    await store.write(OWNER, {
      entities: ['Ana', 'Basil', 'Porto'].map((name) => ({ id: name, name, type: 'concept' })),
      relationships: [{ fromId: 'Basil', toId: 'Porto', relation: 'from', confidence: 0.6, updatedAt: minute(0) }],
      memories: [
        ...Array.from({ length: 200 }, (_, at) => memory(`ana-${at}`, { entityIds: ['Ana'], createdAt: minute(at) })),
        memory('basil', { entityIds: ['Basil'], createdAt: minute(-9) }),
        memory('porto', { entityIds: ['Porto'], createdAt: minute(-9) }),
      ],
    });
  });

  it('is strongest for named entities, weaker for related ones, and 0 otherwise', async () => {
    expect(await search('what does Basil eat')).toEqual(
      new Map([
        ['basil', 1],
        ['porto', 0.6],
      ]),
    );
    expect(await search('what to eat')).toEqual(new Map());
  });

  it('follows a relationship while its memory is true, also as of a moment', async () => {
    const tie = { fromId: 'Basil', toId: 'Porto', relation: 'from', confidence: 0.6, updatedAt: minute(0) };
    await store.write(OWNER, { relationships: [{ ...tie, memoryId: 'basil' }] });
    expect((await search('what does Basil eat')).get('porto')).toBe(0.6);
    await store.write(OWNER, { at: minute(50), updates: [{ id: 'basil', status: 'superseded' }] });
    expect((await search('what does Basil eat')).get('porto')).toBeUndefined();
    const then = { store, limit: 100 };
    const hits = await searchEntities(OWNER, plan('Basil', { asOf: minute(40) }, minute(1_000), ENGLISH), then);
    expect(hits.map(({ memoryId }) => memoryId)).toContain('porto');
  });

  it('is weak for an entity that all memories mention, and does not hide others', async () => {
    const matches = await search('Ana and Basil');
    expect(matches.get('basil')).toBe(1);
    expect(matches.get('ana-199')).toBeLessThan(0.4);
  });

  it('follows only some relationships of a hub, weakly', async () => {
    const names = Array.from({ length: 60 }, (_, at) => `friend${at}`);
    await store.write(OWNER, {
      entities: names.map((name) => ({ id: name, name, type: 'person' })),
      relationships: names.map((name) => ({
        fromId: 'Basil',
        toId: name,
        relation: 'knows',
        confidence: 1,
        updatedAt: minute(0),
      })),
      memories: names.map((name) => memory(name, { entityIds: [name] })),
    });
    const matches = await search('Basil');
    expect(matches.get('basil')).toBe(1);
    expect(matches.size).toBeLessThan(20);
    expect(Math.max(...names.map((name) => matches.get(name) ?? 0))).toBeLessThan(0.5);
  });
});

describe('the time signal', () => {
  const window = { from: new Date('2023-05-01T00:00:00Z'), to: new Date('2023-05-07T23:59:59Z') };

  it('is 1 inside the period, ends included, and fades outside', () => {
    expect(timeSignal(window.from, window)).toBe(1);
    expect(timeSignal(window.to, window)).toBe(1);
    const [near, far] = ['2023-04-28', '2022-04-28'].map((day) => timeSignal(new Date(day), window));
    expect(near).toBeLessThan(1);
    expect(near).toBeGreaterThan(0.5);
    expect(far).toBeLessThan(0.01);
  });

  it('is always between 0 and 1', () => {
    const moment = fc.date({ noInvalidDate: true });
    fc.assert(
      fc.property(moment, moment, moment, (at, one, other) => {
        const [from, to] = one <= other ? [one, other] : [other, one];
        const signal = timeSignal(at, { from, to });
        expect(signal).toBeGreaterThanOrEqual(0);
        expect(signal).toBeLessThanOrEqual(1);
      }),
    );
  });
});
