import { describe, expect, it } from 'vitest';
import { checkChanges } from '../../src/consolidate/run.ts';
import type { Component, ComponentContext, Consolidation, SessionBatch } from '../../src/contracts/component.ts';
import type { Store, StoreReader } from '../../src/contracts/store.ts';
import { createSouvenir, defineAgent, type EpisodeInput, type Llm, memoryStore } from '../../src/index.ts';
import { languages } from '../../src/languages/languages.ts';
import { episodeSchema } from '../../src/model/episode.ts';
import { memorySchema, salienceWeightsSchema } from '../../src/model/index.ts';
import { nameSchema } from '../../src/model/primitives.ts';
import { finishDraft } from '../../src/reconcile/finish-draft.ts';
import { approximateTokenizer } from '../../src/tokenizers/tokenizers.ts';
import { hostileTexts, megabytes } from '../support/hostile-texts.ts';
import { MINUTE, manualClock } from '../support/manual-clock.ts';
import { sharedReader } from '../support/shared-embedder.ts';

const owner = { tenantId: 'default', userId: 'default', agentId: 'default' };
const sessionId = 's';
const tokenizer = approximateTokenizer();
/** What reads a store may offer a component, and nothing that changes it. */
const READS = {
  ...{
    getEpisodes: true,
    listEpisodes: true,
    getMemories: true,
    listMemories: true,
    rankMemories: true,
    versionsOf: true,
    changedMemories: true,
    vectorsOf: true,
    noteOf: true,
  },
  ...{ searchText: true, searchVector: true, searchEntities: true, listSessions: true, listEntities: true },
  ...{ matchEntities: true, relationshipsOf: true, linksOf: true },
} satisfies Record<keyof StoreReader, true>;

const NOISE: readonly string[] = ['Hi!', 'ok', '…', '?', '   .', 'Thanks, bye!', '12345', 'lorem ipsum dolor sit amet'];

/**
 * What every component must do. `make` returns a new one; `sample` is a session from which it makes at least one memory without a
 * model, turn after turn.
 */
export function componentConformance(make: () => Component, sample: readonly (string | EpisodeInput)[]): void {
  const { name } = make();

  describe(`${name} as a component`, () => {
    it('has a name', () => {
      expect(nameSchema.parse(name)).toBe(name);
      expect(make().name).toBe(name);
    });

    it('makes valid memories with sources in the batch', async () => {
      const { store, batch, context } = await setUp(sample);
      const made = await make().consolidate(batch, context);
      expect(made.memories?.length).toBeGreaterThan(0);
      await expectValid(made, name, batch, store);
    });

    it('gives the same result for the same batch, except ids', async () => {
      const { batch, context } = await setUp(sample);
      const component = make();
      const [first, again, anew] = [
        await component.consolidate(batch, context),
        await component.consolidate(batch, context),
        await make().consolidate(batch, context),
      ];
      expect(withoutIds(again)).toBe(withoutIds(first));
      expect(withoutIds(anew)).toBe(withoutIds(first));
    });

    it('gives valid results for noise and for batches without news', async () => {
      for (const turns of [NOISE, []]) {
        const { store, batch, context } = await setUp(turns);
        await expectValid(await make().consolidate(batch, context), name, batch, store);
      }
    });

    const stand = async (text: string) => {
      const { store, batch, context } = await setUp(hostileTurns(text));
      await expectValid(await make().consolidate(batch, context), name, batch, store);
    };
    it.each(hostileTexts)('accepts %s', (_, text) => stand(text));
    it.each(megabytes)('accepts %s', { tags: ['long'] }, (_, text) => stand(text));

    it('neither writes nor changes its input', async () => {
      const { store, batch, context, touched } = await setUp(sample);
      const before = [JSON.stringify(batch), await store.stats(owner)];
      await make().consolidate(batch, context);
      expect(touched()).toEqual([]);
      expect([JSON.stringify(batch), await store.stats(owner)]).toEqual(before);
    });

    it('does nothing if it is aborted before it starts', async () => {
      const { store, batch, context, touched } = await setUp(sample);
      const signal = AbortSignal.abort(new Error('stopped'));
      const made = await make()
        .consolidate(batch, { ...context, signal })
        .catch((error: Error) => error);
      if (!(made instanceof Error)) await expectValid(made, name, batch, store);
      expect(touched()).toEqual([]);
    });

    it('loses nothing if a model fails, and does not affect other components', async () => {
      let calls = 0;
      const llm: Llm = async () => {
        calls += 1;
        throw new Error('overloaded');
      };
      const { souvenir, store } = await open([make(), witness]);
      for (const [at, turn] of sample.entries())
        await souvenir.for({ sessionId }).record({ ...inputOf(turn), occurredAt: at + 1 });
      const { components } = await souvenir.for().consolidate({ minAgeMs: 0, llm });
      const memoriesOf = async (component: string) =>
        (await store.listMemories(owner, { filter: { components: [component] }, limit: 100 })).length;
      expect(await memoriesOf(witness.name)).toBe(1);
      if (calls > 0) {
        expect(components[0]?.failures).toMatchObject([{ sessionId, reason: expect.stringMatching(/overloaded/) }]);
        expect(await memoriesOf(name)).toBe(0);
      }
      await souvenir.for().consolidate({ minAgeMs: 0 });
      expect(await memoriesOf(name)).toBeGreaterThan(0);
      expect(await memoriesOf(witness.name)).toBe(1);
      await souvenir.close();
    });
  });
}

