import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { MINUTE, manualClock } from '../../test/support/manual-clock.ts';
import { sharedReader } from '../../test/support/shared-embedder.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { episodic } from '../components/index.ts';
import { hashEmbedder } from '../embedders/index.ts';
import {
  type Component,
  createSouvenir,
  defineAgent,
  type Embedder,
  memoryStore,
  type ScopedSouvenir,
  type Souvenir,
  type SouvenirOptions,
  type Store,
} from '../index.ts';
import { sqliteStore } from '../stores/sqlite/sqlite-store.ts';

/** Gives whatever is found: how sure a memory must be is not what is tested here. */
const OPEN = { threshold: 0, minScoreShare: 0 };

const setUp = async (options: Partial<SouvenirOptions> = {}) => {
  const store = options.store ?? memoryStore();
  const clock = manualClock();
  const agents = defineAgent({ recall: OPEN });
  const souvenir = await createSouvenir({
    store,
    clock,
    agents,
    embedder: hashEmbedder(),
    reader: sharedReader,
    ...options,
  });
  return { store, clock, souvenir };
};
const BEES = 'Does Ana keep bees?';
const OWNER = { tenantId: 'default', userId: 'default', agentId: 'default' };

/** A store whose writes fail while `broken` is set. */
function fragileStore(): Store & { broken: boolean } {
  const inner = memoryStore();
  const fragile = Object.assign(Object.create(inner) as Store, {
    broken: false,
    write: async (...args: Parameters<Store['write']>) => {
      if (fragile.broken) throw new Error('the disk is on fire');
      return inner.write(...args);
    },
  });
  for (const name of Object.keys(inner) as (keyof Store)[])
    if (name !== 'write' && typeof inner[name] === 'function')
      Object.assign(fragile, { [name]: (inner[name] as (...args: unknown[]) => unknown).bind(inner) });
  return fragile;
}

describe('record and flush', () => {
  it('returns the episode at once with the importance of its type, and buffers it until a flush', async () => {
    const { souvenir, store } = await setUp();
    const episode = await souvenir.for().record({ content: 'Use tabs.', type: 'userDirective' });
    expect(episode).toMatchObject({ content: 'Use tabs.', importance: 0.95, sessionId: 'default', ...OWNER });
    expect(await store.listEpisodes(OWNER, { limit: 10 })).toEqual([]);
    await souvenir.for().flush();
    expect(await store.listEpisodes(OWNER, { limit: 10 })).toEqual([{ ...episode, position: 1 }]);
  });

  it('flushes when the buffer is full', async () => {
    const { souvenir } = await setUp({ buffer: { size: 3 } });
    const flushed = new Promise<{ count: number }>((resolve) => souvenir.on('episodesFlushed', resolve));
    for (const content of ['one', 'two', 'three']) await souvenir.for().record({ content });
    expect(await flushed).toEqual({ count: 3 });
  });

  it('keeps and reports what the store refused, and writes it at the next flush', async () => {
    const store = fragileStore();
    const { souvenir } = await setUp({ store });
    store.broken = true;
    await souvenir.for().record({ content: 'not lost' });
    await expect(souvenir.for().flush()).rejects.toThrow('the disk is on fire');
    store.broken = false;
    await souvenir.for().flush();
    expect(await store.listEpisodes(OWNER, { limit: 10 })).toHaveLength(1);
  });

  it('never writes within the call, reports a failed automatic flush, and retries a buffer later', async () => {
    const store = fragileStore();
    const { souvenir } = await setUp({ store, buffer: { size: 2 } });
    let failures = 0;
    const failed = new Promise<{ buffered: number }>((resolve) =>
      souvenir.on('flushFailed', (event) => {
        failures++;
        resolve(event);
      }),
    );
    store.broken = true;
    for (const content of ['one', 'two', 'three']) await souvenir.for().record({ content });
    expect(failures).toBe(0);
    expect((await failed).buffered).toBe(3);
    store.broken = false;
    const flushed = new Promise<{ count: number }>((resolve) => souvenir.on('episodesFlushed', resolve));
    await souvenir.for().record({ content: 'four' });
    expect(await flushed).toEqual({ count: 4 });
  });

  it('refuses more than the buffer limit while the store refuses writes', async () => {
    const store = fragileStore();
    const { souvenir } = await setUp({ store, buffer: { size: 1000, limit: 2 } });
    await souvenir.for().record({ content: 'one' });
    await souvenir.for().record({ content: 'two' });
    await expect(souvenir.for().record({ content: 'three' })).rejects.toMatchObject({ code: 'bufferFull' });
  });

  it.each([
    [{ content: '' }, 'episode.content'],
    [{ content: '  \n ' }, 'episode.content'],
    [{ content: 'x', importance: 1.2 }, 'episode.importance'],
    [{ content: 'x', importance: Number.NaN }, 'episode.importance'],
    [{ content: 'x', type: 'dream' }, 'episode.type'],
    [{ content: 'x', occurredAt: 'yesterdayish' }, 'episode.occurredAt'],
    [{ content: 'x', occurredAt: null }, 'episode.occurredAt'],
    [{ content: 'x', userId: 'ana' }, 'userId'],
    [{ content: 'x', sessionId: 's' }, 'sessionId'],
    [{ content: 'x', metadata: { callback: () => {} } }, 'episode.metadata.callback'],
    [{ content: 'x'.repeat(1_000_001) }, 'episode.content'],
    [{}, 'episode.content'],
    [{ content: 'x', ocurredAt: new Date() }, 'ocurredAt'],
  ])('refuses malformed episode %# by field and stores nothing', async (input, field) => {
    const { souvenir, store } = await setUp();
    const attempt = souvenir.for().record(input as never);
    await expect(attempt).rejects.toMatchObject({ code: 'invalidInput', message: expect.stringContaining(field) });
    await souvenir.for().flush();
    expect(await store.listEpisodes(OWNER, { limit: 10 })).toEqual([]);
  });
});

