import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hashEmbedder } from '../../src/embedders/index.ts';
import {
  createSouvenir,
  defineAgent,
  type Llm,
  type Memory,
  memoryStore,
  type Owner,
  type Souvenir,
  type SouvenirOptions,
  type Store,
} from '../../src/index.ts';
import type { CycleOptions } from '../../src/souvenir/souvenir.ts';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { keeper } from '../support/keeper.ts';
import { DAY, MINUTE, manualClock } from '../support/manual-clock.ts';
import { sharedEmbedder, sharedReader } from '../support/shared-embedder.ts';
import { cycled } from '../support/tell.ts';

const OWNER: Owner = { tenantId: 'default', userId: 'default', agentId: 'default' };
const TRAIN = [
  'I took the train to work this morning.',
  'Took the train to work, it was late.',
  'The train to work was full.',
];
const AT_WORK = { type: 'working', status: 'expired' } as const;
const ONLY = {
  ...{ extractPatterns: false, decaySalience: false, strengthen: false, link: false, prune: false },
  detectContradictions: false,
} as const;

const NOW = manualClock().now();
const REPORTED_ONCE = [
  'The printer stands next to the kitchen.',
  'It rained all through lunch today.',
  'The bus was ten minutes late.',
  'We had soup again in the canteen.',
  'Somebody left a blue umbrella at reception.',
  'The lift was out of order until three.',
];

const STORES: [string, () => Store][] = [
  ['memory', memoryStore],
  ['sqlite', () => sqliteStore({ path: ':memory:' })],
];

