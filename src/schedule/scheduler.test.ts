import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keeper } from '../../test/support/keeper.ts';
import { DAY, MINUTE, manualClock } from '../../test/support/manual-clock.ts';
import { hashEmbedder } from '../embedders/hash-embedder.ts';
import { type Component, createSouvenir, defineAgent, memoryStore, type Souvenir, type Store } from '../index.ts';
import { DEFAULT_OWNER, type Owner } from '../model/scope.ts';
import type { ConsolidationConfigInput } from '../souvenir/agent.ts';
import type { SouvenirOptions } from '../souvenir/options.ts';
import { inProcessJobs } from './in-process-jobs.ts';

const HOUR = 60 * MINUTE;
const clock = manualClock();
let store: Store;
let souvenir: Souvenir;
let reported: string[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  clock.set('2026-03-01T09:00:00Z');
  store = memoryStore();
});
afterEach(async () => {
  await souvenir.close();
  vi.useRealTimers();
});

async function open(
  schedule: SouvenirOptions['schedule'] = {},
  component: Component = keeper(),
  consolidation: ConsolidationConfigInput = {},
): Promise<void> {
  const agents = defineAgent({ components: [component], consolidation });
  souvenir = await createSouvenir({ store, clock, agents, embedder: null, schedule });
  reported = [];
  souvenir.on('consolidationCompleted', ({ owner }) => reported.push(`consolidated ${owner.userId}`));
  souvenir.on('cycleCompleted', ({ owner }) => reported.push(`cycled ${owner.userId}`));
}

/** Time passes, as its timers and the clock have it; what is begun in it ends. */
async function pass(ms: number): Promise<string[]> {
  for (let left = ms; left > 0; left -= MINUTE) {
    clock.advance(Math.min(left, MINUTE));
    vi.advanceTimersByTime(Math.min(left, MINUTE));
    await souvenir.settled();
  }
  return reported.splice(0);
}

const say = (userId: string, content = 'The lamp is by the door.') => souvenir.for({ userId }).record({ content });
const since = async () => (await souvenir.stats()).schedule;

it('consolidates what a user said once they pause, and runs the cycle once a day', async () => {
  await open();
  await say('ana');
  expect(await pass(2 * MINUTE)).toEqual([]);
  await say('ana', 'The key is under the mat.');
  expect(await pass(2 * MINUTE)).toEqual([]);
  expect(await since()).toMatchObject({ waiting: 1, lastRunAt: undefined, nextAt: new Date('2026-03-01T09:05:00Z') });
  expect(await pass(2 * MINUTE)).toEqual(['consolidated ana']);
  expect(await since()).toMatchObject({ waiting: 0, lastRunAt: new Date('2026-03-01T09:05:00Z'), isRunning: false });
  expect(await pass(2 * HOUR)).toEqual(['consolidated ana', 'cycled ana']);
  expect(await pass(20 * HOUR)).toEqual([]);
  expect(await pass(3 * HOUR)).toEqual(['consolidated ana', 'cycled ana']);
});

it('consolidates somebody who never pauses once many turns wait', async () => {
  await open({ afterTurns: 10 });
  for (let at = 0; at < 16; at++) {
    await say('ana', `Remark ${at}.`);
    expect(await pass(MINUTE)).toEqual(at === 9 ? ['consolidated ana'] : []);
  }
  // Those of the last five minutes wait: the talk goes on.
  const { memories } = await souvenir.for({ userId: 'ana' }).memories.list();
  expect(memories).toHaveLength(6);
});

it('takes up what waited when it was closed, and goes over one owner at a time', async () => {
  let [atOnce, most] = [0, 0];
  const counting = keeper({
    async consolidate(batch, context) {
      most = Math.max(most, ++atOnce);
      await new Promise(setImmediate);
      atOnce -= 1;
      return keeper().consolidate(batch, context);
    },
  });
  await open({}, counting);
  for (const user of ['ana', 'ben', 'eve']) await say(user);
  await souvenir.close();
  clock.advance(HOUR);
  await open({}, counting);
  const done = await pass(MINUTE);
  expect(done.filter((each) => each.startsWith('consolidated'))).toHaveLength(3);
  expect(most).toBe(1);
});

it('makes no trace of somebody who was erased while their turns waited', async () => {
  await open();
  await say('ana');
  await souvenir.erase({ userId: 'ana' });
  await pass(2 * HOUR);
  expect((await store.owners()).map(({ userId }) => userId)).not.toContain('ana');
});

it('waits for the quiet hours, also over midnight', async () => {
  const hours = (from: number, to: number) => ({ quietHours: { from, to } });
  const now = clock.now().getHours();
  await open(hours((now + 2) % 24, (now + 5) % 24));
  await say('ana');
  expect(await pass(HOUR)).toEqual(['consolidated ana']);
  expect(await pass(HOUR + 2 * MINUTE)).toEqual(['consolidated ana', 'cycled ana']);
  await souvenir.close();
  clock.advance(DAY);
  await open(hours((clock.now().getHours() + 23) % 24, (clock.now().getHours() + 22) % 24));
  expect(await pass(MINUTE)).toEqual(['consolidated ana', 'cycled ana']);
});

