import { describe, expect, it, vi } from 'vitest';
import type { Embedder } from '../../src/contracts/embedder.ts';
import { createSouvenir, defineAgent, type RecallOptions, type ScopeInput } from '../../src/index.ts';
import { AGENTS, freshSouvenir, OWNER, STORES } from '../support/fresh-souvenir.ts';
import { DAY } from '../support/manual-clock.ts';
import { sharedEmbedder, sharedReader } from '../support/shared-embedder.ts';

describe.each(STORES)('a turn that waits to be consolidated, on the %s store', (_, makeStore) => {
  const fresh = freshSouvenir(makeStore);
  const matches = async (query: string, { sessionId, ...scope }: ScopeInput = {}, options: RecallOptions = {}) => {
    const { items } = await fresh.souvenir.for({ sessionId, ...scope }).recall(query, options);
    return items.map(({ content, isWaiting }) => [content, isWaiting === true]);
  };
  const record = (content: string, scope: ScopeInput = {}) => fresh.souvenir.for(scope).record({ content });

  it('is recalled at once, marked so, and unmarked once it is consolidated', async () => {
    const { id } = await record('My rabbits are called Basil and Olive.');
    const { items } = await fresh.souvenir.for().recall('rabbits');
    expect(items).toMatchObject([{ id, isWaiting: true, component: 'episodic', provenance: { episodeIds: [id] } }]);
    await fresh.souvenir.for().flush();
    expect(await matches('rabbits')).toEqual([['My rabbits are called Basil and Olive.', true]]);
    expect(await fresh.souvenir.for().consolidate()).toMatchObject({ episodesConsumed: 1 });
    const after = await matches('rabbits');
    expect(after.length).toBeGreaterThan(0);
    expect(after.filter(([, isWaiting]) => isWaiting)).toEqual([]);
  });

  it('creates no memory or progress, and does not count as used', async () => {
    await record('My rabbits are called Basil and Olive.');
    await fresh.souvenir.for().recall('rabbits');
    await fresh.souvenir.settled();
    await fresh.souvenir.for().flush();
    expect((await fresh.souvenir.for().memories.list()).memories).toEqual([]);
    expect(await fresh.store.progressSteps(OWNER)).toEqual([]);
  });

  it('appears next to memories, also after earlier turns were consolidated', async () => {
    await fresh.remember('The rabbits live in the garden.');
    await record('The rabbits got a new hutch.');
    expect(await matches('rabbits')).toHaveLength(2);
    await record('The rabbits escaped.');
    expect((await matches('rabbits')).map(([content]) => content)).toContain('The rabbits escaped.');
    await fresh.souvenir.for().consolidate();
    await record('The rabbits came back.');
    const waiting = (await matches('rabbits')).filter(([, isWaiting]) => isWaiting);
    expect(waiting).toEqual([['The rabbits came back.', true]]);
  });

  it('is not recalled for itself', async () => {
    await record('Where are the rabbits?');
    expect(await matches('where are the  rabbits')).toEqual([]);
    await record('The rabbits are in the shed.');
    expect(await matches('Where are the rabbits?')).toEqual([['The rabbits are in the shed.', true]]);
  });

  it('has the visibility of a memory', async () => {
    await record('Rabbits of the garden.', { projectId: 'garden', sessionId: 'first' });
    await record('Rabbits of the house.', { projectId: 'house', sessionId: 'second' });
    const statement = async (scope: ScopeInput, options?: RecallOptions) =>
      (await matches('rabbits', scope, options)).map(([content]) => content).sort();
    const [garden, house] = ['Rabbits of the garden.', 'Rabbits of the house.'];
    expect(await statement({})).toEqual([garden, house]);
    expect(await statement({ projectId: 'garden' })).toEqual([garden]);
    expect(await statement({ sessionId: 'first' })).toEqual([garden, house]);
    expect(await statement({}, { sessionId: 'second' })).toEqual([house]);
    expect(await statement({}, { types: ['episodic'], components: ['episodic'] })).toEqual([garden, house]);
    expect(await statement({}, { types: ['semantic'] })).toEqual([]);
    expect(await statement({}, { components: ['durable'] })).toEqual([]);
    expect(await statement({}, { mode: 'recent' })).toEqual([garden, house]);
    for (const stranger of [{ userId: 'ben' }, { tenantId: 'other' }, { agentId: 'bob' }])
      expect(await statement(stranger)).toEqual([]);
    const before = fresh.clock.now();
    fresh.clock.advance(DAY);
    expect(await statement({}, { asOf: before })).toEqual([]);
  });

  it('is listed without a query', async () => {
    await record('The rabbits escaped.');
    expect(await matches('', {}, { mode: 'recent' })).toEqual([['The rabbits escaped.', true]]);
  });

  it('is omitted if it is an echo or filler', async () => {
    await fresh.souvenir.for().record({ content: 'Rabbits eat hay.', metadata: { recalled: true } });
    await record('Hello!');
    expect(await matches('rabbits hello')).toEqual([]);
  });

  it('is found after the memory was opened again', async () => {
    await record('The rabbits escaped.');
    await fresh.souvenir.for().flush();
    const again = await createSouvenir({ store: fresh.store, agents: AGENTS, embedder: null, clock: fresh.clock });
    const { items } = await again.for().recall('rabbits');
    expect(items).toMatchObject([{ content: 'The rabbits escaped.', isWaiting: true }]);
  });

  it('costs one store call, and further ones only after new turns', async () => {
    await fresh.remember('The rabbits live in the garden.');
    const asked = vi.spyOn(fresh.store, 'pendingSessions');
    for (let round = 0; round < 3; round++) await matches('rabbits');
    expect(asked).toHaveBeenCalledTimes(1);
    await record('The rabbits escaped.');
    expect(await matches('rabbits')).toHaveLength(2);
    expect(asked).toHaveBeenCalledTimes(2);
  });

  it('that cannot be read is reported, and memories still answer', async () => {
    await fresh.remember('The rabbits live in the garden.');
    await record('The rabbits escaped.');
    const { pendingSessions } = fresh.store;
    fresh.store.pendingSessions = () => Promise.reject(new Error('down'));
    const { items, degraded } = await fresh.souvenir.for().recall('rabbits');
    expect(items).toHaveLength(1);
    expect(degraded).toContainEqual(expect.objectContaining({ part: 'waiting', reason: 'down' }));
    fresh.store.pendingSessions = pendingSessions;
    expect(await matches('rabbits')).toHaveLength(2);
  });

  it('is found by words if it cannot be embedded', async () => {
    await fresh.open({ embedder: { id: 'down', embed: () => Promise.reject(new Error('down')) } });
    await record('The rabbits escaped.');
    expect(await matches('rabbits')).toHaveLength(1);
  });

  it('is embedded once the embedder is back', async () => {
    let isDown = true;
    const { embed } = sharedEmbedder;
    await fresh.open({
      embedder: { id: 'moody', embed: (texts) => (isDown ? Promise.reject(new Error('down')) : embed(texts)) },
    });
    await record('The rabbits escaped from their hutch.');
    const confidence = async () => (await fresh.souvenir.for().recall('Where did the rabbits escape from?')).confidence;
    const before = await confidence();
    isDown = false;
    expect(await confidence()).toBeGreaterThan(before);
  });

  it('delays a query only if it is among the latest or matches it', async () => {
    const sizes: number[] = [];
    const { embed } = sharedEmbedder;
    let release = () => {};
    const stored = new Promise<void>((resolve) => {
      release = resolve;
    });
    await fresh.open({
      embedder: {
        id: 'slow',
        async embed(texts, options) {
          sizes.push(texts.length);
          if (texts.length === 4) await stored;
          return embed(texts, options);
        },
      },
    });
    await record('The zeppelin is moored at pier nine.');
    for (let at = 0; at < 99; at++) await record(`The rabbit number ${at} escaped.`);
    const { items } = await fresh.souvenir.for().recall('Where is the zeppelin moored?');
    expect(items[0]?.content).toBe('The zeppelin is moored at pier nine.');
    expect(sizes.toSorted((a, b) => b - a).slice(0, 3)).toEqual([16, 4, 1]);
    release();
    await fresh.souvenir.settled();
    // The latest 64, the one that was asked for, and the query.
    expect(sizes.reduce((sum, size) => sum + size)).toBe(66);
  });

  it('is embedded once for query and memory', async () => {
    const embedded: string[] = [];
    const embed: Embedder['embed'] = (texts, options) => {
      embedded.push(...texts);
      return sharedEmbedder.embed(texts, options);
    };
    await fresh.open({ embedder: { id: 'counted', embed }, reader: sharedReader });
    await record('Good evening! I live in Porto.');
    await fresh.souvenir.for().recall('Where do I live?');
    await fresh.souvenir.for().consolidate();
    expect(embedded.toSorted()).toEqual(['Good evening! I live in Porto.', 'I live in Porto.', 'Where do I live?']);
  });

  it('is found even if the store refuses writes', async () => {
    const { write } = fresh.store;
    fresh.store.write = () => Promise.reject(new Error('read-only'));
    await record('The rabbits escaped.');
    expect(await matches('rabbits')).toHaveLength(1);
    fresh.store.write = write;
  });

  it('is limited to the latest ones', async () => {
    const turns = Array.from({ length: 600 }, (_, at) => ({ content: `Rabbit number ${at}.` }));
    await fresh.souvenir.for().recordAll(turns, { index: false });
    const asked = await fresh.souvenir.for().recall('rabbit 599', { topK: 1000 });
    expect(asked.items[0]?.content).toBe('Rabbit number 599.');
    const { reason } = await fresh.souvenir.for().recall('zeppelin', { threshold: 1 });
    expect(reason).toContain('600 recorded turns wait to be consolidated');
    for (let at = 600; at < 900; at++) await record(`Rabbit number ${at}.`);
    expect((await fresh.souvenir.for().recall('rabbit 899')).items[0]?.content).toBe('Rabbit number 899.');
  });

  it('is counted in an empty answer only if visible', async () => {
    await record('Rabbits of the garden.', { projectId: 'garden', sessionId: 'first' });
    await record('Rabbits of the house.', { projectId: 'house', sessionId: 'second' });
    const flush = vi.spyOn(fresh.store, 'write');
    const silence = async (scope: ScopeInput, options: RecallOptions = {}) =>
      (await fresh.souvenir.for(scope).recall('zeppelin', { threshold: 1, ...options })).reason
        ?.split('; ')
        .find((part) => part.includes('wait'));
    expect(await silence({})).toBe('2 recorded turns wait to be consolidated');
    expect(await silence({ projectId: 'garden' })).toBe('1 recorded turn waits to be consolidated');
    expect(await silence({}, { sessionId: 'second' })).toBe('1 recorded turn waits to be consolidated');
    expect(await silence({ projectId: 'shed' })).toBeUndefined();
    expect(await silence({ userId: 'ben' })).toBeUndefined();
    expect(flush).not.toHaveBeenCalled();
  });

  it('appears once in a prompt: as a recent turn of its session or as a memory', async () => {
    await fresh.open({ agents: defineAgent({ id: 'ada' }), embedder: sharedEmbedder, reader: sharedReader });
    const { id } = await record('I am lactose intolerant.', { sessionId: 'monday' });
    const times = (text: string) => text.match(/lactose/g)?.length;
    const here = await fresh.souvenir
      .for({ sessionId: 'monday' })
      .turn('What should I eat tonight?', { retrieve: true });
    expect(times(here.text)).toBe(1);
    expect(here.audit.order).toContain('recent');
    const there = await fresh.souvenir.for({ sessionId: 'tuesday' }).turn('What should I eat tonight?');
    expect(times(there.text)).toBe(1);
    expect(there.memories).toMatchObject([{ id, isWaiting: true }]);
    const none = { retrieve: true, budgets: { recent: 0 } };
    expect(
      times((await fresh.souvenir.for({ sessionId: 'monday' }).turn('What should I eat tonight?', none)).text),
    ).toBe(1);
  });
});