describe.each(STORES)('on the %s store', (_, makeStore) => {
  let store: Store;
  let souvenir: Souvenir;
  let clock: ReturnType<typeof manualClock>;
  let count: number;

  const open = async (more: Partial<SouvenirOptions> = {}) => {
    store = makeStore();
    souvenir = await createSouvenir({ store, clock, embedder: hashEmbedder(), reader: sharedReader, ...more });
  };
  const memoryOf = (content: string, daysAgo: number, fields: Partial<Memory> = {}): Memory => {
    const at = new Date(clock.now().getTime() - daysAgo * DAY);
    return {
      ...OWNER,
      ...{ id: `m${String(count++).padStart(4, '0')}`, content, type: 'semantic', component: 'told', category: 'fact' },
      ...{ importance: 0.4, confidence: 0.8, confidenceTrajectory: [{ confidence: 0.8, at }], salience: 0.5 },
      ...{ entityIds: [], provenance: { episodeIds: [], turnIds: [] }, metadata: {}, accessCount: 0, status: 'active' },
      ...{ createdAt: at, updatedAt: at, validAt: at },
      ...fields,
    };
  };
  const happened = (content: string, daysAgo: number, fields: Partial<Memory> = {}): Memory =>
    memoryOf(content, daysAgo, { type: 'episodic', category: 'conversation', sessionId: `day ${daysAgo}`, ...fields });
  const put = (...memories: Memory[]) => store.write(OWNER, { memories });
  const ids = (memories: readonly Memory[]) => memories.map(({ id }) => id);
  const stored = async (...wanted: readonly Memory[]) => store.getMemories(OWNER, ids(wanted));
  const all = () => store.listMemories(OWNER, { filter: {}, limit: 1000 });
  const learnt = () => store.listMemories(OWNER, { filter: { components: ['cycle'] }, limit: 100 });
  const linksFrom = async (memory: Memory) =>
    (await store.linksOf(OWNER, [memory.id])).filter(({ fromId }) => fromId === memory.id);

  beforeEach(async () => {
    clock = manualClock();
    count = 0;
    await open();
  });
  afterEach(() => souvenir.close());

  describe('a recurring statement', () => {
    it('becomes a memory linked to its sources', async () => {
      const turns = TRAIN.map((text, at) => happened(text, 9 - at));
      await put(...turns, happened('Bought an umbrella.', 3));
      const extracted: string[][] = [];
      souvenir.on('patternExtracted', ({ sources }) => extracted.push([...sources]));
      const report = await cycled(souvenir);
      expect(report).toMatchObject({ memoriesProcessed: 4, themes: 1, patternsExtracted: 1, resumed: false });
      const [pattern, ...more] = await learnt();
      expect(more).toEqual([]);
      expect(pattern).toMatchObject({
        ...{
          content: TRAIN[0],
          type: 'semantic',
          category: 'pattern',
          status: 'active',
        },
        ...{ validAt: turns[0]?.validAt, metadata: { occurrences: 3 } },
      });
      expect(extracted).toEqual([ids(turns)]);
      const sources = (await linksFrom(pattern as Memory)).filter(({ type }) => type === 'derivedFrom');
      expect(sources.map(({ toId }) => toId).sort()).toEqual(ids(turns));
    });

    it('is learned once and gains confidence from new sources', async () => {
      await put(...TRAIN.map((text, at) => happened(text, 9 - at)));
      await cycled(souvenir);
      const [before] = await learnt();
      clock.advance(DAY);
      expect(await cycled(souvenir)).toMatchObject({ patternsExtracted: 0, patternsSeenAgain: 0 });
      expect((await learnt())[0]?.confidence).toBe(before?.confidence);
      const news = happened('Again the train to work.', 0);
      await put(news);
      expect(await cycled(souvenir)).toMatchObject({ patternsExtracted: 0, patternsSeenAgain: 1 });
      const [after, ...more] = await learnt();
      expect(more).toEqual([]);
      expect(after?.confidence).toBeGreaterThan(before?.confidence ?? 1);
      expect(after?.metadata).toMatchObject({ occurrences: 4 });
      expect((await linksFrom(after as Memory)).map(({ toId }) => toId)).toContain(news.id);
    });

    it('is not learned again after it was forgotten', async () => {
      await put(...TRAIN.map((text, at) => happened(text, 9 - at)));
      await cycled(souvenir);
      await souvenir.for().memories.forget((await learnt())[0]?.id ?? '');
      await put(happened('Again the train to work.', 0));
      clock.advance(DAY);
      expect(await cycled(souvenir)).toMatchObject({ patternsExtracted: 0, patternsSeenAgain: 0 });
      expect((await learnt()).map(({ status }) => status)).toEqual(['forgotten']);
    });

    it('is linked to a limited number of sources', async () => {
      await souvenir.close();
      await open({ agents: defineAgent({ cycle: { maxSources: 4 } }) });
      await put(...Array.from({ length: 9 }, (_, at) => happened(`Took the train to work, day ${at}.`, 10 - at)));
      await cycled(souvenir, { link: false });
      expect(await linksFrom((await learnt())[0] as Memory)).toHaveLength(4);
    });

    it.each<[string, CycleOptions, Partial<Memory>, number]>([
      ['lately', {}, {}, 1],
      ['within the time asked for', { maxAgeMs: 8 * DAY }, {}, 0],
      ['unless that is not wanted', { extractPatterns: false }, {}, 0],
      ['not in what the assistant says', {}, { metadata: { role: 'assistant' } }, 0],
      ['in what somebody was at, even if it has expired', {}, { ...AT_WORK, component: 'remembered' }, 1],
      ['not in what a component says they are at', {}, { ...AT_WORK, component: 'task' }, 0],
      ['in what tools say', {}, { metadata: { role: 'tool' } }, 1],
      ['not in what an agent is told to be', {}, { metadata: { role: 'system' } }, 0],
      ['not in what is known', {}, { type: 'semantic' }, 0],
      ['not in what was forgotten', {}, { status: 'forgotten' }, 0],
    ])('is searched %s', async (_, options, fields, patterns) => {
      await put(...TRAIN.map((text, at) => happened(text, 9 - at, fields)));
      expect((await cycled(souvenir, options)).patternsExtracted).toBe(patterns);
      expect(await learnt()).toHaveLength(patterns);
    });
  });

  describe('a cycle with a model', () => {
    const answering =
      (content: string, sources: number[]): Llm =>
      async (_, __, options) => {
        options?.onUsage?.({ inputTokens: 100, outputTokens: 10 });
        return JSON.stringify({ patterns: [{ type: 'semantic', content, sources }] });
      };

    it("uses the model's words for patterns and counts its calls", async () => {
      await put(...TRAIN.map((text, at) => happened(text, 9 - at)));
      const report = await cycled(souvenir, { llm: answering('The user commutes by train.', [1, 2, 3]) });
      expect(report).toMatchObject({ modelCalls: 1, inputTokens: 100, outputTokens: 10, degraded: [] });
      expect((await learnt()).map(({ content }) => content)).toEqual(['The user commutes by train.']);
    });

    it('refuses a pattern without a source', async () => {
      await put(...TRAIN.map((text, at) => happened(text, 9 - at)));
      await cycled(souvenir, { llm: answering('The user hates trains.', [7, 8, 9]) });
      expect(await learnt()).toEqual([]);
    });

    it('uses verbatim patterns if the model fails, and reports it', async () => {
      await put(...TRAIN.map((text, at) => happened(text, 9 - at)));
      const report = await cycled(souvenir, { llm: async () => Promise.reject(new Error('no such model')) });
      expect(report).toMatchObject({ patternsExtracted: 1, degraded: [{ part: 'model', reason: 'no such model' }] });
      expect((await learnt()).map(({ content }) => content)).toEqual([TRAIN[0]]);
    });
  });

  describe('a useful memory', () => {
    it('gains confidence once per cycle with a new recall', async () => {
      const recalled = (accessCount: number, daysAgo: number) =>
        memoryOf(`Fact ${count}.`, 9, { accessCount, lastAccessedAt: new Date(clock.now().getTime() - daysAgo * DAY) });
      const [often, seldom, never] = [recalled(5, 1), recalled(2, 1), memoryOf('Unused.', 9, { accessCount: 9 })];
      await put(often, seldom, never);
      expect((await cycled(souvenir)).memoriesStrengthened).toBe(1);
      const confidences = async () => (await stored(often, seldom, never)).map(({ confidence }) => confidence);
      const after = await confidences();
      expect(after).toEqual([expect.closeTo(0.81), 0.8, 0.8]);
      const [, version] = await store.versionsOf(OWNER, [often.id]);
      expect(version?.cause).toEqual({ kind: 'reinforced', reason: 'repeatedAccess' });
      clock.advance(DAY);
      expect((await cycled(souvenir)).memoriesStrengthened).toBe(0);
      clock.advance(MINUTE);
      await store.write(OWNER, { accesses: { memoryIds: [often.id], at: clock.now() } });
      clock.advance(DAY);
      expect((await cycled(souvenir)).memoriesStrengthened).toBe(1);
      expect((await confidences())[0]).toBeGreaterThan(after[0] ?? 1);
    });

    it('gains more from success than from recall', async () => {
      const way = (successes: number) =>
        memoryOf(`Way ${count} works.`, 9, { type: 'procedural', metadata: { successes, failures: 0 } });
      const [good, bad] = [way(2), way(0)];
      await put(good, bad);
      expect((await cycled(souvenir)).memoriesStrengthened).toBe(1);
      expect((await store.versionsOf(OWNER, [good.id])).at(-1)?.cause.reason).toBe('successfulApplication');
      clock.advance(DAY);
      expect((await cycled(souvenir)).memoriesStrengthened).toBe(0);
      clock.advance(DAY);
      const metadata = { successes: 1, failures: 0 };
      await store.write(OWNER, { updates: [{ id: bad.id, metadata, updatedAt: clock.now() }] });
      clock.advance(DAY);
      expect((await cycled(souvenir)).memoriesStrengthened).toBe(1);
      expect((await store.versionsOf(OWNER, [bad.id])).at(-1)?.cause.reason).toBe('successfulApplication');
    });
  });

  describe('a similar memory', () => {
    it('is linked by similarity to a limited number of others', async () => {
      await put(
        ...Array.from({ length: 12 }, (_, at) =>
          memoryOf(`The red bicycle number ${at} stands in the shed.`, 9, { type: 'episodic' }),
        ),
        memoryOf('Inflation rose sharply abroad.', 9),
      );
      const report = await cycled(souvenir, { extractPatterns: false });
      expect(report.linksMade).toBeGreaterThan(11);
      const degrees = new Map<string, number>();
      for (const link of (await store.linksOf(OWNER, ids(await all()))).filter(({ type }) => type === 'related')) {
        expect(link.strength).toBeGreaterThanOrEqual(0.5);
        for (const id of [link.fromId, link.toId]) degrees.set(id, (degrees.get(id) ?? 0) + 1);
      }
      expect(Math.max(...degrees.values())).toBe(5);
      expect(degrees.has('m0012')).toBe(false);
      clock.advance(DAY);
      expect((await cycled(souvenir, { extractPatterns: false })).linksMade).toBe(0);
    });

    it('is searched only for memories changed since the last cycle', async () => {
      await put(memoryOf('The red bicycle stands in the shed.', 9));
      await cycled(souvenir);
      clock.advance(DAY);
      const near = memoryOf('A red bicycle stands in the old shed.', 0, { type: 'episodic' });
      await put(near);
      const searched: number[] = [];
      const search = store.searchVector.bind(store);
      store.searchVector = (owner, query) => {
        searched.push(query.limit);
        return search(owner, query);
      };
      expect((await cycled(souvenir)).linksMade).toBe(1);
      expect(searched).toHaveLength(1);
    });

    it('is linked in a later cycle if it was skipped or had no vector', async () => {
      let isDown = true;
      const plain = hashEmbedder();
      const embed = async (...args: Parameters<typeof plain.embed>) => {
        if (isDown) throw new Error('down');
        return plain.embed(...args);
      };
      await souvenir.close();
      await open({ embedder: { ...plain, embed }, embedInBackground: false });
      const places = ['garden', 'yard', 'shed'];
      await put(...places.map((place) => memoryOf(`Ana keeps three rabbits in the ${place}`, 2, { type: 'episodic' })));
      await cycled(souvenir, ONLY);
      expect(await cycled(souvenir)).toMatchObject({ linksMade: 0, degraded: [{ part: 'embedder' }] });
      isDown = false;
      clock.advance(MINUTE);
      expect((await cycled(souvenir)).linksMade).toBeGreaterThan(0);
      clock.advance(MINUTE);
      expect((await cycled(souvenir)).linksMade).toBe(0);
    });

    it('is not linked if it is from the same turn', async () => {
      const provenance = { episodeIds: ['turn'], turnIds: [] };
      await put(
        memoryOf('The red bicycle stands in the shed.', 9, { provenance }),
        memoryOf('The red bicycle stands in the shed!', 9, { provenance, type: 'episodic' }),
      );
      expect((await cycled(souvenir)).linksMade).toBe(0);
    });

    it('that contradicts is reported once, and both stay active', async () => {
      const [oslo, bergen] = [memoryOf('Ana lives in Oslo.', 9), memoryOf('Ana lives in Bergen.', 8)];
      await put(oslo, bergen);
      const matches: unknown[] = [];
      souvenir.on('contradictionDetected', ({ memoryId, otherId }) => matches.push([memoryId, otherId].sort()));
      expect((await cycled(souvenir)).contradictions).toBe(1);
      expect(matches).toEqual([[oslo.id, bergen.id]]);
      expect((await stored(oslo, bergen)).map(({ status }) => status)).toEqual(['active', 'active']);
      expect((await store.linksOf(OWNER, [oslo.id])).map(({ type }) => type)).toContain('contradicts');
      clock.advance(DAY);
      await store.write(OWNER, { updates: [{ id: oslo.id, category: 'home', updatedAt: clock.now() }] });
      clock.advance(DAY);
      expect((await cycled(souvenir)).contradictions).toBe(0);
    });

    it('that contradicts is found without an embedder', async () => {
      await souvenir.close();
      await open({ embedder: null });
      await put(memoryOf('Ana lives in Oslo.', 9), memoryOf('Ana lives in Bergen.', 8));
      expect(await cycled(souvenir)).toMatchObject({ contradictions: 1, linksMade: 0 });
      expect(await cycled(souvenir, { detectContradictions: false })).toMatchObject({ contradictions: 0 });
    });

    it('that says the same is merged without circular links', async () => {
      const winner = memoryOf('Ana lives in Porto.', 9, { confidence: 0.9 });
      const loser = memoryOf('Ana lives in Porto.', 8, { confidence: 0.5 });
      const between = memoryOf('The parcels go to the harbour office.', 7);
      await put(winner, loser, between);
      const tie = { type: 'derivedFrom', strength: 1, createdAt: clock.now() } as const;
      await store.write(OWNER, {
        links: [
          { fromId: between.id, toId: loser.id, ...tie },
          { fromId: winner.id, toId: between.id, ...tie },
        ],
      });
      expect((await cycled(souvenir)).duplicatesMerged).toBe(1);
      expect((await linksFrom(between)).filter(({ toId }) => toId === winner.id)).toEqual([]);
    });

    it('that says the same is merged into the more certain one, and can be restored', async () => {
      const [sure, unsure] = [
        memoryOf('Ana lives in Oslo.', 9, { confidence: 0.9, provenance: { episodeIds: ['e1'], turnIds: [] } }),
        memoryOf('Ana lives in Oslo', 8, { provenance: { episodeIds: ['e2'], turnIds: [] } }),
      ];
      const derived = memoryOf('Ana commutes by ferry.', 7);
      const link = {
        fromId: derived.id,
        toId: unsure.id,
        type: 'derivedFrom',
        strength: 1,
        createdAt: clock.now(),
      } as const;
      await put(sure, unsure, derived);
      await store.write(OWNER, { links: [link] });
      expect((await cycled(souvenir)).duplicatesMerged).toBe(1);
      const [winner, loser] = await stored(sure, unsure);
      expect(winner).toMatchObject({ status: 'active', provenance: { episodeIds: ['e1', 'e2'] } });
      expect(winner?.confidence).toBeGreaterThan(0.9);
      expect(loser?.status).toBe('archived');
      expect((await store.versionsOf(OWNER, [unsure.id])).at(-1)?.cause).toEqual({ kind: 'merged', by: sure.id });
      expect(await linksFrom(derived)).toContainEqual(expect.objectContaining({ toId: sure.id, type: 'derivedFrom' }));
      clock.advance(MINUTE);
      await souvenir.for().memories.restore(unsure.id);
      clock.advance(MINUTE);
      expect((await cycled(souvenir)).duplicatesMerged).toBe(0);
      expect((await stored(unsure))[0]?.status).toBe('active');
    });
  });

  describe('a memory of low salience', () => {
    const faint = { confidence: 0.3, importance: 0.2 } as const;

    it('is archived and can be restored', async () => {
      const old = memoryOf('A door was green.', 400, faint);
      await put(old);
      expect((await cycled(souvenir)).memoriesArchived).toBe(1);
      expect((await store.versionsOf(OWNER, [old.id])).at(-1)?.cause).toEqual({
        kind: 'archived',
        reason: 'low salience',
      });
      expect((await souvenir.for().memories.restore(old.id)).status).toBe('active');
      expect((await cycled(souvenir)).memoriesArchived).toBe(0);
    });

    it('is archived after two years without recall; directives and procedures stay', async () => {
      const ana = souvenir.for({ sessionId: 'may' });
      for (const content of REPORTED_ONCE) await ana.record({ content });
      await ana.record({ type: 'userDirective', content: 'Always answer in metric units.' });
      await ana.consolidate();
      await ana.memories.add('To run the tests: npm test');
      clock.advance(2 * 365 * DAY);
      await ana.consolidate();
      const before = (await all()).filter(({ status }) => status === 'active').length;
      const { memoriesArchived } = await cycled(souvenir);
      expect(memoriesArchived).toBeGreaterThan(before / 2);
      const retained = (await all()).filter(({ status }) => status === 'active').map(({ content }) => content);
      expect(retained).toEqual(
        expect.arrayContaining(['Always answer in metric units.', 'To run the tests: npm test']),
      );
      expect((await ana.recall('Where is the printer?', { include: ['archived'] })).items[0]?.content).toMatch(
        /printer/,
      );
    });

    const DEAR = [
      'I am allergic to penicillin.',
      'My sister Oksana lives in Porto.',
      'My ex-husband is not allowed near the kids.',
      'My name is Ana Duarte.',
      'Always answer me in French.',
    ];
    const PASSING = [
      'The lift was out of order today.',
      'The printer on our floor jams on thick paper.',
      'The meeting room on the second floor has no window.',
    ];

    it('is archived after thirteen months only if it is an event or a past state', async () => {
      await souvenir.close();
      await open({ embedder: sharedEmbedder });
      const ana = souvenir.for({ sessionId: 'may' });
      for (const content of [...DEAR, ...PASSING]) await ana.record({ content });
      await ana.consolidate({ minAgeMs: 0 });
      for (let month = 0; month < 13; month++) {
        clock.advance(30.5 * DAY);
        await ana.consolidate();
        await cycled(souvenir);
      }
      const active = (await all()).filter(({ status }) => status === 'active').map(({ content }) => content);
      expect(active.sort()).toEqual([...DEAR].sort());
      const { items, reason } = await ana.recall('What is wrong with the printer on our floor?');
      expect({ items, reason }).toEqual({
        items: [],
        reason: expect.stringMatching(/\d archived memor(?:y|ies) match/),
      });
    });

    it.each<[string, Partial<Memory>, number]>([
      ['it is young', {}, 300],
      ['it was recalled within the year', { lastAccessedAt: new Date(NOW.getTime() - 300 * DAY) }, 400],
      ['it changed within the year', { updatedAt: new Date(NOW.getTime() - 300 * DAY) }, 400],
      ['it was recalled again and again', { accessCount: 30 }, 400],
      ['it was reinforced', { lastReinforcedAt: new Date(0) }, 400],
      ['it is important', { importance: 0.6 }, 400],
      ['it says how something is done', { type: 'procedural' }, 400],
      ['it says who the agent is', { component: 'personality' }, 400],
      ['it was ordered', { type: 'episodic', category: 'userDirective' }, 400],
    ])('is not archived if %s', async (_, fields, daysAgo) => {
      await put(memoryOf('A door was green.', daysAgo, { ...faint, ...fields }));
      expect((await cycled(souvenir)).memoriesArchived).toBe(0);
    });

    it('is not archived if a memory is derived from it', async () => {
      const [base, derived] = [memoryOf('A door was green.', 400, faint), memoryOf('Green is in fashion.', 1)];
      await put(base, derived);
      const link = {
        fromId: derived.id,
        toId: base.id,
        type: 'derivedFrom',
        strength: 1,
        createdAt: clock.now(),
      } as const;
      await store.write(OWNER, { links: [link] });
      expect((await cycled(souvenir)).memoriesArchived).toBe(0);
    });

    it('gets a new salience unless that task is skipped', async () => {
      const old = memoryOf('A door was green.', 400, { ...faint, salience: 0.9 });
      await put(old);
      expect((await cycled(souvenir, { decaySalience: false })).memoriesArchived).toBe(0);
      expect((await stored(old))[0]?.salience).toBe(0.9);
      await cycled(souvenir, { ...ONLY, decaySalience: true });
      expect((await stored(old))[0]?.salience).toBeLessThan(0.3);
      expect((await stored(old))[0]?.status).toBe('active');
      await cycled(souvenir, { ...ONLY, prune: true });
      expect((await stored(old))[0]?.status).toBe('archived');
    });
  });

  describe('an interrupted cycle', () => {
    /** Enough for several pages of every stage. */
    const fill = async () => {
      const facts = Array.from({ length: 260 }, (_, at) =>
        memoryOf(`Box ${at} holds ${['apples', 'pears', 'plums'][at % 3]} of the farm.`, 460, {
          ...{ confidence: at % 5 === 0 ? 0.2 : 0.8, importance: 0.2, accessCount: at % 4 },
          lastAccessedAt: new Date(clock.now().getTime() - 440 * DAY),
        }),
      );
      const turns = Array.from({ length: 3 }, (_, at) =>
        TRAIN.map((text, n) => happened(text, 20 - 3 * at - n)),
      ).flat();
      await put(...facts, ...turns, memoryOf('Ana lives in Oslo.', 9), memoryOf('Ana lives in Oslo', 8));
    };
    const outcome = async () => {
      const memories = await all();
      const nameOf = new Map(memories.map(({ id, content }) => [id, content]));
      const links = await store.linksOf(OWNER, ids(memories));
      return {
        memories: memories.map(({ content, status, confidence, salience }) => ({
          content,
          status,
          confidence,
          salience,
        })),
        links: links.map(({ fromId, toId, type }) => [nameOf.get(fromId), nameOf.get(toId), type].join(' | ')).sort(),
        versions: await Promise.all(ids(memories).map(async (id) => (await store.versionsOf(OWNER, [id])).length)),
      };
    };

    const goOn = async (everyStop: number) => {
      await fill();
      await cycled(souvenir);
      const whole = await outcome();
      let stop = 1;
      for (; ; stop += everyStop) {
        await souvenir.close();
        count = 0;
        await open();
        await fill();
        const write = store.write.bind(store);
        let writes = 0;
        const stopping = new AbortController();
        store.write = async (owner, changes, also) => {
          await write(owner, changes, also);
          if (changes.notes !== undefined && ++writes === stop) stopping.abort(new Error('enough'));
        };
        const first = await cycled(souvenir, { signal: stopping.signal }).catch((error) => error);
        // Nothing was left to do when it was stopped.
        if (!(first instanceof Error)) break;
        expect(first).toMatchObject({ code: 'aborted', cause: { message: 'enough' } });
        store.write = write;
        expect(await store.noteOf(OWNER, 'cycle')).toMatchObject({ startedAt: clock.now().toISOString() });
        expect((await cycled(souvenir)).resumed).toBe(true);
        expect(await outcome()).toEqual(whole);
        expect(await store.noteOf(OWNER, 'cycle')).toBeUndefined();
      }
      expect(stop).toBeGreaterThan(5);
      expect(await store.noteOf(OWNER, 'cycleDone')).toMatchObject({ link: clock.now().toISOString() });
    };
    it('continues with the same result as in one run', () => goOn(4));
    it('continues with the same result from any point', { tags: ['long'] }, () => goOn(1));

    it('ends between two pages on close', async () => {
      await fill();
      const running = cycled(souvenir);
      await souvenir.close();
      await expect(running).rejects.toMatchObject({ code: 'closed' });
    });
  });

  it('a cycle reports progress and results', async () => {
    await put(...TRAIN.map((text, at) => happened(text, 9 - at)));
    const stages: string[] = [];
    souvenir.on('cycleProgress', ({ stage, done, total }) => {
      expect(done).toBeLessThanOrEqual(total);
      stages.push(stage);
    });
    let reported: unknown;
    souvenir.on('cycleCompleted', ({ owner, report }) => {
      reported = { owner, ...report };
    });
    const report = await cycled(souvenir);
    expect([...new Set(stages)]).toEqual(['gather', 'extract', 'strengthen', 'link']);
    expect(reported).toEqual(report);
  });

  it('a cycle handles a single memory', async () => {
    await put(memoryOf('Ana lives in Oslo.', 9));
    const reported: [string, number, number][] = [];
    souvenir.on('cycleProgress', ({ stage, done, total }) => reported.push([stage, done, total]));
    await cycled(souvenir);
    expect(reported).toContainEqual(['strengthen', 1, 1]);
  });

  it('a cycle waits only for a consolidation of the same owner', async () => {
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    await souvenir.close();
    await open({ agents: defineAgent({ components: [keeper({ consolidate: async () => gate.then(() => ({})) })] }) });
    await souvenir.for().record({ content: 'Something.' });
    const order: string[] = [];
    const consolidating = souvenir
      .for()
      .consolidate()
      .then(() => order.push('consolidated'));
    const cycling = cycled(souvenir).then(() => order.push('cycled'));
    await souvenir
      .for()
      .memories.add('Ana lives in Oslo.')
      .then(() => order.push('remembered'));
    release();
    await Promise.all([consolidating, cycling]);
    expect(order).toEqual(['remembered', 'consolidated', 'cycled']);
  });

  it('a cycle uses the settings of its agent', () => {
    expect(() => defineAgent({ cycle: { linkAbove: 2 } })).toThrow('cycle.linkAbove');
    expect(defineAgent({ cycle: { minOccurrences: 5 } }).cycle).toMatchObject({
      minOccurrences: 5,
      maxLinksPerMemory: 5,
    });
  });

  it.each<[string, object]>([
    ['maxAgeMs', { maxAgeMs: -1 }],
    ['link', { link: 'yes' }],
    ['speed', { speed: 1 }],
  ])('a cycle refuses an invalid %s', async (_, options) => {
    await expect(cycled(souvenir, options as CycleOptions)).rejects.toMatchObject({ code: 'invalidInput' });
  });

  it('a cycle never restores a memory forgotten during it', async () => {
    const faint = memoryOf('The kettle is blue.', 400, { salience: 0.1, confidence: 0.1, importance: 0.1 });
    await put(faint);
    const listed = store.linksOf.bind(store);
    let forgotten: Promise<unknown> | undefined;
    store.linksOf = (owner, wanted) => {
      forgotten ??= souvenir.for().memories.forget(faint.id);
      return listed(owner, wanted);
    };
    await cycled(souvenir, { ...ONLY, prune: true, decaySalience: true });
    await forgotten;
    expect(await stored(faint)).toMatchObject([{ status: 'forgotten' }]);
  });

  it('a cycle continues with other stages if one fails', async () => {
    const { rankMemories } = store;
    await put(memoryOf('Ana keeps rabbits', 2), memoryOf('Ana keeps rabbits in the garden', 2));
    store.rankMemories = () => Promise.reject(new TypeError('a bug'));
    const report = await cycled(souvenir);
    store.rankMemories = rankMemories;
    expect(report.degraded).toMatchObject([{ part: 'extractPatterns', reason: 'a bug' }]);
    expect(report.linksMade + report.duplicatesMerged).toBeGreaterThan(0);
  });

  describe('working memories', () => {
    it('added or restored after the end of their session stay', async () => {
      const early = await souvenir.for().memories.add('The build is red right now.', { type: 'working' });
      await souvenir.for().sessions.end();
      expect(await stored(early.memory)).toMatchObject([{ status: 'expired' }]);
      clock.advance(MINUTE);
      await souvenir.for().memories.restore(early.memory.id);
      const late = await souvenir.for().memories.add('The tests run right now.', { type: 'working' });
      await souvenir.for().consolidate();
      expect(await stored(early.memory, late.memory)).toMatchObject([{ status: 'active' }, { status: 'active' }]);
    });

    const atWork = (content: string, sessionId: string) =>
      memoryOf(content, 0, { type: 'working', component: 'remembered', sessionId });

    it('expire with their session', async () => {
      await put(atWork('Writing the report.', 'one'), atWork('Fixing the roof.', 'two'));
      clock.advance(MINUTE);
      expect((await souvenir.for({ sessionId: 'one' }).sessions.end()).memoriesExpired).toBe(1);
      expect((await all()).map(({ status, invalidAt }) => [status, invalidAt])).toEqual([
        ['expired', clock.now()],
        ['active', undefined],
      ]);
      expect((await souvenir.for().consolidate()).memoriesExpired).toBe(0);
    });

    /** Each in a session of its own, which then ends. */
    const inSessions = async (of: (sessionId: string) => Memory) => {
      for (const sessionId of ['one', 'two', 'three']) {
        expect(await learnt()).toEqual([]);
        await put(of(sessionId));
        clock.advance(DAY);
        await souvenir.for({ sessionId }).sessions.end();
      }
      expect((await all()).filter(({ type }) => type === 'working').map(({ status }) => status)).toEqual(
        Array(3).fill('expired'),
      );
    };

    it('leave recurring patterns', async () => {
      await inSessions((id) => atWork('Backed up the disk, then upgraded the server.', id));
      expect(await learnt()).toMatchObject([
        { component: 'cycle', content: 'Backed up the disk, then upgraded the server.' },
      ]);
    });

    it('leave no pattern if a component worded them', async () => {
      const component = 'task';
      await inSessions((id) => ({ ...atWork('Backed up the disk, then upgraded the server.', id), component }));
      expect(await learnt()).toEqual([]);
    });
  });
});
