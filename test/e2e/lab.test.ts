import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { durable, episodic, task } from '../../src/components/index.ts';
import { systemClock } from '../../src/contracts/clock.ts';
import { hashEmbedder } from '../../src/embedders/index.ts';
import {
  type Component,
  createSouvenir,
  defaultComponents,
  defineAgent,
  type EpisodeInput,
  type Memory,
  memoryStore,
  type Souvenir,
  type Store,
} from '../../src/index.ts';
import { compare, evaluateRecall, replay } from '../../src/lab/index.ts';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { keeper } from '../support/keeper.ts';
import { DAY, MINUTE, manualClock } from '../support/manual-clock.ts';
import { sharedReader } from '../support/shared-embedder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const OWNER = { tenantId: 'default', userId: 'default', agentId: 'default' };
const IDENTITY = 'I am a careful assistant for a small team.';
const everything = () => defineAgent({ components: defaultComponents({ identity: IDENTITY }) });

const call = (tool: string, success: boolean): EpisodeInput => ({
  ...{ type: 'toolResult', role: 'tool', content: `${tool} ${success ? 'worked' : 'failed: timeout'}` },
  metadata: { tool, success, parameters: { region: 'eu' } },
});

/** Weeks of an agent: moves and changes of mind, work, tools, what worked and what did not. */
const SESSIONS: Record<string, (string | EpisodeInput)[]> = {
  home: [
    'Hi! My name is Nora and I live in Bergen.',
    'I work as a nurse at Haukeland hospital.',
    'My favourite tea is Earl Grey.',
    { role: 'assistant', content: 'Nice to meet you, Nora.' },
    'I have a dog called Biscuit.',
  ],
  work: [
    'Our goal is to move the billing service to Postgres.',
    { type: 'decision', content: 'We decided to use Postgres 17 for billing.' },
    'The staging server runs on port 8443.',
    call('deploy', false),
    call('deploy', true),
    'Clearing the cache fixed the failing build.',
  ],
  moved: [
    'I moved to Oslo last week.',
    'Actually, my favourite tea is rooibos now.',
    'I no longer work at Haukeland hospital, I work at Ullevål hospital.',
    'Biscuit is a beagle.',
  ],
  later: [
    { type: 'userDirective', content: 'Always answer in British English.' },
    'The staging server runs on port 9443 now.',
    call('deploy', true),
    'Clearing the cache fixed the failing build again.',
    'I live in Oslo.',
  ],
};

interface Opened {
  readonly souvenir: Souvenir;
  readonly store: Store;
  readonly clock: ReturnType<typeof manualClock>;
}

async function open(agent = everything(), store: Store = memoryStore()): Promise<Opened> {
  const clock = manualClock();
  return {
    store,
    clock,
    souvenir: await createSouvenir({ store, clock, agents: agent, embedder: hashEmbedder(), reader: sharedReader }),
  };
}

async function liveThrough({ souvenir, clock }: Opened): Promise<void> {
  const tell = async (sessionId: string, ...lines: (string | EpisodeInput)[]) => {
    for (const line of lines) {
      clock.advance(MINUTE);
      await souvenir.for({ sessionId }).record({ ...(typeof line === 'string' ? { content: line } : line) });
    }
  };
  const { home = [], work = [], moved = [], later = [] } = SESSIONS;
  await tell('home', ...home.slice(0, 3));
  await souvenir.for().consolidate();
  clock.advance(10 * MINUTE);
  await souvenir.for().consolidate();
  await tell('home', ...home.slice(3));
  await tell('work', ...work.slice(0, 4));
  await souvenir.for().consolidate();
  await tell('work', ...work.slice(4));
  clock.advance(MINUTE);
  await souvenir.for({ sessionId: 'work' }).sessions.end();
  clock.advance(3 * DAY);
  await tell('moved', ...moved.slice(0, 2));
  // Younger than asked for, and yet it ends the idle ones.
  await souvenir.for().consolidate();
  await tell('moved', ...moved.slice(2));
  await souvenir.for().consolidate({ minAgeMs: 0 });
  clock.advance(DAY);
  // Nothing left to take in.
  await souvenir.for({ sessionId: 'moved' }).sessions.end();
  clock.advance(20 * DAY);
  await tell('later', ...later);
  await souvenir.for().consolidate({ sessionId: 'later' });
  clock.advance(60 * DAY);
  await tell('home', 'I moved back to Bergen.', 'My favourite tea is rooibos.');
  await souvenir.for().consolidate({ minAgeMs: 0 });
  await tell('later', 'This one is not consolidated at all.');
  await souvenir.for().flush();
}