describe('consolidate', () => {
  it('takes all episodes, or those of a minimum age', async () => {
    const { souvenir, clock } = await setUp();
    await souvenir.for().record({ content: 'We deploy on Fridays now.' });
    const minAgeMs = 5 * MINUTE;
    expect((await souvenir.for().consolidate({ minAgeMs })).components[0]).toMatchObject({ memoriesCreated: 0 });
    clock.advance(6 * MINUTE);
    await souvenir.for().record({ content: 'The bakery opens at six.' });
    expect((await souvenir.for().consolidate({ minAgeMs })).components[0]).toMatchObject({ memoriesCreated: 1 });
    expect((await souvenir.for().consolidate()).components[0]).toMatchObject({
      memoriesCreated: 1,
      sessionsProcessed: 1,
    });
  });

  it('extracts each episode once', async () => {
    const { souvenir } = await setUp();
    await souvenir.for().record({ content: 'The bakery opens at six.' });
    const first = await souvenir.for().consolidate();
    const second = await souvenir.for().consolidate();
    expect(first.components[0]?.memoriesCreated).toBe(1);
    expect(second.components[0]).toMatchObject({ memoriesCreated: 0, episodesConsumed: 0 });
  });

  it('continues if one component fails, reports it, and retries it alone', async () => {
    let failing = true;
    const moody: Component = {
      name: 'moody',
      consolidate: async ({ episodes }) => {
        if (failing) throw new Error('not today');
        return { memories: episodes.map(({ content, id }) => ({ content, category: 'mood', episodeIds: [id] })) };
      },
    };
    const { souvenir } = await setUp({ agents: defineAgent({ components: [moody, episodic()] }) });
    await souvenir.for().record({ content: 'The river froze in January.' });
    const [first, other] = (await souvenir.for().consolidate()).components;
    expect(first).toMatchObject({
      sessionsSkipped: 1,
      memoriesCreated: 0,
      failures: [{ sessionId: 'default', reason: 'not today' }],
    });
    expect(other).toMatchObject({ memoriesCreated: 1, failures: [] });
    failing = false;
    const [retried, done] = (await souvenir.for().consolidate()).components;
    expect(retried).toMatchObject({ memoriesCreated: 1, failures: [] });
    expect(done).toMatchObject({ memoriesCreated: 0 });
  });

  it('refuses a malformed draft and retries the session later', async () => {
    const sloppy: Component = {
      name: 'sloppy',
      consolidate: async () => ({
        memories: [
          { content: 'fine', category: 'a' },
          { content: '', category: 'b' },
        ],
      }),
    };
    const { souvenir } = await setUp({ agents: defineAgent({ components: [sloppy] }) });
    await souvenir.for().record({ content: 'Something.' });
    const [report] = (await souvenir.for().consolidate()).components;
    expect(report?.failures[0]?.reason).toContain('sloppy draft.content');
    expect((await souvenir.stats()).memories.active).toBe(0);
  });

  it('reports forbidden changes of a component as its failure', async () => {
    const broken: Component = {
      name: 'broken',
      consolidate: async () => ({
        changes: {
          relationships: [{ fromId: 'a', toId: 'b', relation: 'r', confidence: Number.NaN, updatedAt: new Date() }],
        },
      }),
    };
    const { souvenir } = await setUp({ agents: defineAgent({ components: [broken] }) });
    await souvenir.for().record({ content: 'Something.' });
    const [report] = (await souvenir.for().consolidate()).components;
    expect(report?.failures[0]?.reason).toContain('broken changes.relationships.0.confidence');
  });

  it('gives components nothing that came from memory', async () => {
    const seen: string[] = [];
    const curious: Component = {
      name: 'curious',
      consolidate: async ({ episodes }) => {
        seen.push(...episodes.map(({ content }) => content));
        return {};
      },
    };
    const { souvenir } = await setUp({ agents: defineAgent({ components: [curious] }) });
    await souvenir.for().record({ content: 'old news', metadata: { recalled: true } });
    await souvenir.for().record({ content: 'fresh news' });
    await souvenir.for().consolidate();
    expect(seen).toEqual(['fresh news']);
  });

  it('reports progress', async () => {
    const { souvenir } = await setUp({ agents: defineAgent({ components: [episodic()] }) });
    const progress: string[] = [];
    souvenir.on('consolidationProgress', ({ component, done, total }) =>
      progress.push(`${component} ${done}/${total}`),
    );
    for (const sessionId of ['a', 'b'])
      await souvenir.for({ sessionId }).record({ content: 'Something was said here.' });
    await souvenir.for().consolidate();
    expect(progress).toEqual(['episodic 1/2', 'episodic 2/2']);
  });

  it('takes a future-dated turn when its session ends', async () => {
    const { souvenir } = await setUp();
    await souvenir.for().record({ content: 'See you in 2099, said the clock.', occurredAt: '2099-01-01' });
    await souvenir.for().record({ content: 'The clock was wrong about that.' });
    expect((await souvenir.for().sessions.end()).components[0]).toMatchObject({ memoriesCreated: 2 });
  });

  it('runs components at the same time', async () => {
    const { promise: bothRunning, resolve } = Promise.withResolvers<void>();
    let running = 0;
    const waiting = (name: string): Component => ({
      name,
      consolidate: async () => {
        if (++running === 2) resolve();
        await bothRunning;
        return {};
      },
    });
    const { souvenir } = await setUp({ agents: defineAgent({ components: [waiting('a'), waiting('b')] }) });
    await souvenir.for().record({ content: 'Something.' });
    expect((await souvenir.for().consolidate()).components).toHaveLength(2);
  });

  it('consolidates a single session of any age', async () => {
    const { souvenir } = await setUp();
    await souvenir.for({ sessionId: 'paint' }).record({ content: 'We chose the blue paint.' });
    await souvenir.for({ sessionId: 'fence' }).record({ content: 'The fence is next.' });
    const report = await souvenir.for({ sessionId: 'paint' }).sessions.end();
    expect(report.components[0]).toMatchObject({ sessionsProcessed: 1, memoriesCreated: 1 });
  });

  it('stops on abort', async () => {
    const { souvenir } = await setUp();
    await souvenir.for().record({ content: 'Something worth keeping.' });
    await expect(souvenir.for().consolidate({ signal: AbortSignal.abort() })).rejects.toThrow();
    expect((await souvenir.for().consolidate()).components[0]?.memoriesCreated).toBe(1);
  });
});

