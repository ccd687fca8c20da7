import { expect, it } from 'vitest';
import { keeper } from '../../test/support/keeper.ts';
import type { SessionBatch } from '../contracts/component.ts';
import { createSouvenir, defineAgent, memoryStore, SouvenirError, type Store } from '../index.ts';

const COUNT = 3000;
const MAX_COUNT = 500;

it('run gives a component a long session in batches with the preceding episodes', async () => {
  const inner = memoryStore();
  const limits: number[] = [];
  const store: Store = {
    ...inner,
    listEpisodes: (owner, query) => {
      limits.push(query.limit);
      return inner.listEpisodes(owner, query);
    },
  };
  const batches: Pick<SessionBatch, 'episodes' | 'before'>[] = [];
  const counting = keeper({
    consolidate: async ({ episodes, before }) => {
      batches.push({ episodes, before });
      return {};
    },
  });
  const souvenir = await createSouvenir({ store, agents: defineAgent({ components: [counting] }), embedder: null });
  for (let number = 1; number <= COUNT; number++) await souvenir.for().record({ content: `Turn ${number}.` });
  expect(await souvenir.for().consolidate()).toMatchObject({ episodesConsumed: COUNT, sessionsProcessed: 1 });

  const places = batches.map(({ episodes, before }) => ({
    before: before.map(({ position }) => position),
    from: episodes[0]?.position,
    count: episodes.length,
  }));
  expect(places).toEqual(
    Array.from({ length: COUNT / MAX_COUNT }, (_, at) => ({
      before: at === 0 ? [] : [-3, -2, -1, 0].map((step) => at * MAX_COUNT + step),
      from: at * MAX_COUNT + 1,
      count: MAX_COUNT,
    })),
  );
  expect(Math.max(...limits)).toBe(MAX_COUNT);
});

it('run starts a batch after an interruption with the preceding episodes', async () => {
  const seen: string[][] = [];
  const counting = keeper({
    consolidate: async ({ episodes, before }) => {
      seen.push([...before, ...episodes].map(({ content }) => content));
      return {};
    },
  });
  const agents = defineAgent({ components: [counting] });
  const souvenir = await createSouvenir({ store: memoryStore(), agents, embedder: null });
  for (const turns of [['a'], ['b', 'c', 'd', 'e', 'f'], ['g']]) {
    for (const content of turns) await souvenir.for().record({ content });
    await souvenir.for().consolidate();
  }
  expect(seen.map((contents) => contents.join(''))).toEqual(['a', 'abcdef', 'cdefg']);
});

it('run stops if another process got ahead', async () => {
  const store = memoryStore();
  const asked: string[] = [];
  const open = (name: string, meanwhile: () => Promise<unknown>) => {
    const component = keeper({
      consolidate: async (batch, context) => {
        asked.push(`${name} ${batch.sessionId}`);
        await meanwhile();
        return keeper().consolidate(batch, context);
      },
    });
    return createSouvenir({ store, agents: defineAgent({ components: [component] }), embedder: null });
  };
  const faster = await open('faster', async () => {});
  const slower = await open('slower', () => faster.for().consolidate());
  for (const sessionId of ['a', 'b', 'c']) await slower.for({ sessionId }).record({ content: `Told in ${sessionId}.` });
  expect((await slower.for().consolidate()).components).toMatchObject([
    { sessionsProcessed: 0, sessionsSkipped: 1, memoriesCreated: 0, failures: [] },
  ]);
  expect(asked).toEqual(['slower a', 'faster a', 'faster b', 'faster c']);
  expect((await faster.stats()).memories.active).toBe(3);
});

it.for([
  [5, 2 * MAX_COUNT],
  [6, 0],
])('run retries each batch equally often: disturbed %s times each, it handles %s', async ([times, consumed]) => {
  const inner = memoryStore();
  const disturbed = new Map<number, number>();
  const store: Store = {
    ...inner,
    write: async (owner, changes, also) => {
      const [step] = changes.progress ?? [];
      const count = disturbed.get(step?.from ?? 0) ?? 0;
      if (step === undefined || count === times) return inner.write(owner, changes, also);
      disturbed.set(step.from, count + 1);
      throw new SouvenirError('overtaken', 'another was faster');
    },
  };
  const agents = defineAgent({ components: [keeper({ consolidate: async () => ({}) })] });
  const souvenir = await createSouvenir({ store, agents, embedder: null });
  await souvenir.for().recordAll(Array.from({ length: 2 * MAX_COUNT }, (_, at) => ({ content: `Turn ${at}.` })));
  expect(await souvenir.for().consolidate()).toMatchObject({ episodesConsumed: consumed });
});

it('run recomputes a batch if another process changed a memory that it updates', async () => {
  const store = memoryStore();
  const asked: unknown[] = [];
  const agents = defineAgent({
    components: [
      keeper({
        consolidate: async ({ owner }, context) => {
          const [stored] = await context.store.listMemories(owner, { filter: {}, limit: 1 });
          asked.push(stored?.metadata);
          if (asked.length === 1)
            await souvenir.for().memories.update(stored?.id ?? '', { metadata: { theirs: true } });
          return { changes: { updates: [{ id: stored?.id ?? '', metadata: { ...stored?.metadata, ours: true } }] } };
        },
      }),
    ],
  });
  const souvenir = await createSouvenir({ store, agents, embedder: null });
  const { memory } = await souvenir.for().memories.add('Ana drinks tea.');
  await souvenir.for().record({ content: 'She does.' });
  expect(await souvenir.for().consolidate()).toMatchObject({ sessionsProcessed: 1, episodesConsumed: 1 });
  expect(asked).toEqual([{}, { theirs: true }]);
  expect((await souvenir.for().memories.get(memory.id))?.metadata).toEqual({ theirs: true, ours: true });
  expect(await souvenir.for().memories.history(memory.id)).toHaveLength(3);
});
