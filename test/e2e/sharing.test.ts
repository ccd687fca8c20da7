import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { durable, episodic, personality, shared } from '../../src/components/index.ts';
import { hashEmbedder } from '../../src/embedders/index.ts';
import {
  createSouvenir,
  defineAgent,
  memoryStore,
  type Owner,
  type RecallOptions,
  type ScopeInput,
  type Souvenir,
  type Store,
} from '../../src/index.ts';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { DAY, manualClock } from '../support/manual-clock.ts';
import { sharedReader } from '../support/shared-embedder.ts';

/** Gives whatever is found: how sure a memory must be is not what is tested here. */
const recall = { threshold: 0, minScoreShare: 0 };
const OWNER: Owner = { tenantId: 'default', userId: 'default', agentId: 'ada' };
const TEAM: Owner = { ...OWNER, agentId: 'shared:team' };
const HOME = 'Where does the user live?';

const NOVA = 'You are Nova, a calm assistant who helps a small team.';

const ofTeam = () => [episodic(), shared(durable(), 'team')];
const ofOwn = () => [episodic(), durable()];
const AGENTS = [
  defineAgent({ id: 'ada', components: ofTeam(), recall }),
  defineAgent({ id: 'bob', components: ofTeam(), recall }),
  defineAgent({ id: 'loner', components: ofOwn(), recall }),
  defineAgent({ id: 'child', components: ofOwn(), parent: 'boss', recall }),
  defineAgent({ id: 'boss', components: ofOwn(), recall }),
  defineAgent({ id: 'reader', components: ofOwn(), references: [{ agentId: 'child' }], recall }),
  defineAgent({
    ...{ id: 'skimmer', components: ofOwn(), recall },
    references: [{ agentId: 'child', components: ['durable'] }],
  }),
  defineAgent({
    ...{ id: 'nova', identity: NOVA, recall },
    components: [episodic(), personality({ identity: NOVA, minEpisodes: 3, wordDrift: { min: 0 } })],
  }),
  defineAgent({ id: 'fan', components: ofOwn(), references: [{ agentId: 'nova' }], recall }),
];