describe('an embedder that fails', () => {
  const failingEmbedder = (): Embedder & { broken: boolean; poison: string } => {
    const inner = hashEmbedder();
    const embedder = {
      id: inner.id,
      broken: true,
      poison: '',
      embed: async (texts: readonly string[]) => {
        if (embedder.broken) throw new Error('no model here');
        if (embedder.poison !== '' && texts.some((text) => text.includes(embedder.poison))) throw new Error('bad text');
        return inner.embed(texts);
      },
    };
    return embedder;
  };

  it('leaves the memory stored, recalled by text, and embedded later', async () => {
    const embedder = failingEmbedder();
    const { souvenir } = await setUp({ embedder });
    await souvenir.for().record({ content: 'Does the lighthouse keeper play chess?' });
    const report = await souvenir.for().consolidate();
    expect(report).toMatchObject({ memoriesEmbedded: 0, degraded: [{ part: 'embedder', reason: 'no model here' }] });
    const matches = await souvenir.for().recall('lighthouse chess');
    expect(matches.items.map(({ content }) => content)).toEqual(['Does the lighthouse keeper play chess?']);
    expect(matches.degraded.map(({ part }) => part)).toEqual(['vector', 'vector']);
    embedder.broken = false;
    expect(await souvenir.for().consolidate()).toMatchObject({ memoriesEmbedded: 1, degraded: [] });
    expect((await souvenir.for().recall('lighthouse chess')).degraded).toEqual([]);
  });

  it('skips a text that cannot be embedded', async () => {
    const embedder = failingEmbedder();
    Object.assign(embedder, { broken: false, poison: 'cursed' });
    const { souvenir } = await setUp({ embedder, agents: defineAgent({ components: [episodic()] }) });
    let failures = 0;
    souvenir.on('embeddingFailed', () => failures++);
    for (const what of ['amulet', 'ring', 'crown', 'sword'])
      await souvenir.for().record({ content: `A cursed ${what} lay there.` });
    for (const content of ['Bread rose in the oven.', 'Rain fell on the harbour.'])
      await souvenir.for().record({ content });
    await souvenir.for().record({ content: 'A cursed crown lay there too.' });
    const report = await souvenir.for().consolidate();
    expect(report).toMatchObject({ memoriesEmbedded: 2, degraded: [{ part: 'embedder', reason: 'bad text' }] });
    expect(await souvenir.stats()).toMatchObject({ unembedded: 5, embedder: expect.any(String) });
    expect(failures).toBe(5);
  });
});