const allOf = (store: Store) => store.listMemories(OWNER, { filter: {}, limit: 10_000 });

/** What a memory is, with the places of others instead of their ids: by component, then in the order they were made. */
async function storedIn(store: Store) {
  const memories = (await allOf(store)).sort(
    (a, b) =>
      a.component.localeCompare(b.component) || a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1),
  );
  const placeOf = new Map(memories.map(({ id }, place) => [id, place]));
  const reported = memories.map((memory: Memory) => {
    const { id: _, entityIds, salience: __, supersededBy, ...rest } = memory;
    return { ...rest, entities: entityIds.length, supersededBy: placeOf.get(supersededBy ?? '') };
  });
  const links = await store.linksOf(
    OWNER,
    memories.map(({ id }) => id),
  );
  return {
    reported,
    links: links.map(({ fromId, toId, type }) => `${placeOf.get(fromId)} ${type} ${placeOf.get(toId)}`).sort(),
  };
}

const turnsOf = async (store: Store) =>
  (await store.listEpisodes(OWNER, { limit: 10_000 })).sort((a, b) => (a.id < b.id ? -1 : 1));

describe('replaying the same episodes', () => {
  it('gives an identical memory with the same configuration', async () => {
    const first = await open();
    await liveThrough(first);
    const before = await storedIn(first.store);
    const { store, comparison, reports, souvenir, degraded } = await replay(
      { store: first.store, owner: OWNER },
      {
        agents: everything(),
        embedder: hashEmbedder(),
        reader: sharedReader,
        queries: ['Where does Nora live?', 'favourite tea', 'staging port'],
      },
    );
    const after = await storedIn(store);
    expect(degraded).toEqual([]);
    expect(after.reported).toEqual(before.reported);
    expect(after.links).toEqual(before.links);
    expect(await turnsOf(store)).toEqual(await turnsOf(first.store));
    expect(await store.progressSteps(OWNER)).toEqual(await first.store.progressSteps(OWNER));
    expect(await store.listSessions(OWNER)).toEqual(await first.store.listSessions(OWNER));
    expect(comparison.memories).toEqual({
      same: before.reported.length,
      onlyInOne: [],
      onlyInOther: [],
      changed: [],
    });
    expect(comparison.queries.every(({ onlyInOne, onlyInOther }) => onlyInOne.length + onlyInOther.length === 0)).toBe(
      true,
    );
    expect(comparison.queries.every(({ isSameOrder }) => isSameOrder)).toBe(true);
    // The story is worth the test: facts replaced one another, work ended with its session, components all had their say.
    const statuses = new Set(before.reported.map(({ status }) => status));
    expect([...statuses].sort()).toEqual(expect.arrayContaining(['active', 'expired', 'superseded']));
    expect(before.reported.length).toBeGreaterThan(25);
    expect(new Set(before.reported.map(({ component }) => component)).size).toBeGreaterThanOrEqual(6);
    expect(reports.reduce((sum, { memoriesCreated }) => sum + memoriesCreated, 0)).toBe(before.reported.length);
    await Promise.all([first.souvenir.close(), souvenir.close()]);
  });

  it('does not touch the first memory', async () => {
    const first = await open();
    await liveThrough(first);
    const before = [await storedIn(first.store), await first.store.stats(OWNER), await allOf(first.store)];
    const { souvenir } = await replay(
      { store: first.store, owner: OWNER },
      { agents: defineAgent({ components: [keeper()] }), embedder: hashEmbedder(), queries: ['tea'] },
    );
    await souvenir.close();
    expect([await storedIn(first.store), await first.store.stats(OWNER), await allOf(first.store)]).toEqual(before);
    await first.souvenir.close();
  });

  it('reproduces a component that lagged and batches of a long session', async () => {
    const agent = (isRefusing: () => boolean) =>
      defineAgent({
        components: [
          keeper(),
          keeper({
            name: 'lagging',
            consolidate: async ({ episodes, before }) => {
              if (isRefusing()) throw new Error('not now');
              const content = `${before.length} before ${episodes[0]?.content} … ${episodes.at(-1)?.content}`;
              return { memories: [{ content, category: 'batch', episodeIds: episodes.map(({ id }) => id) }] };
            },
          }),
        ],
      });
    let isRefusing = true;
    const first = await open(agent(() => isRefusing));
    const tell = async (from: number, to: number) => {
      for (let at = from; at < to; at++) await first.souvenir.for({ sessionId: 's' }).record({ content: `turn ${at}` });
    };
    await tell(0, 700);
    await first.souvenir.for().consolidate();
    first.clock.advance(DAY);
    await tell(700, 720);
    isRefusing = false;
    await first.souvenir.for().consolidate();
    first.clock.advance(DAY);
    await tell(720, 730);
    await first.souvenir.for().consolidate();
    const { store, souvenir } = await replay(
      { store: first.store, owner: OWNER },
      { agents: agent(() => false), embedder: hashEmbedder(), reader: sharedReader },
    );
    expect(await storedIn(store)).toEqual(await storedIn(first.store));
    expect(
      (await allOf(store)).filter(({ component }) => component === 'lagging').map(({ content }) => content),
    ).toEqual(['0 before turn 0 … turn 499', '4 before turn 500 … turn 719', '4 before turn 720 … turn 729']);
    await Promise.all([first.souvenir.close(), souvenir.close()]);
  });

  it('gives the same memory from a file and with the real clock', async () => {
    const path = join(temporaryFolder(), 'first.db');
    const store = sqliteStore({ path });
    const souvenir = await createSouvenir({
      store,
      agents: everything(),
      embedder: hashEmbedder(),
      reader: sharedReader,
    });
    for (const [sessionId, lines] of Object.entries(SESSIONS)) {
      for (const line of lines)
        await souvenir.for({ sessionId }).record({ ...(typeof line === 'string' ? { content: line } : line) });
      await souvenir.for().consolidate();
    }
    const { comparison, ...second } = await replay(
      { store, owner: OWNER },
      {
        agents: everything(),
        embedder: hashEmbedder(),
        reader: sharedReader,
        store: sqliteStore({ path: join(temporaryFolder(), 'second.db') }),
      },
    );
    expect(comparison.memories).toMatchObject({ onlyInOne: [], onlyInOther: [], changed: [] });
    expect(comparison.memories.same).toBeGreaterThan(20);
    await Promise.all([souvenir.close(), second.souvenir.close()]);
  });

  it('reproduces any order of episodes and operations', { timeout: 120_000 }, async () => {
    const lines = Object.values(SESSIONS).flat();
    const action = fc.oneof(
      { weight: 6, arbitrary: fc.record({ reported: fc.nat(lines.length - 1), in: fc.constantFrom('a', 'b', 'c') }) },
      { weight: 2, arbitrary: fc.record({ wait: fc.constantFrom(0, MINUTE, 30 * MINUTE, 5 * 60 * MINUTE, 9 * DAY) }) },
      { weight: 1, arbitrary: fc.record({ consolidate: fc.constantFrom(0, 10 * MINUTE) }) },
      { weight: 1, arbitrary: fc.record({ press: fc.constantFrom('a', 'b', undefined) }) },
      { weight: 1, arbitrary: fc.record({ end: fc.constantFrom('a', 'b', 'c') }) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 30 }), async (actions) => {
        const first = await open();
        // A store knows only the last end of a session, so one that ended is not taken up again.
        const ended: string[] = [];
        const idOf = (name: string) => `${name}${ended.filter((each) => each === name).length}`;
        for (const each of actions) {
          first.clock.advance(1500);
          if ('reported' in each) {
            const line = lines[each.reported] as string | EpisodeInput;
            await first.souvenir
              .for({ sessionId: idOf(each.in) })
              .record({ ...(typeof line === 'string' ? { content: line } : line) });
          } else if ('wait' in each) first.clock.advance(each.wait);
          else if ('consolidate' in each) await first.souvenir.for().consolidate({ minAgeMs: each.consolidate });
          else if ('end' in each) {
            await first.souvenir.for({ sessionId: idOf(each.end) }).sessions.end();
            ended.push(each.end);
          } else
            await first.souvenir.for().consolidate(each.press === undefined ? {} : { sessionId: idOf(each.press) });
        }
        await first.souvenir.for().flush();
        const second = await replay(
          { store: first.store, owner: OWNER },
          { agents: everything(), embedder: hashEmbedder(), reader: sharedReader },
        );
        expect(second.comparison.memories).toMatchObject({ onlyInOne: [], onlyInOther: [], changed: [] });
        await Promise.all([first.souvenir.close(), second.souvenir.close()]);
      }),
      // A session that was idle, went on and ended again loses its first end: one story in some 1,500.
      { numRuns: 30, seed: 20260301 },
    );
  });
});