it('while much is asked the cycle waits for a pause, two days at most', async () => {
  await open({ idleMs: HOUR });
  await say('ana');
  const passAsking = async (hours: number) => {
    const done: string[] = [];
    for (let at = 0; at < 2 * hours; at++) {
      await souvenir.for({ userId: 'ben' }).recall('Where is the lamp?');
      done.push(...(await pass(HOUR / 2)));
    }
    return done;
  };
  expect(await passAsking(3)).toEqual(['consolidated ana']);
  expect(await pass(2 * HOUR)).toEqual(['consolidated ana', 'cycled ana']);
  expect(await passAsking(45)).toEqual([]);
  expect(await passAsking(4)).toEqual(['consolidated ana', 'cycled ana']);
});

it('a failure is told, waits longer each time, and holds up nobody else', async () => {
  await open();
  const failures: string[] = [];
  souvenir.on('scheduleFailed', ({ owner, retryAt }) =>
    failures.push(`${owner?.userId} ${(retryAt.getTime() - clock.now().getTime()) / MINUTE}`),
  );
  const ran: unknown[] = [];
  souvenir.on('scheduleRan', ({ durationMs: _, ...done }) => ran.push(done));
  const { listSessions } = store;
  store.listSessions = async (owner) => {
    if (owner.userId === 'ana') throw new Error('no');
    return listSessions(owner);
  };
  await say('ana');
  await say('ben');
  expect(await pass(3 * MINUTE)).toEqual(['consolidated ben']);
  expect(ran).toEqual([{ consolidated: 1, cycled: 0, failed: 1 }]);
  await pass(6 * MINUTE);
  expect(failures).toEqual(['ana 1', 'ana 2', 'ana 4']);
  store.listSessions = listSessions;
  expect(await pass(HOUR)).toContain('consolidated ana');
});

it('what failed ten times is told as dead, and tried again when it is driven', async () => {
  await open();
  const { listSessions } = store;
  store.listSessions = async () => {
    throw new Error('The lamp is by the door.');
  };
  await say('ana');
  await pass(8 * HOUR);
  expect((await since())?.dead).toEqual([]);
  await pass(HOUR);
  const owner = { tenantId: 'default', userId: 'ana', agentId: 'default' };
  expect((await since())?.dead).toEqual([
    { kind: 'consolidate', owner, reason: 'internal', failedAt: expect.any(Date) },
  ]);
  store.listSessions = listSessions;
  expect(await pass(HOUR)).toEqual([]);
  expect([await souvenir.redrive({ userId: 'ben' }), await souvenir.redrive({ userId: 'ana' })]).toEqual([0, 1]);
  expect(await pass(MINUTE)).toContain('consolidated ana');
  expect((await since())?.dead).toEqual([]);
});

it('where jobs are shared, what one process sends another does', async () => {
  const jobs = inProcessJobs(clock);
  const agents = defineAgent({ components: [keeper()], consolidation: { afterEpisodes: 1 } });
  souvenir = await createSouvenir({ store, clock, agents, embedder: null, jobs });
  const here = vi.fn();
  souvenir.on('consolidationCompleted', here);
  await say('ana');
  clock.advance(10 * MINUTE);
  await souvenir.settled();
  await say('ben');
  await pass(10 * MINUTE);
  const worker = await createSouvenir({ store, clock, agents, embedder: null, jobs, schedule: {} });
  await worker.settled();
  const made = ['ana', 'ben'].map(async (userId) => (await worker.for({ userId }).memories.list()).memories.length);
  expect(await Promise.all(made)).toEqual([1, 1]);
  expect(here).not.toHaveBeenCalled();
  await worker.close();
});

it('where jobs are shared, vectors and retention are jobs, not of every process that opens', async () => {
  await open();
  await say('ana');
  await souvenir.for({ userId: 'ana' }).memories.add('The key is under the mat.');
  await souvenir.close();
  clock.advance(2 * DAY);
  souvenir = await createSouvenir({
    ...{ store, clock, embedder: hashEmbedder(), reader: null, retention: { episodesDays: 1 } },
    ...{ jobs: inProcessJobs(clock), schedule: {} },
  });
  const erased = vi.fn();
  souvenir.on('expiredErased', erased);
  await souvenir.settled();
  expect((await souvenir.stats()).unembedded).toBe(1);
  expect(erased).not.toHaveBeenCalled();
  reported = [];
  await pass(MINUTE);
  expect((await souvenir.stats()).unembedded).toBe(0);
  expect(erased).toHaveBeenCalledOnce();
});