describe('a change of embedder', () => {
  it('embeds again in the background, and recall reports it until then', async () => {
    const store = memoryStore();
    const persistent = Object.assign(Object.create(store) as Store, store, { close: async () => {} });
    const first = await setUp({ store: persistent, embedder: hashEmbedder() });
    await first.souvenir.for().record({ content: 'Does the lighthouse keeper play chess?' });
    await first.souvenir.for().consolidate();
    await first.souvenir.close();

    const begun = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const other = hashEmbedder({ dimensions: 64 });
    let asked = 0;
    const slow: Embedder = {
      id: other.id,
      embed: async (texts) => {
        // Recall embeds the memory for itself; only the background is held up.
        if (asked++ === 0) {
          begun.resolve();
          await gate.promise;
        }
        return other.embed(texts);
      },
    };
    const { souvenir } = await setUp({ store: persistent, embedder: slow });
    await begun.promise;
    const progress: number[] = [];
    souvenir.on('embeddingProgress', ({ remaining }) => progress.push(remaining));
    expect((await souvenir.for().recall('chess')).degraded).toEqual([
      { part: 'vector', reason: '1 memories wait to be embedded' },
    ]);
    gate.resolve();
    await souvenir.settled();
    expect(progress).toEqual([0]);
    const { degraded, items } = await souvenir.for().recall('chess');
    expect(degraded).toEqual([]);
    expect(items[0]?.breakdown.signals.vector).toBeGreaterThan(0);
  });
});