describe('replaying with another configuration', () => {
  it('reports differences in memories and answers', async () => {
    const first = await open(defineAgent({ components: [episodic(), durable(), task()] }));
    await liveThrough(first);
    const note: Component = {
      name: 'note',
      consolidate: async ({ episodes, sessionId }) => ({
        memories: [
          {
            content: `Tea notes of ${sessionId}: ${episodes.length} turns`,
            category: 'note',
            episodeIds: [episodes[0]?.id ?? ''],
          },
        ],
      }),
    };
    const second = await replay(
      { store: first.store, owner: OWNER },
      {
        agents: defineAgent({ components: [episodic(), note] }),
        embedder: hashEmbedder(),
        reader: sharedReader,
        queries: ['tea notes', 'xylophone'],
      },
    );
    const { memories, queries, cost } = second.comparison;
    expect(new Set(memories.onlyInOne.map(({ component }) => component))).toEqual(new Set(['durable', 'task']));
    expect(memories.changed).toEqual([]);
    expect(memories.same).toBe((await allOf(first.store)).filter(({ component }) => component === 'episodic').length);
    // One for each time the first memory took in something of a session.
    const places = new Set(
      (await first.store.progressSteps(OWNER)).map(({ sessionId, through }) => `${sessionId} ${through}`),
    );
    const notes = memories.onlyInOther.map(({ content, createdAt }) => ({ content, createdAt }));
    expect(notes.length).toBe(places.size);
    expect(notes[0]).toEqual({ content: 'Tea notes of home: 3 turns', createdAt: expect.any(Date) });
    const [firstStep] = await first.store.progressSteps(OWNER);
    expect(notes[0]?.createdAt).toEqual(firstStep?.at);
    expect(queries[0]?.onlyInOther.some(({ content }) => content.startsWith('Tea notes'))).toBe(true);
    expect(queries[1]).toEqual({ query: 'xylophone', onlyInOne: [], onlyInOther: [], isSameOrder: true });
    expect(cost.one).toBeUndefined();
    expect(cost.other?.durationMs).toBeGreaterThan(0);
    await Promise.all([first.souvenir.close(), second.souvenir.close()]);
  });

  it('queries the first memory with its own configuration', async () => {
    const first = await open(defineAgent({ components: [episodic()] }));
    await liveThrough(first);
    const asked: string[] = [];
    const recall = async (query: string) => {
      asked.push(query);
      return [];
    };
    const { comparison, souvenir } = await replay(
      { store: first.store, owner: OWNER, recall },
      { embedder: hashEmbedder(), reader: sharedReader, queries: ['staging server'] },
    );
    expect(asked).toEqual(['staging server']);
    expect(comparison.queries[0]?.onlyInOther.length).toBeGreaterThan(0);
    await Promise.all([first.souvenir.close(), souvenir.close()]);
  });

  it('counts the tokens of a model', async () => {
    const first = await open(defineAgent({ components: [durable()] }));
    await first.souvenir.for({ sessionId: 's' }).record({ content: 'I live in Bergen.' });
    const report = await first.souvenir.for().consolidate();
    const { comparison, souvenir } = await replay(
      { store: first.store, owner: OWNER, reports: [report] },
      {
        agents: defineAgent({ components: [durable()] }),
        embedder: hashEmbedder(),
        reader: sharedReader,
        llm: async () => '{"facts":[]}',
      },
    );
    expect(comparison.cost.one).toMatchObject({ modelCalls: 0, inputTokens: 0 });
    expect(comparison.cost.other?.modelCalls).toBeGreaterThan(0);
    expect(comparison.cost.other?.inputTokens).toBeGreaterThan(0);
    expect(comparison.memories.onlyInOne).toHaveLength(1);
    await Promise.all([first.souvenir.close(), souvenir.close()]);
  });

  it('leaves a usable memory with the current clock', async () => {
    const first = await open(defineAgent({ components: [episodic()] }));
    await liveThrough(first);
    const { souvenir, store } = await replay(
      { store: first.store, owner: OWNER },
      { embedder: hashEmbedder(), reader: sharedReader },
    );
    const { items } = await souvenir.for().recall('What is the dog called?', { topK: 1 });
    expect(items[0]?.content).toContain('Biscuit');
    const dogs = (await allOf(store)).filter(({ content }) => content.includes('dog'));
    expect(evaluateRecall(dogs, items)).toMatchObject({ precision: 1, recall: 1 });
    const now = systemClock.now();
    expect(
      (await souvenir.for().record({ content: 'I have a parrot called Kiwi.' })).occurredAt.getTime(),
    ).toBeGreaterThanOrEqual(now.getTime());
    await souvenir.for().consolidate();
    expect((await allOf(store)).some(({ content }) => content.includes('Kiwi'))).toBe(true);
    await Promise.all([first.souvenir.close(), souvenir.close()]);
  });

  it('refuses a store that is in use, an agent of another id, and stops when told', async () => {
    const first = await open(defineAgent({ components: [episodic()] }));
    await liveThrough(first);
    const source = { store: first.store, owner: OWNER };
    const used = memoryStore();
    await (await replay(source, { store: used, embedder: hashEmbedder(), reader: sharedReader })).store;
    await expect(replay(source, { store: used, embedder: hashEmbedder(), reader: sharedReader })).rejects.toMatchObject(
      {
        code: 'invalidInput',
      },
    );
    await expect(
      replay(source, { agents: defineAgent({ id: 'other' }), embedder: hashEmbedder(), reader: sharedReader }),
    ).rejects.toThrow('none has the id "default"');
    await expect(
      replay(source, {
        embedder: hashEmbedder(),
        reader: sharedReader,
        signal: AbortSignal.abort(new Error('enough')),
      }),
    ).rejects.toThrow('enough');
    await first.souvenir.close();
  });
});

