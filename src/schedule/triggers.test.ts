import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keeper } from '../../test/support/keeper.ts';
import { MINUTE, manualClock } from '../../test/support/manual-clock.ts';
import {
  type AgentInput,
  createSouvenir,
  defineAgent,
  type EventName,
  memoryStore,
  type Owner,
  type Souvenir,
  type SouvenirEvents,
  type Store,
} from '../index.ts';
import { Triggers } from './triggers.ts';

const OWNER: Owner = { tenantId: 'default', userId: 'default', agentId: 'default' };
const ANA: Owner = { ...OWNER, userId: 'ana' };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('triggers', () => {
  const setUp = () => {
    const started: string[] = [];
    let under = Promise.resolve();
    const triggers = new Triggers({
      consolidate: ({ userId }, isIdle) => {
        started.push(isIdle ? `${userId}, idle` : userId);
        return under;
      },
      failed: ({ userId }, error) => started.push(`${userId}: ${error}`),
    });
    const settle = () => vi.advanceTimersByTimeAsync(0);
    /** What is started from now on goes on until this is called. */
    const hold = () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      under = promise;
      return resolve;
    };
    return { triggers, started, settle, hold };
  };

  it('start after a number of episodes of one owner, repeatedly', async () => {
    const { triggers, started, settle } = setUp();
    for (const owner of [OWNER, OWNER, ANA, ANA, OWNER, OWNER, OWNER, OWNER]) {
      triggers.recorded(owner, { afterEpisodes: 3 });
      await settle();
    }
    expect(started).toEqual(['default', 'default']);
  });

  it('do not start twice at once', async () => {
    const { triggers, started, settle, hold } = setUp();
    const release = hold();
    triggers.schedule(100, OWNER, async () => [OWNER, ANA]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(started).toEqual(['default', 'ana']);
    release();
    await settle();
    await vi.advanceTimersByTimeAsync(100);
    expect(started).toEqual(['default', 'ana', 'default', 'ana']);
  });

  it('report without an owner if none is known', async () => {
    const { triggers, started } = setUp();
    triggers.schedule(100, OWNER, () => Promise.reject('no'));
    await vi.advanceTimersByTimeAsync(100);
    expect(started).toEqual(['default: no']);
  });

  it('start once after a pause of an owner', () => {
    const { triggers, started } = setUp();
    triggers.recorded(ANA, { afterIdleMs: 100 });
    triggers.recorded(OWNER, { afterIdleMs: 100 });
    vi.advanceTimersByTime(99);
    triggers.recorded(OWNER, { afterIdleMs: 100 });
    vi.advanceTimersByTime(99);
    expect(started).toEqual(['ana, idle']);
    vi.advanceTimersByTime(1000);
    expect(started).toEqual(['ana, idle', 'default, idle']);
  });

  it('restart their count after a pause', () => {
    const { triggers, started } = setUp();
    const rules = { afterEpisodes: 2, afterIdleMs: 100 };
    triggers.recorded(OWNER, rules);
    vi.advanceTimersByTime(100);
    triggers.recorded(OWNER, rules);
    expect(started).toEqual(['default, idle']);
  });

  it('stop all together', () => {
    const { triggers, started } = setUp();
    triggers.schedule(100, OWNER, async () => [OWNER]);
    for (const owner of [OWNER, ANA]) triggers.recorded(owner, { afterIdleMs: 100 });
    triggers.stop();
    vi.advanceTimersByTime(1000);
    expect([started, vi.getTimerCount()]).toEqual([[], 0]);
  });

  it.each([
    { everyMs: 999 },
    { everyMs: 2 ** 31 },
    { afterIdleMs: 0 },
    { afterIdleMs: 2 ** 31 },
    { afterEpisodes: 0 },
    { afterEpisodes: 1.5 },
  ])('cannot be set to %j', (consolidation) => {
    const [field] = Object.keys(consolidation);
    expect(() => defineAgent({ consolidation })).toThrow(`agent.consolidation.${field}`);
  });
});