describe('context', () => {
  const remembering = async () => {
    const { souvenir } = await setUp();
    for (const what of ['roses', 'tulips', 'lilies'])
      await souvenir.for().record({ content: `The garden has ${what} in the garden.` });
    await souvenir.for().consolidate();
    return souvenir;
  };

  it('accepts a budget without a limit', async () => {
    const souvenir = await remembering();
    expect((await souvenir.for().context('the garden', { tokenBudget: null })).memories).toHaveLength(3);
  });

  it('gives the reason if nothing fits', async () => {
    const souvenir = await remembering();
    const context = await souvenir.for().context('the garden', { tokenBudget: 11 });
    expect(context).toMatchObject({
      memories: [],
      text: '',
      tokens: 0,
      reason: 'no relevant memory fits the token budget',
    });
  });
});

describe('many agents over one store', () => {
  it('have separate memories and settings', async () => {
    const coder = defineAgent({ id: 'coder', recall: { ...OPEN, topK: 1 } });
    const writer = defineAgent({ id: 'writer', recall: OPEN });
    const { souvenir } = await setUp({ agents: [coder, writer] });
    for (const content of ['The parser is written in Zig.', 'The lexer is written in Zig too.'])
      await souvenir.for({ agentId: 'coder' }).record({ content });
    await souvenir.for({ agentId: 'writer' }).record({ content: 'Chapter three is written in verse.' });
    await souvenir.for({ agentId: 'coder' }).consolidate();
    await souvenir.for({ agentId: 'writer' }).consolidate();
    const coded = await souvenir.for({ agentId: 'coder' }).recall('what is written in Zig');
    expect(coded.items).toHaveLength(1);
    expect(coded.cut.overTopK).toBe(1);
    const wrote = await souvenir.for({ agentId: 'writer' }).recall('what is written');
    expect(wrote.items.map(({ content }) => content)).toEqual(['Chapter three is written in verse.']);
  });

  it('keep users of one agent separate', async () => {
    const { souvenir } = await setUp();
    await souvenir.for({ userId: 'ana' }).record({ content: 'My locker code is 4411.' });
    await souvenir.for({ userId: 'ana' }).consolidate();
    expect((await souvenir.for({ userId: 'ben' }).recall('locker code')).items).toEqual([]);
    expect((await souvenir.for({ userId: 'ana' }).recall('locker code')).items).toHaveLength(1);
  });

  it('have stats per owner and in total', async () => {
    const { souvenir } = await setUp();
    const reported = { ana: 1, ben: 2, eve: 3 };
    for (const [userId, turns] of Object.entries(reported))
      for (let turn = 0; turn < turns; turn++)
        await souvenir
          .for({ userId, tenantId: userId === 'eve' ? 'other' : 'default' })
          .recordAll([{ content: `Turn ${turn}.` }]);
    const counted = async (named?: Parameters<typeof souvenir.stats>[0]) => {
      const { owners, episodes } = await souvenir.stats(named);
      return [owners, episodes];
    };
    expect(await counted()).toEqual([3, 6]);
    expect(await counted({ tenantId: 'default' })).toEqual([2, 3]);
    expect(await counted({ tenantId: 'other' })).toEqual([1, 3]);
    expect(await counted({ userId: 'ben' })).toEqual([1, 2]);
  });

  it('read stats of at most 16 owners at once', async () => {
    const inner = memoryStore();
    let [now, most] = [0, 0];
    const counting =
      <Given extends readonly unknown[], Matched>(read: (...given: Given) => Promise<Matched>) =>
      async (...given: Given): Promise<Matched> => {
        most = Math.max(most, ++now);
        await new Promise(setImmediate);
        now--;
        return read(...given);
      };
    const { stats, countUnembedded, pendingSessions, noteOf } = inner;
    const store: Store = {
      ...inner,
      ...{ stats: counting(stats), countUnembedded: counting(countUnembedded) },
      ...{ pendingSessions: counting(pendingSessions), noteOf: counting(noteOf) },
    };
    const { souvenir } = await setUp({ store });
    for (let user = 0; user < 40; user++) await souvenir.for({ userId: `u${user}` }).recordAll([{ content: 'Hello.' }]);
    [now, most] = [0, 0];
    expect(await souvenir.stats()).toMatchObject({ owners: 40, unread: 40 });
    expect(most).toBe(16);
  });

  it('use defaults and the first agent for names that a handle omits', async () => {
    const agents = [defineAgent({ id: 'coder' }), defineAgent({ id: 'writer' })];
    const { souvenir } = await setUp({ agents });
    const scope = { tenantId: 'default', userId: 'default', agentId: 'coder' };
    expect(await souvenir.for().record({ content: 'x' })).toMatchObject({ ...scope, sessionId: 'default' });
    const named = { userId: 'ana', projectId: 'atlas', agentId: 'writer', sessionId: 's' };
    expect(await souvenir.for(named).record({ content: 'x' })).toMatchObject({ ...scope, ...named });
    expect(souvenir.for(named).scope).toEqual({ tenantId: 'default', ...named });
  });

  it('refuse an undefined agent and list the defined ones', async () => {
    const { souvenir } = await setUp();
    expect(() => souvenir.for({ agentId: 'ghost' })).toThrow(
      expect.objectContaining({
        message: expect.stringContaining('no agent "ghost" is defined'),
        advice: expect.stringContaining('default'),
      }),
    );
    expect(() => souvenir.for({ userID: 'ana' } as never)).toThrow('userID');
  });
});