describe('comparing two memories', () => {
  it('matches memories from the same episodes as reworded', async () => {
    const first = await open(defineAgent({ components: [keeper()] }));
    await first.souvenir.for({ sessionId: 's' }).record({ content: 'Nora lives in Bergen.' });
    await first.souvenir.for().consolidate();
    const shouting = keeper({
      consolidate: async ({ episodes }) => ({
        memories: episodes.map(({ id, content, importance }) => ({
          ...{ content: content.toUpperCase(), importance, episodeIds: [id], category: 'note' },
        })),
      }),
    });
    const second = await replay(
      { store: first.store, owner: OWNER },
      { agents: defineAgent({ components: [shouting] }), embedder: hashEmbedder(), reader: sharedReader },
    );
    const { changed, onlyInOne, onlyInOther } = second.comparison.memories;
    expect(changed.map(({ other, fields }) => [other.content, fields])).toEqual([
      ['NORA LIVES IN BERGEN.', ['content']],
    ]);
    expect([onlyInOne, onlyInOther]).toEqual([[], []]);
    await Promise.all([first.souvenir.close(), second.souvenir.close()]);
  });

  it('reports changed fields and memories of only one side', async () => {
    const open = async (category: string, importance: number, also?: string) => {
      const agent = defineAgent({ components: [keeper()] });
      const store = memoryStore();
      const souvenir = await createSouvenir({
        store,
        clock: manualClock(),
        agents: agent,
        embedder: null,
        reader: sharedReader,
      });
      await souvenir.for().record({ content: 'Nora lives in Bergen.', metadata: { category }, importance });
      if (also !== undefined) await souvenir.for().record({ content: also });
      await souvenir.for().consolidate();
      return { store, owner: OWNER };
    };
    const { memories } = await compare(await open('home', 0.2, 'Tea is ready.'), await open('place', 0.3));
    expect(memories.changed.map(({ one, fields }) => [one.content, fields])).toEqual([
      ['Nora lives in Bergen.', ['category', 'importance', 'episodeIds']],
    ]);
    expect(memories.onlyInOne.map(({ content }) => content)).toEqual(['Tea is ready.']);
    expect(memories.onlyInOther).toEqual([]);
    expect(memories.same).toBe(0);
  });
});