async function open(consolidation: AgentInput['consolidation'] = {}, store: Store = memoryStore()) {
  const clock = manualClock();
  const agents = ['default', 'other'].map((id) =>
    defineAgent({ id, components: [keeper()], ...(id === 'default' && { consolidation }) }),
  );
  const souvenir = await createSouvenir({ store, clock, agents, embedder: null });
  const contents = async (owner = OWNER) =>
    (await store.listMemories(owner, { filter: {}, limit: 100 })).map(({ content }) => content);
  return { store, clock, souvenir, contents };
}
const next = <Name extends EventName>(souvenir: Souvenir, name: Name) =>
  new Promise<SouvenirEvents[Name]>((resolve) => {
    souvenir.on(name, resolve);
  });

describe('a triggered consolidation', () => {
  it('runs on request, with all episodes or those of a minimum age', async () => {
    const { souvenir, clock, contents } = await open({ minAgeMs: 60 * MINUTE });
    await souvenir.for().record({ content: 'Old.' });
    clock.advance(5 * MINUTE);
    await souvenir.for().record({ content: 'Young.' });
    await souvenir.for().consolidate({ minAgeMs: 5 * MINUTE });
    expect(await contents()).toEqual(['Old.']);
    await souvenir.for().consolidate();
    expect(await contents()).toEqual(['Old.', 'Young.']);
  });

  it('runs on a schedule for every owner of the agent, with old enough episodes', async () => {
    const { souvenir, clock, contents } = await open({ everyMs: MINUTE });
    for (const owner of [OWNER, ANA, { ...OWNER, agentId: 'other' }])
      await souvenir.for(owner).record({ content: 'Old.' });
    await souvenir.for().flush();
    clock.advance(5 * MINUTE);
    await souvenir.for().record({ content: 'Young.' });
    const seen: string[] = [];
    const both = new Promise<void>((resolve) =>
      souvenir.on('consolidationCompleted', ({ owner }) => {
        if (seen.push(`${owner.userId} ${owner.agentId}`) === 2) resolve();
      }),
    );
    await vi.advanceTimersByTimeAsync(MINUTE - 1);
    await souvenir.settled();
    expect(seen).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await both;
    await souvenir.settled();
    expect(seen.sort()).toEqual(['ana default', 'default default']);
    expect([await contents(), await contents(ANA)]).toEqual([['Old.'], ['Old.']]);
  });

  it('runs after a number of episodes, with old enough ones', async () => {
    const { souvenir, clock, contents } = await open({ afterEpisodes: 3 });
    await souvenir.for().record({ content: 'One.' });
    await souvenir.for().record({ content: 'Two.' });
    clock.advance(5 * MINUTE);
    await souvenir.settled();
    expect(await contents()).toEqual([]);
    await souvenir.for().record({ content: 'Three.' });
    await souvenir.settled();
    expect(await contents()).toEqual(['One.', 'Two.']);
  });

  it('runs after a pause with all episodes', async () => {
    const { souvenir, contents } = await open({ afterIdleMs: 1000 });
    await souvenir.for().record({ content: 'Last words.' });
    await vi.advanceTimersByTimeAsync(999);
    await souvenir.settled();
    expect(await contents()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await souvenir.settled();
    expect(await contents()).toEqual(['Last words.']);
  });

  it('reports a failure and continues', async () => {
    const inner = memoryStore();
    let isBroken = true;
    const store: Store = {
      ...inner,
      listSessions: (owner) => (isBroken ? Promise.reject(new Error('out of order')) : inner.listSessions(owner)),
    };
    const { souvenir, contents } = await open({ afterIdleMs: 1000 }, store);
    const failed = next(souvenir, 'consolidationFailed');
    await souvenir.for().record({ content: 'Kept.' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(await failed).toEqual({ owner: OWNER, error: expect.objectContaining({ message: 'out of order' }) });
    isBroken = false;
    await souvenir.for().record({ content: 'Kept too.' });
    await vi.advanceTimersByTimeAsync(1000);
    await souvenir.settled();
    expect(await contents()).toEqual(['Kept.', 'Kept too.']);
  });

  it('does not run after close', async () => {
    const { souvenir, store } = await open({ everyMs: 1000, afterIdleMs: 1000, afterEpisodes: 2 });
    const reported: string[] = [];
    souvenir.on('consolidationCompleted', () => reported.push('completed'));
    souvenir.on('consolidationFailed', () => reported.push('failed'));
    await souvenir.for().record({ content: 'Last words.' });
    expect(vi.getTimerCount()).toBe(2);
    await souvenir.close();
    expect(vi.getTimerCount()).toBe(0);
    await store.open();
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(reported).toEqual([]);
  });
});
