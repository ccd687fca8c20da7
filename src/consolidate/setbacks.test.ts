import { describe, expect, it } from 'vitest';
import { manualClock } from '../../test/support/manual-clock.ts';
import { durable } from '../components/index.ts';
import type { Llm } from '../contracts/llm.ts';
import { createSouvenir, defineAgent } from '../index.ts';
import { memoryStore } from '../stores/memory/memory-store.ts';
import { Setbacks } from './setbacks.ts';

const NOTHING = '{"facts":[],"names":[],"relations":[]}';
const owner = { tenantId: 'default', userId: 'default', agentId: 'default' };

async function open(answer: () => string) {
  let calls = 0;
  const llm: Llm = async () => {
    calls += 1;
    return answer();
  };
  const souvenir = await createSouvenir({
    ...{ store: memoryStore(), embedder: null, clock: manualClock(), llm },
    agents: defineAgent({ components: [durable()] }),
  });
  const say = (sessionId: string) => souvenir.for({ sessionId }).record({ content: 'My boat is called Petrel.' });
  return { souvenir, memory: souvenir.for(), say, calls: () => calls };
}

describe('a session that cannot be consolidated', () => {
  it('is set aside and reported after five attempts, and retried by name', async () => {
    let answer = 'I would rather not.';
    const { souvenir, memory, say, calls } = await open(() => answer);
    await say('harbour');
    for (let attempt = 0; attempt < 5; attempt++) await memory.consolidate();
    const asked = calls();
    const [report] = (await memory.consolidate()).components;
    expect(calls()).toBe(asked);
    expect(report?.failures).toEqual([
      { sessionId: 'harbour', reason: expect.stringContaining('set aside after 5 attempts'), code: 'badModelAnswer' },
    ]);
    expect((await souvenir.stats()).setAside).toMatchObject([
      { ...owner, component: 'durable', sessionId: 'harbour', attempts: 5 },
    ]);

    answer = NOTHING;
    await say('market');
    expect(await memory.consolidate()).toMatchObject({ sessionsProcessed: 1, sessionsSkipped: 1 });
    expect(await memory.consolidate({ sessionId: 'harbour' })).toMatchObject({ sessionsProcessed: 1 });
    expect((await souvenir.stats()).setAside).toEqual([]);
    await souvenir.close();
  });

  it('is never set aside because a server is down', async () => {
    const { souvenir, memory, say } = await open(() => {
      throw new TypeError('fetch failed');
    });
    await say('harbour');
    for (let attempt = 0; attempt < 7; attempt++) await memory.consolidate();
    expect((await souvenir.stats()).setAside).toEqual([]);
    await souvenir.close();
  });
});

describe('Setbacks', () => {
  const session = { sessionId: 's', from: 0, through: 2 };
  const at = (minute: number) => new Date(minute * 60_000);
  const asked = { isAutomatic: true, isNamed: false };
  const opened = () => Setbacks.open(owner, { noteOf: async () => undefined });

  it('wait longer after each failure of background work, and a minute if a server is down', async () => {
    const setbacks = await opened();
    const states = (...minutes: number[]) =>
      minutes.map((minute) => setbacks.stateOf('durable', session, { ...asked, now: at(minute) }));
    setbacks.failed('durable', session, new Error('down'), { now: at(0), isOwn: false });
    setbacks.failed('durable', session, new Error('down'), { now: at(0), isOwn: false });
    expect(states(0, 0.9, 1)).toEqual(['waits', 'waits', 'due']);
    setbacks.failed('durable', session, new Error('no'), { now: at(0), isOwn: true });
    expect(states(0, 0.9, 1)).toEqual(['waits', 'waits', 'due']);
    setbacks.failed('durable', session, new Error('no'), { now: at(1), isOwn: true });
    expect(states(4.9, 5)).toEqual(['waits', 'due']);
    expect(setbacks.stateOf('durable', session, { ...asked, now: at(2), isAutomatic: false })).toBe('due');
    expect(setbacks.stateOf('task', session, { ...asked, now: at(2) })).toBe('due');
  });

  it('restart after partial progress', async () => {
    const setbacks = await opened();
    for (let attempt = 0; attempt < 5; attempt++)
      setbacks.failed('durable', session, new Error('no'), { now: at(0), isOwn: true });
    expect(setbacks.stateOf('durable', session, { ...asked, now: at(0) })).toMatchObject({ attempts: 5 });
    expect(setbacks.stateOf('durable', { ...session, from: 1 }, { ...asked, now: at(0) })).toBe('due');
  });

  it('write only their own failures, next to those of another process', async () => {
    const store = memoryStore();
    await store.open();
    const [one, other] = [await Setbacks.open(owner, store), await Setbacks.open(owner, store)];
    one.failed('durable', session, new Error('no'), { now: at(0), isOwn: true });
    await one.save(owner, store);
    other.failed('task', session, new Error('no'), { now: at(0), isOwn: true });
    await other.save(owner, store);
    const both = await Setbacks.open(owner, store);
    expect(['durable', 'task'].map((name) => both.stateOf(name, session, { ...asked, now: at(0) }))).toEqual([
      'waits',
      'waits',
    ]);
  });
});