describe.each([
  ['memory', memoryStore],
  ['sqlite', () => sqliteStore({ path: ':memory:' })],
])('on the %s store', (_, makeStore) => {
  let store: Store;
  let souvenir: Souvenir;
  const clock = manualClock();

  beforeEach(async () => {
    store = makeStore();
    souvenir = await createSouvenir({ store, clock, agents: AGENTS, embedder: hashEmbedder(), reader: sharedReader });
  });
  afterEach(() => souvenir.close());

  type Asked = RecallOptions & ScopeInput;
  const tell = async (agentId: string, content: string, more: ScopeInput = {}) => {
    const { sessionId, ...owner } = more;
    await souvenir.for({ agentId, ...more }).record({ content });
    clock.advance(DAY);
    return souvenir.for({ agentId, ...owner }).consolidate({ sessionId });
  };
  const ask = async (agent: string, query: string, { tenantId, userId, agentId = agent, ...options }: Asked = {}) =>
    (await souvenir.for({ tenantId, userId, agentId }).recall(query, options)).items;
  const facts = (agentId: string, query: string, options: RecallOptions = {}) =>
    ask(agentId, query, { components: ['durable'], ...options });
  const stored = (owner: Owner) => store.listMemories(owner, { filter: {}, limit: 100 });

  describe('a component that agents share', () => {
    it('lets one agent recall what another learned, labelled with owner and source agent', async () => {
      await tell('ada', 'I live in Porto.');
      const { items, degraded } = await souvenir.for({ agentId: 'bob' }).recall(HOME);
      expect(items).toMatchObject([
        { content: expect.stringContaining('Porto'), agentId: TEAM.agentId, provenance: { agentId: 'ada' } },
      ]);
      expect(degraded).toEqual([]);
      expect((await stored(OWNER)).map(({ component }) => component)).toEqual(['episodic']);
    });

    it('counts accesses at the owner of the memory', async () => {
      await tell('ada', 'I live in Porto.');
      await ask('bob', HOME);
      await souvenir.settled();
      expect(await stored(TEAM)).toMatchObject([{ accessCount: 1 }]);
    });

    it("lets one agent's fact supersede another's", async () => {
      await tell('ada', 'I live in Porto.');
      const report = await tell('bob', 'I live in Lisbon now.');
      expect(report.memoriesSuperseded).toBe(1);
      for (const agentId of ['ada', 'bob'])
        expect(await facts(agentId, HOME)).toMatchObject([
          { content: expect.stringContaining('Lisbon'), provenance: { agentId: 'bob' } },
        ]);
      expect(await facts('ada', HOME, { include: ['superseded'] })).toHaveLength(2);
    });

    it('strengthens a fact of both agents once', async () => {
      await tell('ada', 'I live in Porto.');
      expect(await tell('bob', 'I live in Porto.')).toMatchObject({ memoriesMerged: 1 });
      expect(await stored(TEAM)).toHaveLength(1);
    });

    it("consolidates each agent's sessions separately and once", async () => {
      const same = { sessionId: 's' };
      await tell('ada', 'I live in Porto.', same);
      const [bob, again] = [
        await tell('bob', 'I prefer green tea.', same),
        await souvenir.for({ agentId: 'ada' }).consolidate(),
      ];
      expect(bob.components.map(({ episodesConsumed }) => episodesConsumed)).toEqual([1, 1]);
      expect(again).toMatchObject({ episodesConsumed: 0, memoriesCreated: 0, memoriesMerged: 0 });
      expect(await stored(TEAM)).toHaveLength(2);
    });

    it.each<[string, ScopeInput]>([
      ['an agent without it', { agentId: 'loner' }],
      ['another user', { userId: 'eve' }],
      ['another tenant', { tenantId: 'other' }],
    ])('shows nothing to %s', async (_, who) => {
      await tell('ada', 'I live in Porto.');
      expect(await ask('bob', HOME, who)).toEqual([]);
    });

    it('writes memories and progress atomically', async () => {
      await souvenir.close();
      const inner = makeStore();
      let isBroken = true;
      const refusing: Store = {
        ...inner,
        write: (owner, changes, also) => {
          const memories = also?.changes.memories ?? [];
          const twice = isBroken && also ? { ...also, changes: { memories: [...memories, ...memories] } } : also;
          return inner.write(owner, changes, twice);
        },
      };
      store = inner;
      souvenir = await createSouvenir({
        ...{ store: refusing, clock, agents: AGENTS, embedder: null, reader: sharedReader },
      });
      const { components } = await tell('ada', 'I live in Porto.');
      expect(components.map(({ failures }) => failures.length)).toEqual([0, 1]);
      expect(await stored(TEAM)).toEqual([]);
      expect(await store.pendingSessions(OWNER, { component: 'durable' })).toHaveLength(1);
      isBroken = false;
      await souvenir.for().consolidate();
      expect(await stored(TEAM)).toHaveLength(1);
      expect(await store.pendingSessions(OWNER, { component: 'durable' })).toEqual([]);
    });
  });

  describe('publishing', () => {
    const known = async () => {
      await tell('child', 'My sister Ana lives in Braga.');
      const [fact] = await facts('child', 'Where does Ana live?');
      return fact?.id ?? '';
    };

    it('copies a memory to the parent once, with entities and source', async () => {
      const id = await known();
      expect(await souvenir.for({ agentId: 'child' }).memories.publish([id])).toHaveLength(1);
      expect(await souvenir.for({ agentId: 'child' }).memories.publish([id])).toEqual([]);
      expect(await ask('boss', 'Where does Ana live?', { entities: ['Ana'] })).toMatchObject([
        { content: expect.stringContaining('Braga'), agentId: 'boss', provenance: { agentId: 'child', memoryId: id } },
      ]);
      for (const other of ['loner', 'bob']) expect(await ask(other, 'Where does Ana live?')).toEqual([]);
      expect(await ask('boss', 'Where does Ana live?', { userId: 'eve' })).toEqual([]);
    });

    it.each<[string, string, readonly unknown[], string]>([
      ['an agent without a parent', 'loner', [], 'agentId: "loner" has no parent to publish to'],
      ['an unknown memory', 'child', ['nothing'], 'ids: there is no active memory nothing in this scope'],
      ['what is no id', 'child', [7], 'ids.1'],
    ])('refuses %s', async (_, agentId, ids, message) => {
      const id = await known();
      await expect(souvenir.for({ agentId }).memories.publish([id, ...ids] as string[])).rejects.toMatchObject({
        code: 'invalidInput',
        message: expect.stringContaining(message),
      });
      expect(await stored({ ...OWNER, agentId: 'boss' })).toEqual([]);
    });
  });

  describe('a reference to another agent', () => {
    it("shows the other agent's memories with their owner, and leaves no trace", async () => {
      await tell('child', 'I live in Porto.');
      const child = { ...OWNER, agentId: 'child' };
      const [before, stats] = [await stored(child), await store.stats(child)];
      const items = await ask('reader', HOME);
      expect(items.length).toBeGreaterThan(0);
      expect(items.every(({ agentId, content }) => agentId === 'child' && content.includes('Porto'))).toBe(true);
      await tell('reader', 'I live in Lisbon now.');
      await souvenir.settled();
      expect([await stored(child), await store.stats(child)]).toEqual([before, stats]);
      expect((await ask('reader', HOME)).map(({ agentId }) => agentId)).toEqual(
        expect.arrayContaining(['reader', 'child']),
      );
      expect((await ask('child', HOME)).every(({ agentId }) => agentId === 'child')).toBe(true);
    });

    it('is limited to its components, and to those of the call', async () => {
      await tell('child', 'I live in Porto.');
      const seen = async (agentId: string, options?: RecallOptions) =>
        (await ask(agentId, HOME, options)).map(({ component }) => component);
      expect(await seen('skimmer')).toEqual(['durable']);
      expect(await seen('skimmer', { components: ['episodic'] })).toEqual([]);
      expect(await seen('reader', { components: ['episodic'] })).toEqual(['episodic']);
      expect(await seen('skimmer', { mode: 'recent' })).toEqual(['durable']);
    });

    it("never shows another agent's persona", async () => {
      for (const content of ['Please keep it shorter.', 'Your answers are too long.', 'Could you be more concise?'])
        await tell('nova', content);
      expect(await souvenir.for({ agentId: 'nova' }).persona.current()).toMatchObject({ version: 1 });
      for (const agentId of ['nova', 'fan'])
        for (const options of [{ mode: 'recent' as const }, { components: ['personality'] }])
          expect(
            (await ask(agentId, 'Nova keeps answers short', options)).map(({ component }) => component),
          ).not.toContain('personality');
    });

    it('is limited to the user', async () => {
      await tell('child', 'I live in Porto.');
      expect(await ask('reader', HOME, { userId: 'eve' })).toEqual([]);
    });
  });
});

it('an agent id may not use the reserved prefix', () => {
  expect(() => shared(durable(), '.documents')).toThrow(/must not begin with a dot/);
});
