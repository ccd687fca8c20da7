import { describe, expect, it } from 'vitest';
import { keeper } from '../../test/support/keeper.ts';
import { MINUTE, manualClock } from '../../test/support/manual-clock.ts';
import { createSouvenir, defineAgent, memoryStore, type SessionSummary, type Store } from '../index.ts';
import { endOf, hasEnded, idleSessions } from './age.ts';

const HOUR = 60 * MINUTE;
const START = new Date('2026-03-01T09:00:00Z').getTime();
const at = (hours: number): Date => new Date(START + hours * HOUR);
const session = (sessionId: string, first: number, last: number, ended?: number): SessionSummary => ({
  ...{ sessionId, episodes: 2, firstAt: at(first), lastAt: at(last) },
  ...(ended !== undefined && { endedAt: at(ended) }),
});

describe('a session', () => {
  it('that is ended by a call has ended even if a turn is dated ahead', () => {
    const sessions = [session('past', 0, 1), session('ahead', 0, 9)];
    expect(['past', 'ahead', 'unknown'].map((id) => endOf(id, sessions, at(2)))).toEqual([at(2), at(9), at(2)]);
  });

  it.each([
    ['goes on until it is ended', session('a', 0, 1), false],
    ['has ended at its last word', session('a', 0, 1, 1), true],
    ['has ended after its last word', session('a', 0, 1, 2), true],
    ['goes on when it is told of after its end', session('a', 0, 3, 2), false],
    ['has ended though nothing was told of it', { sessionId: 'a', episodes: 0, endedAt: at(1) }, true],
  ])('%s', (_, summary, ended) => {
    expect(hasEnded(summary)).toBe(ended);
  });

  const empty: SessionSummary = { sessionId: 'empty', episodes: 0, endedAt: at(9) };
  it.each<[string, SessionSummary[], Record<string, number>, number?]>([
    ['ends when another begins after its idle time', [session('a', 0, 1), session('b', 3, 3)], { a: 3 }],
    ['goes on when another begins sooner', [session('a', 0, 1), session('b', 2.99, 9)], {}],
    [
      'ends with the first that begins late enough',
      [2, 4, 6].map((each) => session(`s${each}`, each, each)),
      { s2: 4, s4: 6 },
    ],
    ['goes on beside a live one', [session('a', 0, 10), session('b', 5, 11)], {}],
    ['goes on alone, however idle', [session('a', 0, 1), empty], {}],
    ['ends once', [session('a', 0, 1, 2), session('b', 5, 5)], {}],
    ['ends again when it went on', [session('a', 0, 4, 2), session('b', 6, 6)], { a: 6 }],
    ['does not end with its own beginning', [session('a', 0, 0), session('b', 0, 0)], {}, 0],
    ['ends after the idle time that was asked for', [session('a', 0, 1), session('b', 1.5, 2)], { a: 1.5 }, HOUR / 2],
  ])('%s', (_, sessions, expected, idleMs = 2 * HOUR) => {
    const ended = idleSessions(sessions, idleMs).map(({ sessionId, at }) => [sessionId, (at.getTime() - START) / HOUR]);
    expect(Object.fromEntries(ended)).toEqual(expected);
  });
});

const OWNER = { tenantId: 'default', userId: 'default', agentId: 'scout' };

async function setUp(sessionIdleMs?: number) {
  const store = memoryStore();
  const clock = manualClock();
  const consolidation = { minAgeMs: 0, ...(sessionIdleMs !== undefined && { sessionIdleMs }) };
  const agents = ['scout', 'clerk'].map((id) => defineAgent({ id, components: [keeper()], consolidation }));
  const souvenir = await createSouvenir({ store, clock, agents, embedder: null });
  return { store, clock, souvenir };
}
const endsIn = async (store: Store) =>
  (await store.listSessions(OWNER)).map(({ sessionId, endedAt }) => [sessionId, endedAt]);

describe('ending sessions', () => {
  it('ends the given session now', async () => {
    const { souvenir, store, clock } = await setUp();
    for (const sessionId of ['a', 'b']) await souvenir.for({ sessionId }).record({ content: 'Hello.' });
    clock.advance(HOUR);
    await souvenir.for({ sessionId: 'b' }).sessions.end();
    expect(await endsIn(store)).toEqual([
      ['a', undefined],
      ['b', at(1)],
    ]);
  });

  it.each<[string, number | undefined, number, Date | undefined]>([
    ['two hours later', undefined, 2 * HOUR, at(2)],
    ['a moment sooner', undefined, 2 * HOUR - 1, undefined],
    ['after the configured time', 10 * MINUTE, 10 * MINUTE, at(1 / 6)],
    ['sooner than the configured time', 10 * HOUR, 5 * HOUR, undefined],
  ])('ends a session when another begins %s', async (_, idleMs, gap, end) => {
    const { souvenir, store, clock } = await setUp(idleMs);
    await souvenir.for({ sessionId: 'a' }).record({ content: 'Hello.' });
    clock.advance(gap);
    await souvenir.for({ sessionId: 'b' }).record({ content: 'Hello again.' });
    clock.advance(HOUR);
    const reports = [await souvenir.for().consolidate(), await souvenir.for().consolidate()];
    expect(reports.map(({ sessionsEnded }) => sessionsEnded)).toEqual([end === undefined ? 0 : 1, 0]);
    expect(await endsIn(store)).toEqual([
      ['a', end],
      ['b', undefined],
    ]);
  });

  it('keeps two alternating sessions open', async () => {
    const { souvenir, store, clock } = await setUp();
    for (const sessionIds of [['a', 'b'], ['a'], ['b'], ['a'], ['b']]) {
      for (const sessionId of sessionIds) await souvenir.for({ sessionId }).record({ content: 'Still here.' });
      clock.advance(3 * HOUR);
      expect((await souvenir.for().consolidate()).sessionsEnded).toBe(0);
    }
    expect((await endsIn(store)).map(([, ended]) => ended)).toEqual([undefined, undefined]);
  });

  it.each([{ userId: 'somebody' }, { agentId: 'clerk' }, { tenantId: 'elsewhere' }])(
    'ignores the sessions of %j',
    async (other) => {
      const { souvenir, store, clock } = await setUp();
      await souvenir.for({ sessionId: 'a' }).record({ content: 'Hello.' });
      clock.advance(5 * HOUR);
      await souvenir.for({ sessionId: 'b', ...other }).record({ content: 'Hello.' });
      expect((await souvenir.for(other).consolidate()).sessionsEnded).toBe(0);
      expect((await souvenir.for().consolidate()).sessionsEnded).toBe(0);
      expect(await endsIn(store)).toEqual([['a', undefined]]);
    },
  );
});