describe('close', () => {
  it('flushes, can be called twice, and makes later calls fail with a clear error', async () => {
    const store = memoryStore();
    const writes: number[] = [];
    const watched = Object.assign(Object.create(store) as Store, store, {
      write: async (...[owner, changes]: Parameters<Store['write']>) => {
        if (changes.episodes !== undefined) writes.push(changes.episodes.length);
        return store.write(owner, changes);
      },
    });
    const { souvenir } = await setUp({ store: watched });
    const ana = souvenir.for();
    await ana.record({ content: 'last words' });
    await souvenir.close();
    await souvenir.close();
    expect(writes).toEqual([1]);
    expect(() => souvenir.for()).toThrow(expect.objectContaining({ code: 'closed' }));
    for (const call of [
      ...[() => ana.record({ content: 'x' }), () => ana.procedures.match('x')],
      ...[() => ana.recall('x'), () => ana.turn('x'), () => ana.context('x'), () => ana.flush()],
      ...[() => ana.consolidate(), () => ana.sessions.end(), () => ana.sessions.list(), () => ana.recordAll([])],
      ...[() => ana.memories.add('x'), () => ana.memories.list(), () => ana.profile.get(), () => ana.persona.current()],
      ...[() => ana.instructions.current(), () => ana.documents.list(), () => ana.procedures.records()],
      ...[() => souvenir.stats(), () => souvenir.cycle()],
    ])
      await expect(call(), String(call)).rejects.toMatchObject({ code: 'closed' });
  });

  it('aborts a running consolidation, and closes all parts even if one fails', async () => {
    const closed: string[] = [];
    const inner = memoryStore();
    const store = Object.assign(Object.create(inner) as Store, inner, { close: async () => void closed.push('store') });
    const endless: Component = {
      name: 'endless',
      consolidate: (_, { signal }) =>
        new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    };
    const embedder: Embedder = { ...hashEmbedder(), close: () => Promise.reject(new Error('stuck')) };
    const { souvenir } = await setUp({ store, embedder, agents: defineAgent({ components: [endless] }) });
    await souvenir.for().record({ content: 'Something.' });
    const running = souvenir.for().consolidate();
    running.catch(() => {});
    await souvenir.for().flush();
    await expect(souvenir.close()).rejects.toThrow('stuck');
    await expect(running).rejects.toMatchObject({ code: 'closed' });
    expect(closed).toEqual(['store']);
  });

  it('closes the store if a component cannot start', async () => {
    const closed: string[] = [];
    const inner = memoryStore();
    const store = Object.assign(Object.create(inner) as Store, inner, { close: async () => void closed.push('store') });
    const lame: Component = {
      name: 'lame',
      initialize: () => Promise.reject(new Error('no legs')),
      consolidate: async () => ({}),
    };
    await expect(setUp({ store, agents: defineAgent({ components: [lame] }) })).rejects.toThrow('no legs');
    expect(closed).toEqual(['store']);
  });

  it('initialises and closes every component once', async () => {
    const calls: string[] = [];
    const shared: Component = {
      name: 'shared',
      initialize: async () => void calls.push('initialize'),
      consolidate: async () => ({}),
      close: async () => void calls.push('close'),
    };
    const agents = [defineAgent({ id: 'a', components: [shared] }), defineAgent({ id: 'b', components: [shared] })];
    const { souvenir } = await setUp({ agents });
    await souvenir.close();
    expect(calls).toEqual(['initialize', 'close']);
  });
});