/** Another component beside the one that is tried. */
const witness: Component = {
  name: 'witness',
  consolidate: async ({ episodes }) => ({ memories: [{ content: `${episodes.length} episodes`, category: 'count' }] }),
};

const inputOf = (turn: string | EpisodeInput): EpisodeInput => (typeof turn === 'string' ? { content: turn } : turn);

const hostileTurns = (content: string): EpisodeInput[] => [
  { content },
  { content, speaker: content.slice(0, 200).toWellFormed().trim() || 'x' },
  { content, role: 'assistant' },
  { content, type: 'userDirective' },
  { content, type: 'decision' },
  { content, type: 'error', role: 'tool', metadata: { tool: content.slice(0, 5000), error: content } },
  {
    ...{ content, type: 'toolResult', role: 'tool' },
    metadata: { tool: 'shell', parameters: { text: content }, success: false, durationMs: 1e300 },
  },
];

async function open(components: Component[]) {
  const store = memoryStore();
  const agents = defineAgent({ components });
  const souvenir = await createSouvenir({ store, agents, embedder: null, reader: sharedReader, clock: manualClock() });
  return { souvenir, store };
}

/** A session in a store, as one batch, and a context whose store tells of everything but reads. */
async function setUp(turns: readonly (string | EpisodeInput)[]) {
  const store = memoryStore();
  await store.open();
  const clock = manualClock();
  const episodes = turns.map((turn, at) => {
    clock.advance(MINUTE);
    const input = { role: 'user', type: 'conversation', importance: 0.4, metadata: {}, ...inputOf(turn) };
    return episodeSchema.parse({ ...owner, sessionId, id: `E${at + 1}`, occurredAt: clock.now(), ...input });
  });
  if (episodes.length > 0) await store.write(owner, { episodes });
  const stored = await store.listEpisodes(owner, { sessionId, limit: 1000 });
  const batch: SessionBatch = frozen({ owner, sessionId, episodes: stored, before: [] });
  const touched: (string | symbol)[] = [];
  const reader = new Proxy(store, {
    get(target, key) {
      if (!(key in READS)) touched.push(key);
      return Reflect.get(target, key);
    },
  });
  const context: ComponentContext = { store: reader, clock, tokenizer, languages: languages(), reader: sharedReader };
  return { store, clock, batch, context, touched: () => touched };
}

function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  for (const each of Object.values(value)) frozen(each);
  return Object.freeze(value);
}

/** Whether the engine would take it, the store would hold it, and everything it names is there. */
async function expectValid(made: Consolidation, component: string, batch: SessionBatch, store: Store): Promise<void> {
  const { memories: drafts = [], changes = {} } = made;
  checkChanges(changes, component);
  const memories = drafts.map((draft) =>
    finishDraft(draft, component, owner, batch, { clock: manualClock(), salience: salienceWeightsSchema.parse({}) }),
  );
  for (const memory of memories) memorySchema.parse(memory);
  const episodes = new Set(batch.episodes.map(({ id }) => id));
  const entities = new Set(changes.entities?.map(({ id }) => id));
  const known = new Set(memories.map(({ id }) => id));
  expect(known.size).toBe(memories.length);
  for (const { provenance, entityIds, supersededBy } of memories) {
    expect(provenance.episodeIds.filter((id) => !episodes.has(id))).toEqual([]);
    expect(entityIds.filter((id) => !entities.has(id))).toEqual([]);
    if (supersededBy !== undefined) expect(known).toContain(supersededBy);
  }
  for (const { fromId, toId } of changes.relationships ?? [])
    expect([fromId, toId].filter((id) => !entities.has(id))).toEqual([]);
  for (const { fromId, toId } of changes.links ?? []) expect([fromId, toId].filter((id) => !known.has(id))).toEqual([]);
  expect((changes.updates ?? []).filter(({ id }) => !known.has(id))).toEqual([]);
  await store.write(owner, { ...changes, memories });
  expect(await store.getMemories(owner, [...known])).toHaveLength(memories.length);
}

const ID = /\b(?:[0-9A-HJKMNP-TV-Z]{26}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b/g;

/** As text, with every generated id written as the order in which it came. */
function withoutIds(made: Consolidation): string {
  const seen = new Map<string, string>();
  return JSON.stringify(made).replace(ID, (id) => {
    const short = seen.get(id) ?? `#${seen.size + 1}`;
    seen.set(id, short);
    return short;
  });
}
