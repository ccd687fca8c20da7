import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memory, OWNER as SOMEBODY } from '../../test/conformance/store/samples.ts';
import { keeper } from '../../test/support/keeper.ts';
import { DAY, manualClock } from '../../test/support/manual-clock.ts';
import { sharedReader } from '../../test/support/shared-embedder.ts';
import { type Reported, tell as tellIn } from '../../test/support/tell.ts';
import { durable } from '../components/index.ts';
import type { Fading } from '../contracts/component.ts';
import { type Component, createSouvenir, defineAgent, type Memory, memoryStore } from '../index.ts';
import { DEFAULT_SESSION } from '../model/scope.ts';
import { sqliteStore } from '../stores/sqlite/sqlite-store.ts';
import { Events } from '../telemetry/events.ts';
import { age, expireEnded, faded } from './age.ts';

const START = new Date('2026-03-01T09:00:00Z');
const day = (count: number): Date => new Date(START.getTime() + count * DAY);
const dayOf = (moment: Date | undefined) => moment && (moment.getTime() - START.getTime()) / DAY;

/** Halves after ten idle days, and every five days from then on. */
const HALVING: Fading = { since: 'update', idleDays: 10, rate: 0.5, everyDays: 5 };

describe('fading of importance', () => {
  it.each<[string, Partial<Memory>, Partial<Fading>, number, object]>([
    ['begins when it was idle for long enough', {}, {}, 10, { importance: 0.5, fadedAt: 10 }],
    ['counts whole steps', {}, {}, 14.9, { importance: 0.5, fadedAt: 10 }],
    ['takes every step that is due', {}, {}, 31, { importance: 1 / 32, fadedAt: 30 }],
    ['goes on from where it stands', { fadedAt: day(10), importance: 0.5 }, {}, 21, { importance: 1 / 8, fadedAt: 20 }],
    ['begins anew after a change', { fadedAt: day(10), updatedAt: day(12) }, {}, 22, { importance: 0.5, fadedAt: 22 }],
    ['may be slower than its beginning', {}, { everyDays: 30 }, 39, { importance: 0.5, fadedAt: 10 }],
    ['minds no access', { lastAccessedAt: day(9) }, {}, 10, { importance: 0.5, fadedAt: 10 }],
    ['or only that', { lastAccessedAt: day(9) }, { since: 'access' }, 19, { importance: 0.5, fadedAt: 19 }],
    [
      'counts from its making until it is accessed',
      { updatedAt: day(5) },
      { since: 'access' },
      10,
      { importance: 0.5, fadedAt: 10 },
    ],
    ['stays active at the floor', {}, { floor: 0.25 }, 15, { importance: 0.25, fadedAt: 15 }],
    ['ends below it', {}, { floor: 0.26 }, 15, { importance: 0.25, fadedAt: 15, status: 'decayed' }],
  ])('%s', (_, fields, rule, now, expected) => {
    const made = memory('m', { importance: 1, createdAt: START, ...fields });
    const { fadedAt, ...rest } = faded(made, { ...HALVING, ...rule }, day(now));
    expect({ ...rest, fadedAt: dayOf(fadedAt as Date) }).toEqual({ id: 'm', ...expected });
  });

  it('gives the same result in many small runs as in one late run', async () => {
    const days = fc.integer({ min: 1, max: 20 });
    const rule = fc.record({
      since: fc.constantFrom('update' as const, 'access' as const),
      idleDays: days,
      everyDays: days,
      rate: fc.constantFrom(0.5, 0.8, 0.95),
      floor: fc.constantFrom(0, 0.2),
    });
    const leftBy = async (fading: Fading, moments: readonly number[]) => {
      const store = memoryStore();
      await store.open();
      await store.write(SOMEBODY, {
        memories: [memory('m', { component: 'keeper', importance: 0.9, createdAt: START })],
      });
      for (const moment of moments)
        await age(keeper({ fading: [fading] }), SOMEBODY, {
          store,
          clock: { now: () => day(moment) },
          events: new Events(),
          ends: new Map(),
        });
      const [left] = await store.getMemories(SOMEBODY, ['m']);
      if (left?.status === 'decayed') return 'decayed';
      return { importance: Number(left?.importance.toFixed(9)), fadedAt: dayOf(left?.fadedAt) };
    };
    const gaps = fc.array(fc.integer({ min: 0, max: 25 }), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(rule, gaps, async (fading, waits) => {
        const moments = waits.map((_, at) => waits.slice(0, at + 1).reduce((sum, wait) => sum + wait, 0));
        expect(await leftBy(fading, moments)).toEqual(await leftBy(fading, moments.slice(-1)));
      }),
    );
  });
});