describe('options of createSouvenir', () => {
  it.each([
    [{ store: undefined }, 'options.store'],
    [{ agents: [] }, 'options.agents'],
    [{ agents: [defineAgent(), defineAgent()] }, 'options.agents'],
    [{ buffer: { size: 0 } }, 'options.buffer.size'],
    [{ scope: { userId: '' } }, 'scope'],
    [{ embeder: hashEmbedder() }, 'embeder'],
    [{ store: {} }, 'options.store'],
    [{ embedder: {} }, 'options.embedder'],
    [{ reranker: {} }, 'options.reranker'],
    [{ reranker: null }, 'options.reranker'],
    [{ reranker: async () => [] }, 'options.reranker'],
  ])('refuses %j, naming %s', async (wrong, field) => {
    const options = { store: memoryStore(), embedder: null, ...wrong } as SouvenirOptions;
    await expect(createSouvenir(options)).rejects.toMatchObject({
      code: 'invalidInput',
      message: expect.stringContaining(field),
    });
  });

  it.each([
    [{ recall: { threshold: 2 } }, 'agent.recall.threshold'],
    [{ recall: { weights: { vector: Number.NaN } } }, 'agent.recall.weights.vector'],
    [{ recall: { weights: { vektor: 1 } } }, 'vektor'],
    [{ components: [episodic(), episodic()] }, 'agent.components'],
    [{ consolidation: { minAgeMs: -1 } }, 'agent.consolidation.minAgeMs'],
    [{ personality: 'grumpy' }, 'personality'],
    [{ recall: { treshold: 0.1 } }, 'treshold'],
    [{ components: [{}] }, 'agent.components.0'],
  ])('defineAgent refuses %j, naming %s', (wrong, field) => {
    expect(() => defineAgent(wrong as never)).toThrow(field);
  });

  it.each([
    [(souvenir: Souvenir) => souvenir.for().recall(undefined as never), 'query'],
    [(souvenir: Souvenir) => souvenir.for().recall('x', { topk: 3 } as never), 'topk'],
    [(souvenir: Souvenir) => souvenir.for().recall('x', { topK: 0 }), 'recall.topK'],
    [(souvenir: Souvenir) => souvenir.for().consolidate({ minAgeMs: 'abc' } as never), 'consolidate.minAgeMs'],
  ])('a call refuses unknown input: %s', async (call, field) => {
    const { souvenir } = await setUp();
    await expect(call(souvenir)).rejects.toMatchObject({
      code: 'invalidInput',
      message: expect.stringContaining(field),
    });
  });

  it('defineAgent freezes an agent', () => {
    const agent = defineAgent({ id: 'ice' });
    expect(Object.isFrozen(agent) && Object.isFrozen(agent.recall) && Object.isFrozen(agent.components)).toBe(true);
  });
});