it('is cut short when the memory is closed, and goes on with the next', async () => {
  const begun = Promise.withResolvers<void>();
  await open(
    {},
    keeper({
      consolidate: (_, { signal }) => {
        begun.resolve();
        return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
      },
    }),
  );
  const failed = vi.fn();
  souvenir.on('scheduleFailed', failed);
  await say('ana');
  clock.advance(5 * MINUTE);
  vi.advanceTimersByTime(MINUTE);
  await begun.promise;
  expect((await souvenir.stats()).schedule?.isRunning).toBe(true);
  await souvenir.close();
  expect(failed).not.toHaveBeenCalled();
  await open();
  expect(await pass(10 * MINUTE)).toContain('consolidated ana');
});

/** Two users whose turns are too old, opened anew where a schedule of shared jobs erases those. */
async function openAged(): Promise<void> {
  await open();
  for (const user of ['ana', 'ben']) await say(user);
  await souvenir.close();
  clock.advance(2 * DAY);
  const jobs = inProcessJobs(clock);
  souvenir = await createSouvenir({ store, clock, embedder: null, retention: { episodesDays: 1 }, jobs, schedule: {} });
}

it('closing waits for the erasure that is under way, not for everybody whose turns are too old', async () => {
  await openAged();
  const closing = Promise.withResolvers<void>();
  const { erase } = store;
  store.erase = async (...given) => {
    closing.resolve(souvenir.close());
    return erase(...given);
  };
  vi.advanceTimersByTime(MINUTE);
  await closing.promise;
  store.erase = erase;
  await store.open();
  const turns = async (userId: string) =>
    (await store.listEpisodes({ tenantId: 'default', userId, agentId: 'default' }, { limit: 9 })).length;
  expect([await turns('ana'), await turns('ben')].sort()).toEqual([0, 1]);
});

it('a retention that fails is told as such', async () => {
  await openAged();
  const failed = vi.fn();
  souvenir.on('erasureFailed', failed);
  store.erase = async () => {
    throw new Error('no');
  };
  reported = [];
  await pass(MINUTE);
  expect(failed).toHaveBeenCalledWith({ error: new Error('no') });
});

it('closing waits for no vectors of what agents share', async () => {
  souvenir = await createSouvenir({ store, clock, embedder: null });
  await souvenir.for({ userId: 'ana' }).documents.add({ content: 'The lamp is by the door.', source: 'notes' });
  await souvenir.close();
  clock.advance(MINUTE);
  const begun = Promise.withResolvers<void>();
  const embedder = {
    id: 'silent',
    embed: () => {
      begun.resolve();
      return new Promise<never>(() => {});
    },
  };
  const jobs = inProcessJobs(clock);
  souvenir = await createSouvenir({ store, clock, embedder, reader: null, jobs, schedule: {} });
  clock.advance(MINUTE);
  vi.advanceTimersByTime(MINUTE);
  await begun.promise;
  await souvenir.close();
});

it('tells of those who are asked for what waits and what failed', async () => {
  await open();
  const { listSessions } = store;
  store.listSessions = async () => {
    throw new Error('no');
  };
  await say('ana');
  await pass(9 * HOUR);
  await say('ben');
  const of = async (userId: string) => (await souvenir.stats({ userId })).schedule;
  expect(await of('ana')).toMatchObject({ waiting: 0, dead: [{ owner: { userId: 'ana' } }] });
  expect(await of('ben')).toMatchObject({ waiting: 1, dead: [] });
  store.listSessions = listSessions;
});

it('does nothing by itself unless it is asked to', async () => {
  souvenir = await createSouvenir({ store, clock, embedder: null });
  expect((await souvenir.stats()).schedule).toBeUndefined();
  expect(vi.getTimerCount()).toBe(0);
});

it('consolidates and cycles only those that it is for; the turns of others wait until somebody asks', async () => {
  await open({ only: async ({ userId }) => userId !== 'ana' });
  await say('ana');
  await say('ben');
  expect(await pass(3 * HOUR)).toEqual(['consolidated ben', 'consolidated ben', 'cycled ben']);
  expect((await store.pendingSessions({ ...DEFAULT_OWNER, userId: 'ana' }, { component: 'keeper' })).length).toBe(1);
  await souvenir.for({ userId: 'ana' }).consolidate();
  expect(reported.splice(0)).toEqual(['consolidated ana']);
});

it('the rules of an agent consolidate only owners that the schedule is for', async () => {
  const only = async ({ userId }: Owner) => userId !== 'ana';
  const rules = { afterEpisodes: 1, afterIdleMs: MINUTE, everyMs: MINUTE, minAgeMs: 0 };
  await open({ only, idleMs: DAY }, keeper(), rules);
  await say('ana');
  await say('ben');
  expect(new Set(await pass(5 * MINUTE))).toEqual(new Set(['consolidated ben']));
});