describe.each([
  ['memoryStore', memoryStore],
  ['sqliteStore', () => sqliteStore({ path: ':memory:' })],
])('ageing on the %s store', (_, makeStore) => {
  const OWNER = { tenantId: 'default', userId: 'default', agentId: 'default' };

  async function setUp(...components: Component[]) {
    const store = makeStore();
    const clock = manualClock(START.toISOString());
    const agents = ['default', 'other'].map((id) =>
      defineAgent({ id, components, recall: { threshold: 0, minScoreShare: 0 }, consolidation: { minAgeMs: 0 } }),
    );
    const souvenir = await createSouvenir({ store, clock, agents, embedder: null, reader: sharedReader });
    const tell = async (...episodes: Reported[]) => {
      for (const episode of episodes) await tellIn(souvenir, episode);
      return souvenir.for().consolidate();
    };
    /** How many memories fade then. */
    const onDay = async (count: number) => {
      clock.set(day(count).toISOString());
      return (await souvenir.for().consolidate()).memoriesDecayed;
    };
    const stored = (owner = OWNER) => store.listMemories(owner, { filter: {}, limit: 100 });
    const active = async (owner = OWNER) =>
      (await stored(owner)).filter(({ status }) => status === 'active').map(({ content }) => content);
    return { store, clock, souvenir, tell, onDay, stored, active };
  }

  it('fades importance once per moment without a new version', async () => {
    const { tell, onDay, stored } = await setUp(keeper({ fading: [HALVING] }));
    await tell({ content: 'The gate is green.', importance: 0.8 });
    expect([await onDay(9.9), await onDay(10), await onDay(10), await onDay(14.9), await onDay(20)]).toEqual([
      0, 1, 0, 0, 1,
    ]);
    expect(await stored()).toMatchObject([
      { importance: expect.closeTo(0.1), status: 'active', updatedAt: START, fadedAt: day(20) },
    ]);
  });

  it('counts a recall as an access, not as a change', async () => {
    const sinceAccess = { ...HALVING, since: 'access' as const };
    const { tell, clock, souvenir, onDay, stored } = await setUp(
      keeper({ name: 'changed', fading: [HALVING] }),
      keeper({ name: 'accessed', fading: [sinceAccess] }),
    );
    await tell({ content: 'The gate is green.', importance: 0.8 });
    clock.advance(8 * DAY);
    for (const component of ['accessed', 'changed'])
      await souvenir.for().recall('green gate', { components: [component] });
    await souvenir.settled();
    await onDay(12);
    const importances = async () =>
      Object.fromEntries((await stored()).map(({ component, importance }) => [component, importance]));
    expect(await importances()).toEqual({ changed: 0.4, accessed: 0.8 });
    await onDay(18);
    expect(await importances()).toEqual({ changed: 0.2, accessed: 0.4 });
  });

  it('fades durable memories only without recall', async () => {
    const { tell, clock, souvenir, onDay } = await setUp(durable());
    await tell({ content: 'My sister lives in Porto.' });
    clock.advance(29 * DAY);
    expect((await souvenir.for().recall('Where does the sister live?')).items).toHaveLength(1);
    await souvenir.settled();
    expect([await onDay(31), await onDay(58.9), await onDay(59), await onDay(89)]).toEqual([0, 0, 1, 1]);
  });

  it('marks memories below the floor as decayed, and recall drops them', async () => {
    const { tell, onDay, stored, souvenir } = await setUp(keeper({ fading: [{ ...HALVING, floor: 0.3 }] }));
    await tell({ content: 'The gate is green.', importance: 0.8 });
    expect([await onDay(10), await onDay(15), await onDay(40)]).toEqual([1, 1, 0]);
    expect(await stored()).toMatchObject([{ status: 'decayed', updatedAt: START }]);
    expect((await souvenir.for().recall('the green gate')).items).toEqual([]);
  });

  it('fades a memory by the first rule for its category or for all', async () => {
    const rule = (rate: number, categories?: string[]): Fading => ({
      ...HALVING,
      rate,
      ...(categories && { categories }),
    });
    const eager: Fading = { ...rule(0.2, ['fact']), idleDays: 1, everyDays: 1 };
    const fading = [rule(0.5, ['rumour', 'guess']), rule(0.1, ['guess']), rule(0.8), eager];
    const { tell, onDay, stored } = await setUp(keeper({ fading }));
    await tell(
      ...['rumour', 'guess', 'fact'].map((category) => ({
        content: `A ${category}.`,
        importance: 1,
        metadata: { category },
      })),
    );
    expect([await onDay(5), await onDay(15)]).toEqual([0, 3]);
    const left = (await stored()).map(({ category, importance }) => [category, importance]);
    expect(Object.fromEntries(left)).toEqual({ rumour: 0.25, guess: 0.25, fact: expect.closeTo(0.64) });
  });

  it('fades more memories than one page holds', async () => {
    const { store, onDay } = await setUp(keeper({ fading: [{ ...HALVING, floor: 0.3 }] }));
    const many = Array.from({ length: 1203 }, (_, at) =>
      memory(`m${at}`, { ...OWNER, component: 'keeper', createdAt: START }),
    );
    await store.write(OWNER, { memories: many });
    expect([await onDay(10), (await store.stats(OWNER)).memories.decayed]).toEqual([1203, 1203]);
  });

  it('expires session-bound memories when the session ends', async () => {
    const { tell, clock, souvenir, stored } = await setUp(
      keeper({ name: 'task', endsWithSession: true }),
      keeper({ name: 'lasting' }),
    );
    await tell({ content: 'Paint the gate.', sessionId: 'paint' }, { content: 'Mow the lawn.', sessionId: 'mow' });
    clock.advance(DAY);
    await souvenir.for({ sessionId: 'paint' }).sessions.end();
    clock.advance(DAY);
    await souvenir.for().consolidate();
    const removed = (await stored()).filter(({ status }) => status !== 'active');
    expect(removed).toMatchObject([
      { component: 'task', content: 'Paint the gate.', status: 'expired', invalidAt: day(1), updatedAt: day(1) },
    ]);
  });

  it('expires memories as of the start of the next session, even if noticed late', async () => {
    const { tell, clock, souvenir, stored } = await setUp(keeper({ endsWithSession: true }));
    await tell({ content: 'Paint the gate.', sessionId: 'paint' });
    clock.advance(DAY);
    await souvenir.for({ sessionId: 'mow' }).record({ content: 'Mow the lawn.' });
    clock.advance(DAY);
    expect(await souvenir.for().consolidate()).toMatchObject({ sessionsEnded: 1, memoriesExpired: 1 });
    expect(await stored()).toMatchObject([
      { content: 'Paint the gate.', status: 'expired', invalidAt: day(1), updatedAt: day(2) },
      { content: 'Mow the lawn.', status: 'active' },
    ]);
  });

  it('expires memories that the last consolidation of an ended session touched', () => {
    const touched = { createdAt: day(0), updatedAt: day(3) };
    const page = ['paint', DEFAULT_SESSION].map((sessionId) => memory(sessionId, { ...OWNER, sessionId, ...touched }));
    const ends = new Map(page.map(({ id }) => [id, day(2)] as const));
    expect(expireEnded(page, OWNER, ends, day(4)).map(({ id }) => id)).toEqual(['paint']);
  });

  it('keeps memories recorded after a session ended until it ends again', async () => {
    const { tell, clock, souvenir, stored, active } = await setUp(keeper({ endsWithSession: true }));
    await tell({ content: 'Paint the gate.' });
    await souvenir.for().sessions.end();
    clock.advance(DAY);
    await tell({ content: 'And the fence.' });
    expect(await active()).toEqual(['And the fence.']);
    clock.advance(DAY);
    expect((await souvenir.for().sessions.end()).memoriesExpired).toBe(1);
    expect((await stored()).map(({ invalidAt }) => dayOf(invalidAt))).toEqual([0, 2]);
  });

  it('expires in a shared memory only memories of the agent of that session', async () => {
    const { souvenir, active } = await setUp(keeper({ endsWithSession: true, sharedAs: 'house' }));
    for (const agentId of ['default', 'other']) {
      await souvenir.for({ agentId }).record({ content: `Told by ${agentId}.` });
      await souvenir.for({ agentId }).consolidate();
    }
    await souvenir.for({ agentId: 'other' }).sessions.end();
    await souvenir.for().consolidate();
    expect(await active({ ...OWNER, agentId: 'shared:house' })).toEqual(['Told by default.']);
  });

  it.each([
    ['session', ['a 0.9', 'a 0.5', 'b 0.3', 'b 0.2']],
    ['owner', ['a 0.9', 'a 0.5']],
  ] as const)('keeps the most important memories up to a limit per %s', async (per, retained) => {
    const { tell, active, stored } = await setUp(keeper({ cap: { items: 2, per } }));
    const reported = ['a 0.1', 'a 0.9', 'a 0.5', 'b 0.2', 'b 0.3'];
    const report = await tell(
      ...reported.map((content) => ({ content, sessionId: content.slice(0, 1), importance: Number(content.slice(2)) })),
    );
    expect(report.memoriesExpired).toBe(reported.length - retained.length);
    expect(new Set(await active())).toEqual(new Set(retained));
    const removed = (await stored()).filter(({ status }) => status === 'expired');
    expect(removed.every(({ status, invalidAt }) => status === 'expired' && invalidAt === undefined)).toBe(true);
  });

  it('keeps the newer of two equally important memories', async () => {
    const { tell, clock, active } = await setUp(keeper({ cap: { items: 1, per: 'owner' } }));
    await tell({ content: 'Older.' });
    clock.advance(DAY);
    await tell({ content: 'Newer.' });
    expect(await active()).toEqual(['Newer.']);
  });
});