describe('events', () => {
  it('continue after a listener throws, and stop on request', async () => {
    const { souvenir } = await setUp();
    const seen: string[] = [];
    souvenir.on('episodeRecorded', () => {
      throw new Error('listener trouble');
    });
    souvenir.on('listenerFailed', ({ event }) => seen.push(`failed ${event}`));
    const stop = souvenir.on('episodeRecorded', ({ episode }) => seen.push(episode.content));
    await souvenir.for().record({ content: 'one' });
    stop();
    await souvenir.for().record({ content: 'two' });
    expect(seen).toEqual(['failed episodeRecorded', 'one', 'failed episodeRecorded']);
  });

  it('continue after a listener rejects', async () => {
    const { souvenir } = await setUp();
    const failed = new Promise<{ error: unknown }>((resolve) => souvenir.on('listenerFailed', resolve));
    souvenir.on('episodeRecorded', () => Promise.reject(new Error('too late')));
    await souvenir.for().record({ content: 'one' });
    expect((await failed).error).toMatchObject({ message: 'too late' });
  });
});

describe('backup', () => {
  const folder = temporaryFolder();

  it('contains all recorded episodes and is a separate memory', async () => {
    const { souvenir } = await setUp({ store: sqliteStore({ path: join(folder, 'memory.db') }) });
    await souvenir.for().record({ content: 'Use tabs.' });
    const to = join(folder, 'copy.db');
    expect(await souvenir.backup(to)).toMatchObject({ path: to, episodes: 1, isEncrypted: false });
    await expect(souvenir.backup(to)).rejects.toMatchObject({ code: 'conflict' });
    expect(await souvenir.backup(to, { force: true })).toMatchObject({ episodes: 1 });
    await souvenir.close();
    await expect(souvenir.backup(to)).rejects.toMatchObject({ code: 'closed' });
    const copy = await setUp({ store: sqliteStore({ path: to }) });
    expect((await copy.souvenir.stats()).episodes).toBe(1);
    await copy.souvenir.close();
  });

  it.each([
    ['a store without files', 'copy.db', {}],
    ['no name', '', {}],
    ['a misspelt option', 'copy.db', { fore: true }],
  ])('of %s is refused', async (_, to, options) => {
    const { souvenir } = await setUp();
    await expect(souvenir.backup(to, options as object)).rejects.toMatchObject({ code: 'invalidInput' });
    await souvenir.close();
  });
});

it.for<[string, (ana: ScopedSouvenir, signal?: AbortSignal) => Promise<unknown>]>([
  ['recall', (ana, signal) => ana.recall(BEES, { signal })],
  ['explain', (ana, signal) => ana.explain(BEES, { signal })],
  ['turn', (ana, signal) => ana.turn(BEES, { signal, retrieve: true })],
  ['chat', (ana, signal) => ana.chat(BEES, { signal })],
  ['context', (ana, signal) => ana.context(BEES, { signal })],
  ['documents.search', (ana, signal) => ana.documents.search(BEES, { signal })],
])('%s rejects after an abort without further searches', async ([, ask]) => {
  const store = memoryStore();
  const { souvenir } = await setUp({ store });
  const ana = souvenir.for({ userId: 'ana' });
  await ana.memories.add('Ana keeps bees.');
  await ana.documents.add({ id: 'notes', title: 'Notes', content: 'Ana keeps bees.' });
  const stopping = new AbortController();
  const { searchText, getMemories } = store;
  const read: string[] = [];
  store.searchText = async (owner, query) => {
    if (query.signal !== undefined) stopping.abort(new Error('enough'));
    return searchText(owner, query);
  };
  store.getMemories = async (...given) => {
    read.push(...given[1]);
    return getMemories(...given);
  };
  await expect(ask(ana, stopping.signal)).rejects.toMatchObject({ code: 'aborted' });
  expect(read).toEqual([]);
  const listing = [vi.spyOn(store, 'listMemories'), vi.spyOn(store, 'listEpisodes')];
  await expect(ask(ana, AbortSignal.abort(new Error('enough')))).rejects.toMatchObject({ code: 'aborted' });
  for (const each of listing) expect(each).not.toHaveBeenCalled();
  expect(JSON.stringify(await ask(ana))).toContain('Ana keeps bees.');
  await expect(ask(ana, 'soon' as never)).rejects.toMatchObject({ code: 'invalidInput' });
  await souvenir.close();
});
