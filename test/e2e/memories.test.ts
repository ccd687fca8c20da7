import { describe, expect, it } from 'vitest';
import { episodic } from '../../src/components/index.ts';
import { hashEmbedder } from '../../src/embedders/index.ts';
import {
  type AddOptions,
  createSouvenir,
  defineAgent,
  type Embedder,
  type EventName,
  type Memory,
  type Souvenir,
} from '../../src/index.ts';
import { freshSouvenir, OWNER, refused, STORES } from '../support/fresh-souvenir.ts';
import { DAY, MINUTE } from '../support/manual-clock.ts';
import { sharedReader } from '../support/shared-embedder.ts';

const CHANGES: EventName[] = [
  ...(['memoryCreated', 'memoryReinforced', 'memoryCorrected', 'memoryUpdated', 'memorySuperseded'] as const),
  ...(['memoryArchived', 'memoryForgotten', 'memoryRestored', 'memoryDoubted', 'contradictionDetected'] as const),
];

describe.each(STORES)('single memories on the %s store', (_, makeStore) => {
  const fresh = freshSouvenir(makeStore);
  const { remember, reported } = fresh;
  const state = async (id: string) => (await fresh.store.getMemories(OWNER, [id]))[0] as Memory;
  const kinds = async (id: string) => (await fresh.souvenir.for().memories.history(id)).map(({ cause }) => cause.kind);

  describe('add', () => {
    it.each<[string, string, Partial<Memory>]>([
      ['a fact', 'The API uses OAuth.', { type: 'semantic', category: 'fact' }],
      ['a taste', 'Anna prefers tea.', { type: 'semantic', category: 'preference', importance: 0.75 }],
      ['an event', 'Yesterday we moved to Frankfurt.', { type: 'episodic', category: 'event' }],
      ['a way to do it', 'To release, run npm publish.', { type: 'procedural', category: 'procedure' }],
      ['what it is done by', 'To run tests: npm test', { type: 'procedural', category: 'procedure' }],
      ['what it comes to', 'To sum up: the tests are slow.', { type: 'semantic' }],
      ['the moment', 'Currently debugging the login.', { type: 'working', category: 'note', sessionId: 'default' }],
      ['a rule', 'Never deploy on Fridays.', { type: 'semantic', importance: 0.9 }],
    ])('infers the type of %s', async (_, content, is) => {
      const { memory, did, why } = await fresh.souvenir.for().memories.add(content);
      expect(memory).toMatchObject({ content, ...is, component: 'remembered', status: 'active', ...OWNER });
      expect(did).toBe('created');
      expect(why.type).not.toBe('');
      expect(why.importance).not.toBe('');
      expect(await kinds(memory.id)).toEqual(['created']);
    });

    it('uses given values instead', async () => {
      const given: AddOptions = {
        ...{ type: 'procedural', category: 'rule', importance: 0.2, confidence: 0.4, metadata: { a: 1 } },
        ...{ validAt: '2025-01-01', invalidAt: '2027-01-01' },
      };
      const place = { projectId: 'p', sessionId: 's' };
      const { memory, why } = await fresh.souvenir.for(place).memories.add(' The API uses OAuth. ', given);
      expect(memory).toMatchObject({
        ...{
          ...given,
          ...place,
          content: 'The API uses OAuth.',
          validAt: new Date('2025-01-01'),
          invalidAt: new Date('2027-01-01'),
        },
        confidenceTrajectory: [{ confidence: 0.4, at: fresh.clock.now() }],
      });
      expect(why).toEqual({ type: 'was given', importance: 'was given' });
    });

    it('stores the source', async () => {
      const sources = { documentId: 'doc', learningContext: 'onboarding', turnId: 't1' };
      const inSession = await remember('The API uses OAuth.', { ...sources, sessionId: 'chat' });
      expect(inSession.provenance).toMatchObject({
        ...{ conversationId: 'chat', documentId: 'doc', learningContext: 'onboarding', turnIds: ['t1'] },
      });
      const named = await remember('The queue runs on Redis.', { conversationId: 'c7', sessionId: 'chat' });
      expect(named.provenance.conversationId).toBe('c7');
      const alone = await remember('The cache has 4 GB.');
      expect(alone.provenance).toEqual({ episodeIds: [], turnIds: [] });
      expect(alone.sessionId).toBeUndefined();
    });

    it('finds the entities', async () => {
      const memory = await remember('Marie works at Siemens.', { entities: ['Payroll'] });
      const named = await fresh.store.matchEntities(OWNER, ['Marie', 'Siemens', 'Payroll']);
      expect(named).toHaveLength(3);
      expect(new Set(memory.entityIds)).toEqual(new Set(named.map(({ id }) => id)));
      expect(await fresh.store.relationshipsOf(OWNER, memory.entityIds)).toHaveLength(1);
    });

    it('makes a memory that recall finds at once', async () => {
      const { id } = await remember('The staging server is called Heron.');
      expect((await fresh.store.vectorsOf(OWNER, [id], hashEmbedder().id)).map(({ memoryId }) => memoryId)).toEqual([
        id,
      ]);
      const { items } = await fresh.souvenir.for().recall('What is the staging server called?');
      expect(items[0]).toMatchObject({ id, component: 'remembered' });
    });

    it.each<[string, (souvenir: Souvenir, id: string) => Promise<Memory>]>([
      ['remembered', async (souvenir) => (await souvenir.for().memories.add('The mailbox is green.')).memory],
      [
        'corrected',
        (souvenir, id) => souvenir.for().memories.correct(id, { content: 'The mailbox is green.', reason: 'wrong' }),
      ],
      ['updated', (souvenir, id) => souvenir.for().memories.update(id, { content: 'The mailbox is green.' })],
    ])('%s during an embedder failure gets its vector later', async (_, call) => {
      const usual = hashEmbedder();
      const failures: Error[] = [];
      const embed: Embedder['embed'] = async (...given) => {
        const error = failures.pop();
        if (error !== undefined) throw error;
        return usual.embed(...given);
      };
      await fresh.open({ embedder: { id: usual.id, embed } });
      const before = await remember('The staging server is called Heron.');
      const failed = reported('embeddingFailed');
      failures.push(new Error('out of memory'));
      const { id, content } = await call(fresh.souvenir, before.id);
      expect(content).toBe('The mailbox is green.');
      expect(failed).toHaveLength(1);
      await fresh.souvenir.settled();
      expect(await fresh.store.vectorsOf(OWNER, [id], usual.id)).toHaveLength(1);
    });

    it('uses the model for the type', async () => {
      await fresh.open({ llm: async () => '{"type": "procedural", "why": "so I think"}' });
      const { memory, why } = await fresh.souvenir.for().memories.add('The API uses OAuth.');
      expect([memory.type, why.type]).toEqual(['procedural', 'so I think']);
    });

    it('a repeated fact raises the confidence of the stored one', async () => {
      const first = await remember('Anna lives in Porto.', { turnId: 't1', metadata: { a: 1 } });
      const again = await fresh.souvenir
        .for()
        .memories.add('Anna lives in Porto!', { turnId: 't2', metadata: { b: 2 } });
      expect(again).toMatchObject({ did: 'merged', superseded: [], doubted: [] });
      expect(again.memory).toMatchObject({
        id: first.id,
        metadata: { a: 1, b: 2 },
        provenance: { turnIds: ['t1', 't2'] },
      });
      expect(again.memory.confidence).toBeGreaterThan(first.confidence);
      expect(await kinds(first.id)).toEqual(['created', 'reinforced']);
    });

    it('two concurrent calls make one memory', async () => {
      const both = await Promise.all([remember('Anna lives in Porto.'), remember('Anna lives in Porto.')]);
      expect(both[0].id).toBe(both[1].id);
      expect((await fresh.souvenir.for().memories.list()).memories).toHaveLength(1);
    });

    it('a contradiction supersedes the older memory', async () => {
      const old = await remember('Anna lives in Porto.');
      fresh.clock.advance(DAY);
      const received = reported(...CHANGES);
      const { memory, superseded, did } = await fresh.souvenir.for().memories.add('Anna lives in Lisbon.');
      expect(did).toBe('created');
      expect(superseded).toMatchObject([
        { id: old.id, status: 'superseded', supersededBy: memory.id, invalidAt: fresh.clock.now() },
      ]);
      expect(await fresh.store.linksOf(OWNER, [old.id])).toMatchObject([
        { fromId: memory.id, toId: old.id, type: 'supersedes' },
      ]);
      expect(received).toEqual([
        ['memoryCreated', memory.id],
        ['memorySuperseded', old.id],
        ['contradictionDetected', memory.id],
      ]);
    });

    it('a refinement supersedes without a contradiction', async () => {
      const old = await remember('Anna works at Siemens.');
      const received = reported('contradictionDetected');
      const { superseded, memory } = await fresh.souvenir.for().memories.add('Anna works at Siemens as a welder.');
      expect(superseded.map(({ id }) => id)).toEqual([old.id]);
      expect(memory.content).toContain('welder');
      expect(received).toEqual([]);
    });

    it('marks memories as doubted that rest on a superseded one', async () => {
      const home = await remember('Anna lives in Porto.');
      const walk = await remember('Anna walks to the river in ten minutes.');
      await fresh.souvenir.for().memories.link(walk.id, { to: home.id, type: 'derivedFrom' });
      const { doubted } = await fresh.souvenir.for().memories.add('Anna lives in Lisbon.');
      expect(doubted).toMatchObject([{ id: walk.id, doubtedAt: fresh.clock.now(), status: 'active' }]);
      const last = (await fresh.souvenir.for().memories.history(walk.id)).at(-1);
      expect(last).toMatchObject({ since: fresh.clock.now(), cause: { kind: 'doubted' } });
    });

    it('a fact of the past that is added late supersedes nothing', async () => {
      const now = await remember('Anna lives in Lisbon.');
      const { memory, superseded } = await fresh.souvenir
        .for()
        .memories.add('Anna lives in Porto.', { validAt: '2020-01-01' });
      expect(memory).toMatchObject({ status: 'superseded', supersededBy: now.id, invalidAt: now.validAt });
      expect(superseded).toEqual([]);
      expect((await state(now.id)).status).toBe('active');
    });

    it.each([
      ['the day it names', 'We moved the server on 3 May 2024.', '2024-05-03T00:00:00.000Z'],
      ['no day without one', 'Tom broke his leg.', undefined],
    ])('an event has %s', async (_, content, validAt) => {
      expect((await remember(content)).validAt?.toISOString()).toBe(validAt);
    });

    it('the same event on another day is a new memory', async () => {
      const monday = await remember('I ran ten miles.');
      expect((await remember('I ran ten miles.')).id).toBe(monday.id);
      fresh.clock.advance(DAY);
      expect((await remember('I ran ten miles.')).id).not.toBe(monday.id);
      expect((await remember('I ran ten miles.', { validAt: '2025-05-01T10:00:00Z' })).id).not.toBe(monday.id);
      const fifth = await remember('I ran ten miles.', { validAt: '2025-05-01T20:00:00Z' });
      expect(fifth.validAt).toEqual(new Date('2025-05-01T10:00:00Z'));
      expect((await fresh.souvenir.for().memories.list()).memories).toHaveLength(3);
    });

    it('events neither contradict nor are contradicted', async () => {
      await fresh.open({ reader: sharedReader });
      const { id } = await remember('The user lives in Porto.', { type: 'episodic' });
      const other = await fresh.souvenir.for().memories.add('The user lives in Lisbon.', { type: 'episodic' });
      expect(other.superseded).toEqual([]);
      await fresh.souvenir.for().record({ content: 'I live in Faro now.' });
      fresh.clock.advance(DAY);
      await fresh.souvenir.for().consolidate();
      expect((await fresh.souvenir.for().memories.list({ components: ['durable'] })).memories).toHaveLength(1);
      expect([(await state(id)).status, (await state(other.memory.id)).status]).toEqual(['active', 'active']);
    });

    it('working memories belong to their session', async () => {
      const one = await remember('Currently debugging the login.', { sessionId: 's1' });
      expect(one.sessionId).toBe('s1');
      expect((await remember('Currently debugging the login.', { sessionId: 's1' })).id).toBe(one.id);
      expect((await remember('Currently debugging the login.', { sessionId: 's2' })).id).not.toBe(one.id);
    });

    it('memories of a project are compared within it', async () => {
      const one = await remember('The deadline is 3 May.', { projectId: 'one', type: 'semantic' });
      const { superseded } = await fresh.souvenir
        .for({ projectId: 'two' })
        .memories.add('The deadline is 9 June.', { type: 'semantic' });
      expect(superseded).toEqual([]);
      const reported = await fresh.souvenir
        .for({ projectId: 'one' })
        .memories.add('The deadline is 5 May.', { type: 'semantic' });
      expect(reported.superseded.map(({ id }) => id)).toEqual([one.id]);
    });

    it('memories without a project are compared only with each other', async () => {
      for (let at = 0; at < 40; at++) await remember('Anna lives in Porto.', { projectId: `p${at}` });
      const own = await remember('Anna lives in Porto.');
      expect(own.projectId).toBeUndefined();
      expect((await fresh.souvenir.for().memories.add('Anna lives in Porto.')).did).toBe('merged');
      for (let at = 40; at < 80; at++) await remember('Anna lives in Porto.', { projectId: `p${at}` });
      const { superseded } = await fresh.souvenir.for().memories.add('Anna lives in Lisbon.');
      expect(superseded.map(({ id }) => id)).toEqual([own.id]);
      const elsewhere = await fresh.souvenir.for({ projectId: 'p7' }).memories.add('Anna lives in Faro.');
      expect(elsewhere.superseded.map(({ projectId }) => projectId)).toEqual(['p7']);
    });

    it('the model call delays no other user and ends on close', async () => {
      const asked = Promise.withResolvers<void>();
      await fresh.open({
        llm: () => {
          asked.resolve();
          return new Promise(() => {});
        },
      });
      const known = await remember('The API uses keys.', { type: 'semantic' });
      const hanging = fresh.souvenir
        .for()
        .memories.add('The API uses OAuth.')
        .catch((error) => error);
      await asked.promise;
      expect(
        (await fresh.souvenir.for().memories.reinforce(known.id, { reason: 'repeatedAccess' })).confidence,
      ).toBeGreaterThan(known.confidence);
      await fresh.souvenir.close();
      expect(await hanging).toMatchObject({ code: 'closed' });
    });

    it('compares with memories from conversations', async () => {
      await fresh.open({ reader: sharedReader });
      await fresh.souvenir.for().record({ content: 'I live in Porto.' });
      fresh.clock.advance(DAY);
      await fresh.souvenir.for().consolidate();
      const [fact] = (await fresh.souvenir.for().memories.list({ components: ['durable'] })).memories;
      const { superseded } = await fresh.souvenir.for().memories.add('The user lives in Lisbon.');
      expect(superseded.map(({ id }) => id)).toEqual([fact?.id]);
    });

    it('later findings are compared with added memories', async () => {
      await fresh.open({ reader: sharedReader });
      const old = await remember('The user lives in Porto.');
      fresh.clock.advance(DAY);
      await fresh.souvenir.for().record({ content: 'I live in Lisbon now.' });
      fresh.clock.advance(DAY);
      await fresh.souvenir.for().consolidate();
      expect(await state(old.id)).toMatchObject({ status: 'superseded' });
      const [fact] = (await fresh.souvenir.for().memories.list({ components: ['durable'] })).memories;
      expect((await state(old.id)).supersededBy).toBe(fact?.id);
    });

    it('is not superseded by earlier statements', async () => {
      await fresh.open({ reader: sharedReader });
      await fresh.souvenir.for().record({ content: 'I live in Lisbon.' });
      fresh.clock.advance(DAY);
      const now = await remember('The user lives in Porto.');
      await fresh.souvenir.for().consolidate();
      expect((await state(now.id)).status).toBe('active');
    });

    it.each<[string, string, object, RegExp]>([
      ['nothing', '  ', {}, /^content: is empty/],
      ['no text', 7 as never, {}, /^content:/],
      ['a type there is not', 'x', { type: 'emotional' }, /^add\.type:/],
      ['too much importance', 'x', { importance: 1.2 }, /^add\.importance:/],
      ['a field there is not', 'x', { colour: 'red' }, /colour/],
      ['an end before the beginning', 'x', { validAt: '2026-01-02', invalidAt: '2026-01-01' }, /^invalidAt:/],
      ['another place than the handle’s', 'x', { projectId: 'p' }, /projectId/],
    ])('refuses %s and stores nothing', async (_, content, context, message) => {
      await expect(fresh.souvenir.for().memories.add(content, context as never)).rejects.toEqual(
        refused('invalidInput', message),
      );
      expect((await fresh.souvenir.stats()).memories.active).toBe(0);
    });
  });

  it('a memory gets its salience by the configured weights when added, reinforced or corrected', async () => {
    const salience = { recency: 0, frequency: 0, importance: 1, relevance: 0 };
    const agents = defineAgent({ recall: { salience }, components: [episodic()] });
    const souvenir = await createSouvenir({ store: makeStore(), clock: fresh.clock, embedder: null, agents });
    const { memories, ...ana } = souvenir.for();
    await ana.record({ type: 'decision', content: 'We go with PostgreSQL.' });
    await ana.consolidate();
    expect((await memories.list()).memories).toMatchObject([{ importance: 0.375, salience: 0.375 }]);
    const { memory } = await memories.add('The API uses OAuth.', { importance: 0.8, confidence: 0.5 });
    expect(memory.salience).toBeCloseTo(0.8 * 0.5);
    expect((await memories.reinforce(memory.id)).salience).toBeCloseTo(0.8 * 0.65);
    const right = await memories.correct(memory.id, { content: 'The API uses keys.', reason: 'wrong' });
    expect(right.salience).toBeCloseTo(0.8 * right.confidence);
    await souvenir.close();
  });

  describe('reinforce', () => {
    it('raises the confidence, less if it is already high', async () => {
      const { id, confidence, salience } = await remember('The API uses OAuth.', { confidence: 0.5 });
      fresh.clock.advance(MINUTE);
      const received = reported(...CHANGES);
      const once = await fresh.souvenir.for().memories.reinforce(id, { reason: 'explicitConfirmation' });
      const twice = await fresh.souvenir.for().memories.reinforce(id, { reason: 'explicitConfirmation' });
      expect([confidence, once.confidence, twice.confidence].map((each) => each.toFixed(4))).toEqual([
        '0.5000',
        '0.6500',
        '0.7550',
      ]);
      expect(once.salience).toBeGreaterThan(salience);
      expect(twice).toMatchObject({ lastReinforcedAt: fresh.clock.now(), status: 'active' });
      expect(twice.confidenceTrajectory).toHaveLength(3);
      expect(received).toEqual([
        ['memoryReinforced', id],
        ['memoryReinforced', id],
      ]);
      expect((await fresh.souvenir.for().memories.history(id)).at(-1)?.cause).toEqual({
        kind: 'reinforced',
        reason: 'explicitConfirmation',
      });
    });

    it('refuses an unknown reason and inactive memories', async () => {
      const { id } = await remember('The API uses OAuth.');
      await expect(fresh.souvenir.for().memories.reinforce(id, { reason: 'luck' as never })).rejects.toEqual(
        refused('invalidInput', /^reinforce\.reason:/),
      );
      await fresh.souvenir.for().memories.archive(id);
      await expect(fresh.souvenir.for().memories.reinforce(id, { reason: 'repeatedAccess' })).rejects.toEqual(
        refused('invalidInput', /archived/),
      );
    });
  });

  describe('correct', () => {
    const CONTEXT = {
      metadata: { a: 1 },
      importance: 0.3,
      category: 'auth',
      sessionId: 'chat',
      projectId: 'p',
      turnId: 't1',
    };

    it('supersedes the wrong memory by a new one', async () => {
      const old = await remember('The API of Siemens uses keys.', CONTEXT);
      const rest = await remember('Keys are rotated at noon.');
      await fresh.souvenir.for().memories.link(rest.id, { to: old.id, type: 'derivedFrom' });
      fresh.clock.advance(DAY);
      const received = reported(...CHANGES);
      const memory = await fresh.souvenir
        .for()
        .memories.correct(old.id, { content: 'The API of Bosch uses OAuth.', reason: 'Tom said so' });
      expect(memory).toMatchObject({
        ...{ content: 'The API of Bosch uses OAuth.', status: 'active', type: old.type, component: old.component },
        ...{ importance: 0.3, category: 'auth', sessionId: 'chat', projectId: 'p' },
        ...{ accessCount: 0, createdAt: fresh.clock.now() },
        provenance: { turnIds: ['t1'], conversationId: 'chat', learningContext: 'Tom said so' },
      });
      const [bosch] = await fresh.store.matchEntities(OWNER, ['Bosch']);
      expect(memory.entityIds).toContain(bosch?.id);
      expect(await state(old.id)).toMatchObject({
        ...{ status: 'superseded', supersededBy: memory.id, invalidAt: fresh.clock.now(), content: old.content },
      });
      expect(await state(rest.id)).toMatchObject({ doubtedAt: fresh.clock.now() });
      expect((await fresh.store.linksOf(OWNER, [memory.id]))[0]).toMatchObject({ toId: old.id, type: 'supersedes' });
      expect((await fresh.souvenir.for().memories.history(old.id)).at(-1)?.cause).toEqual({
        ...{ kind: 'corrected', reason: 'Tom said so', by: memory.id },
      });
      expect(received).toEqual([
        ['memoryCreated', memory.id],
        ['memoryCorrected', old.id],
        ['memoryDoubted', rest.id],
      ]);
      expect(await fresh.store.vectorsOf(OWNER, [memory.id], hashEmbedder().id)).toHaveLength(1);
      const { items } = await fresh.souvenir.for().recall('What does the API of Bosch use?');
      expect(items[0]?.id).toBe(memory.id);
      expect(items.map(({ id }) => id)).not.toContain(old.id);
    });

    it('keeps only the speaker of the old metadata', async () => {
      const metadata = { speaker: 'Nora', key: 'port', value: 80 };
      const { id } = await remember('The port is 80.', { metadata });
      expect(
        (await fresh.souvenir.for().memories.correct(id, { content: 'The port is 81.', reason: 'a typo' })).metadata,
      ).toEqual({ speaker: 'Nora' });
      const other = await remember('Tea is at noon.', { metadata: { a: 1 } });
      expect(
        (await fresh.souvenir.for().memories.correct(other.id, { content: 'Tea is at one.', reason: 'a typo' }))
          .metadata,
      ).toEqual({});
    });

    it('marks no inactive memory as doubted', async () => {
      const base = await remember('Anna lives in Porto.');
      const rests = [];
      for (const content of ['The river is near.', 'The sea is near.', 'The park is near.', 'The tram is near.'])
        rests.push(await remember(content));
      for (const { id } of rests) await fresh.souvenir.for().memories.link(id, { to: base.id, type: 'derivedFrom' });
      const [forgotten, archived, replaced, active] = rests.map(({ id }) => id) as [string, string, string, string];
      await fresh.souvenir.for().memories.forget(forgotten);
      await fresh.souvenir.for().memories.archive(archived);
      await fresh.souvenir.for().memories.supersede(replaced, { by: active });
      fresh.clock.advance(DAY);
      const received = reported('memoryDoubted');
      await fresh.souvenir.for().memories.correct(base.id, { content: 'Anna lives in Lisbon.', reason: 'moved' });
      expect(received).toEqual([['memoryDoubted', active]]);
      expect(await state(active)).toMatchObject({ doubtedAt: fresh.clock.now(), updatedAt: fresh.clock.now() });
      for (const id of [forgotten, archived, replaced]) expect((await state(id)).doubtedAt).toBeUndefined();
    });

    it('can correct a doubted memory', async () => {
      const [base, rest] = [await remember('Anna lives in Porto.'), await remember('The river is near.')];
      await fresh.souvenir.for().memories.link(rest.id, { to: base.id, type: 'derivedFrom' });
      await fresh.souvenir.for().memories.correct(base.id, { content: 'Anna lives in Lisbon.', reason: 'moved' });
      const memory = await fresh.souvenir
        .for()
        .memories.correct(rest.id, { content: 'The river is far.', reason: 'moved' });
      expect(memory.doubtedAt).toBeUndefined();
    });

    it('refuses an equal or empty content and an empty reason', async () => {
      const { id } = await remember('The API uses keys.');
      for (const [content, reason, message] of [
        ['  the API   uses KEYS. ', 'typo', /^content: repeats the memory/],
        [' ', 'typo', /^correct\.content: is empty/],
        ['The API uses OAuth.', ' ', /^correct\.reason: is empty/],
      ] as const)
        await expect(fresh.souvenir.for().memories.correct(id, { content, reason })).rejects.toEqual(
          refused('invalidInput', message),
        );
      expect(await kinds(id)).toEqual(['created']);
      expect((await fresh.souvenir.for().memories.list()).memories).toHaveLength(1);
    });

    it('refuses an inactive memory and names its replacement', async () => {
      const { id } = await remember('The API uses keys.');
      const next = await fresh.souvenir.for().memories.correct(id, { content: 'The API uses OAuth.', reason: 'wrong' });
      const again = fresh.souvenir.for().memories.correct(id, { content: 'The API uses SAML.', reason: 'wrong' });
      await expect(again).rejects.toEqual(refused('invalidInput', new RegExp(next.id)));
      await fresh.souvenir.for().memories.forget(next.id);
      const forgotten = fresh.souvenir
        .for()
        .memories.correct(next.id, { content: 'The API uses SAML.', reason: 'wrong' });
      await expect(forgotten).rejects.toEqual(refused('invalidInput', /forgotten/));
    });
  });

  describe('update', () => {
    it('changes a memory under its id', async () => {
      const old = await remember('The API of Siemens uses keys.', { metadata: { a: 1 } });
      fresh.clock.advance(DAY);
      const received = reported(...CHANGES);
      const memory = await fresh.souvenir.for().memories.update(old.id, {
        ...{ content: ' The API of Bosch uses OAuth. ', type: 'procedural', category: 'auth', importance: 0.1 },
        ...{ confidence: 0.2, metadata: { b: 2 }, validAt: null, invalidAt: '2027-01-01', reason: 'moved' },
      });
      expect(memory).toMatchObject({
        ...{
          id: old.id,
          content: 'The API of Bosch uses OAuth.',
          type: 'procedural',
          category: 'auth',
          importance: 0.1,
        },
        ...{
          confidence: 0.2,
          invalidAt: new Date('2027-01-01'),
          createdAt: old.createdAt,
          updatedAt: fresh.clock.now(),
        },
      });
      expect(memory.metadata).toEqual({ b: 2 });
      expect(memory.validAt).toBeUndefined();
      expect(memory.confidenceTrajectory.at(-1)).toEqual({ confidence: 0.2, at: fresh.clock.now() });
      const [bosch] = await fresh.store.matchEntities(OWNER, ['Bosch']);
      const [siemens] = await fresh.store.matchEntities(OWNER, ['Siemens']);
      expect(memory.entityIds).toContain(bosch?.id);
      expect(memory.entityIds).not.toContain(siemens?.id);
      expect(received).toEqual([['memoryUpdated', old.id]]);
      const versions = await fresh.souvenir.for().memories.history(old.id);
      expect(versions.map((version) => [version.memory.content, version.cause])).toEqual([
        [old.content, { kind: 'created' }],
        [memory.content, { kind: 'updated', reason: 'moved' }],
      ]);
    });

    it('makes the memory recalled by its new content', async () => {
      const { id } = await remember('The staging server is called Heron.');
      await fresh.souvenir.for().memories.update(id, { content: 'The mailbox is green.' });
      const [vector] = await fresh.store.vectorsOf(OWNER, [id], hashEmbedder().id);
      const [expected] = await hashEmbedder().embed(['The mailbox is green.']);
      expect([...(vector?.vector ?? [])].every((value, at) => Math.abs(value - (expected?.[at] ?? 9)) < 0.02)).toBe(
        true,
      );
      expect((await fresh.souvenir.for().recall('Which colour is the mailbox?')).items[0]?.id).toBe(id);
    });

    it('keeps fields that are not given', async () => {
      const old = await remember('The API of Siemens uses keys.', { metadata: { a: 1 } });
      const memory = await fresh.souvenir.for().memories.update(old.id, { importance: 0.1 });
      expect(memory).toEqual({ ...old, importance: 0.1 });
      expect(await fresh.store.vectorsOf(OWNER, [old.id], hashEmbedder().id)).toHaveLength(1);
    });

    it('writes nothing if nothing changes', async () => {
      const old = await remember('The API uses keys.', { metadata: { a: [1] }, category: 'auth', confidence: 0.7 });
      fresh.clock.advance(DAY);
      const received = reported(...CHANGES);
      for (const change of [
        { content: ' The API uses keys. ' },
        { content: old.content, reason: 'to be sure', metadata: { a: [1] }, category: 'auth', confidence: 0.7 },
        { invalidAt: null, validAt: old.validAt as Date },
      ])
        expect(await fresh.souvenir.for().memories.update(old.id, change)).toEqual(old);
      expect(received).toEqual([]);
      expect(await kinds(old.id)).toEqual(['created']);
      const changed = await fresh.souvenir
        .for()
        .memories.update(old.id, { content: old.content, metadata: { a: [2] } });
      expect(changed.metadata).toEqual({ a: [2] });
      expect(received).toEqual([['memoryUpdated', old.id]]);
    });

    it.each<[string, object, RegExp]>([
      ['empty content', { content: ' ' }, /^change\.content: is empty/],
      ['nothing to change', { reason: 'bored' }, /names nothing to change/],
      ['nothing but undefined', { content: undefined }, /names nothing to change/],
      ['a field there is not', { colour: 'red' }, /colour/],
      ['an end before the beginning', { validAt: '2026-01-02', invalidAt: '2026-01-01' }, /^invalidAt:/],
      ['an end before it began', { invalidAt: '2026-01-01' }, /^invalidAt:/],
      ['a beginning after it ended', { validAt: '2028-01-01' }, /^invalidAt:/],
    ])('refuses %s', async (_, change, message) => {
      const { id } = await remember('The API uses keys.', { invalidAt: '2027-01-01' });
      await expect(fresh.souvenir.for().memories.update(id, change)).rejects.toEqual(refused('invalidInput', message));
      expect(await kinds(id)).toEqual(['created']);
    });
  });

  describe('supersede', () => {
    it('marks a memory as superseded by another', async () => {
      const [old, by] = [await remember('The logo is red.'), await remember('Our brand colour is blue.')];
      const rest = await remember('The cups match the logo.');
      await fresh.souvenir.for().memories.link(rest.id, { to: old.id, type: 'derivedFrom' });
      fresh.clock.advance(DAY);
      const received = reported(...CHANGES);
      const memory = await fresh.souvenir.for().memories.supersede(old.id, { by: by.id });
      expect(memory).toMatchObject({
        id: old.id,
        status: 'superseded',
        supersededBy: by.id,
        invalidAt: fresh.clock.now(),
      });
      expect(received).toEqual([
        ['memorySuperseded', old.id],
        ['memoryDoubted', rest.id],
      ]);
      expect((await fresh.souvenir.for().memories.neighbours(by.id)).map((each) => each.memory.id)).toEqual([old.id]);
    });

    it.each([
      ['when the other begins', '2026-02-01', undefined, '2026-02-01'],
      ['at once, if the other began before it', '2024-02-01', undefined, '2026-03-01T09:00:00Z'],
      ['when it ended anyway', '2026-02-01', '2026-01-15', '2026-01-15'],
    ])('ends the memory %s', async (_, validAt, invalidAt, end) => {
      const old = await remember('The logo is red.', { validAt: '2025-01-01', ...(invalidAt && { invalidAt }) });
      const by = await remember('Our brand colour is blue.', { validAt });
      expect((await fresh.souvenir.for().memories.supersede(old.id, { by: by.id })).invalidAt).toEqual(new Date(end));
    });

    it('refuses a circle', async () => {
      const a = await remember('The logo is red.');
      const b = await remember('Our brand colour is blue.');
      const c = await remember('The cups are green.');
      await fresh.souvenir.for().memories.supersede(a.id, { by: b.id });
      await fresh.souvenir.for().memories.supersede(b.id, { by: c.id });
      await expect(fresh.souvenir.for().memories.supersede(c.id, { by: c.id })).rejects.toEqual(
        refused('invalidInput', /cannot supersede itself/),
      );
      await expect(fresh.souvenir.for().memories.supersede(c.id, { by: a.id })).rejects.toEqual(
        refused('invalidInput', /itself replaced by/),
      );
      expect((await state(c.id)).status).toBe('active');
    });

    it('refuses a superseded or inactive memory', async () => {
      const [a, b] = [await remember('The logo is red.'), await remember('Our brand colour is blue.')];
      await fresh.souvenir.for().memories.archive(b.id);
      await expect(fresh.souvenir.for().memories.supersede(a.id, { by: b.id })).rejects.toEqual(
        refused('invalidInput', /^by: .* archived/),
      );
    });
  });

  describe('archive, forget and restore', () => {
    it.each(['archive', 'forget'] as const)('%s makes a memory inactive, and restore makes it active', async (put) => {
      const { id } = await remember('The staging server is called Heron.');
      const received = reported(...CHANGES);
      const status = put === 'archive' ? 'archived' : 'forgotten';
      expect((await fresh.souvenir.for().memories[put](id)).status).toBe(status);
      await fresh.souvenir.for().memories[put](id);
      expect((await fresh.souvenir.for().recall('What is the staging server called?')).items).toEqual([]);
      expect((await fresh.souvenir.for().memories.list()).memories).toEqual([]);
      expect((await fresh.souvenir.for().memories.restore(id)).status).toBe('active');
      await fresh.souvenir.for().memories.restore(id);
      await fresh.souvenir.settled();
      expect((await fresh.souvenir.for().recall('What is the staging server called?')).items[0]?.id).toBe(id);
      expect(await kinds(id)).toEqual(['created', status, 'restored']);
      expect(received.map(([name]) => name)).toEqual([
        put === 'archive' ? 'memoryArchived' : 'memoryForgotten',
        'memoryRestored',
      ]);
    });

    it('restore makes a superseded memory active with its period', async () => {
      const old = await remember('The logo is red.', { invalidAt: '2027-01-01' });
      const by = await fresh.souvenir
        .for()
        .memories.correct(old.id, { content: 'The logo is blue.', reason: 'new brand' });
      expect((await state(old.id)).invalidAt).toEqual(fresh.clock.now());
      const memory = await fresh.souvenir.for().memories.restore(old.id);
      expect(memory).toMatchObject({ status: 'active', invalidAt: new Date('2027-01-01') });
      expect(memory.supersededBy).toBeUndefined();
      expect(await fresh.store.linksOf(OWNER, [old.id])).toEqual([]);
      expect((await fresh.souvenir.for().memories.supersede(by.id, { by: old.id })).supersededBy).toBe(old.id);
    });

    it('restore keeps an end set by hand', async () => {
      const old = await remember('The logo is red.');
      await fresh.souvenir.for().memories.correct(old.id, { content: 'The logo is blue.', reason: 'new brand' });
      await fresh.souvenir.for().memories.update(old.id, { invalidAt: '2026-06-01' });
      expect((await fresh.souvenir.for().memories.restore(old.id)).invalidAt).toEqual(new Date('2026-06-01'));
    });

    it.each(['expired', 'decayed'] as const)('restore makes a memory active that has %s', async (status) => {
      const { id } = await remember('The logo is red.');
      await fresh.store.write(OWNER, { updates: [{ id, status, invalidAt: fresh.clock.now() }] });
      fresh.clock.advance(DAY);
      const memory = await fresh.souvenir.for().memories.restore(id);
      expect(memory.status).toBe('active');
      expect(memory.fadedAt).toEqual(status === 'decayed' ? fresh.clock.now() : undefined);
      expect(memory.invalidAt).toBeUndefined();
    });

    it('a forgotten memory can only be restored', async () => {
      const { id } = await remember('The logo is red.');
      await fresh.souvenir.for().memories.forget(id);
      expect(await fresh.souvenir.for().memories.get(id)).toBeUndefined();
      for (const call of [
        (souvenir: Souvenir) => souvenir.for().memories.archive(id),
        (souvenir: Souvenir) => souvenir.for().memories.update(id, { importance: 1 }),
        (souvenir: Souvenir) => souvenir.for().memories.neighbours(id),
        (souvenir: Souvenir) => souvenir.for().memories.history(id),
      ])
        await expect(call(fresh.souvenir)).rejects.toEqual(refused('invalidInput', /forgotten/));
    });

    it('forgetAll forgets matching memories, or all active ones', async () => {
      await remember('The logo is red.', { projectId: 'p' });
      await remember('Yesterday we moved to Frankfurt.');
      const retained = await remember('The cups are green.');
      await fresh.souvenir.for().memories.archive(retained.id);
      await remember('The cat is grey.', { agentId: 'bob' });
      expect(await fresh.souvenir.for({ projectId: 'p' }).memories.forgetAll({})).toBe(1);
      expect(await fresh.souvenir.for().memories.forgetAll({ types: ['semantic'] })).toBe(0);
      expect(await fresh.souvenir.for().memories.forgetAll({})).toBe(1);
      expect(await fresh.souvenir.for().memories.forgetAll({ statuses: ['active', 'forgotten'] })).toBe(0);
      expect((await state(retained.id)).status).toBe('archived');
      expect((await fresh.souvenir.for({ agentId: 'bob' }).memories.list()).memories).toHaveLength(1);
    });

    it('forgetAll works over many pages', async () => {
      const memories = Array.from({ length: 1100 }, (_, at) => ({
        ...OWNER,
        ...SAMPLE,
        id: `m${at}`,
        content: `Number ${at}`,
      }));
      await fresh.store.write(OWNER, { memories });
      expect(await fresh.souvenir.for().memories.forgetAll({ categories: ['number'] })).toBe(1100);
      expect((await fresh.souvenir.stats()).memories).toMatchObject({ active: 0, forgotten: 1100 });
    });

    it('forgetAll refuses a moment and unknown filters', async () => {
      await expect(fresh.souvenir.for().memories.forgetAll({ asOf: '2026-01-01' })).rejects.toEqual(
        refused('invalidInput', /forgetAll\.asOf/),
      );
      await expect(fresh.souvenir.for().memories.forgetAll({ colour: 'red' } as never)).rejects.toEqual(
        refused('invalidInput', /colour/),
      );
      await expect(fresh.souvenir.for().memories.forgetAll(undefined as never)).rejects.toEqual(
        refused('invalidInput', /^forgetAll/),
      );
    });
  });

  describe('the scope of single memories', () => {
    const CALLS: [string, (souvenir: Souvenir, id: string, own: string, scope: object) => Promise<unknown>][] = [
      [
        'reinforce',
        (souvenir, id, _own, scope) => souvenir.for(scope).memories.reinforce(id, { reason: 'repeatedAccess' }),
      ],
      [
        'correct',
        (souvenir, id, _own, scope) => souvenir.for(scope).memories.correct(id, { content: 'other', reason: 'why' }),
      ],
      ['update', (souvenir, id, _own, scope) => souvenir.for(scope).memories.update(id, { importance: 1 })],
      ['supersede', (souvenir, id, own, scope) => souvenir.for(scope).memories.supersede(id, { by: own })],
      ['supersede by', (souvenir, id, own, scope) => souvenir.for(scope).memories.supersede(own, { by: id })],
      ['archive', (souvenir, id, _own, scope) => souvenir.for(scope).memories.archive(id)],
      ['forget', (souvenir, id, _own, scope) => souvenir.for(scope).memories.forget(id)],
      ['restore', (souvenir, id, _own, scope) => souvenir.for(scope).memories.restore(id)],
      [
        'link from',
        (souvenir, id, own, scope) =>
          souvenir.for(scope).memories.link(id, { to: own, type: 'related', strength: 0.5 }),
      ],
      [
        'link to',
        (souvenir, id, own, scope) =>
          souvenir.for(scope).memories.link(own, { to: id, type: 'related', strength: 0.5 }),
      ],
      ['unlink', (souvenir, id, own, scope) => souvenir.for(scope).memories.unlink(own, { to: id })],
      ['neighbours', (souvenir, id, _own, scope) => souvenir.for(scope).memories.neighbours(id)],
      ['history', (souvenir, id, _own, scope) => souvenir.for(scope).memories.history(id)],
    ];

    it.each(CALLS)("%s reports another owner's id as unknown", async (_, call) => {
      const foreign = await remember('The logo is red.', { userId: 'eve' });
      const own = await remember('The cups are green.', { projectId: 'p', sessionId: 's' });
      const answer = (id: string, scope = {}) => call(fresh.souvenir, id, own.id, scope).catch(plainOf(id));
      const unknown = await answer('no-such-memory');
      expect(unknown).toMatchObject({ code: 'notFound' });
      expect(await answer(foreign.id)).toEqual(unknown);
      const elsewhere = await remember('The mat is grey.', { projectId: 'q' });
      expect(await answer(elsewhere.id, { projectId: 'p' })).toEqual(unknown);
      expect(await fresh.souvenir.for({ userId: 'eve' }).memories.history(foreign.id)).toHaveLength(1);
      expect(await fresh.souvenir.for().memories.history(own.id)).toHaveLength(1);
    });

    it('get returns nothing of another scope', async () => {
      const { id } = await remember('The logo is red.', { projectId: 'p', sessionId: 's' });
      expect((await fresh.souvenir.for().memories.get(id))?.id).toBe(id);
      expect((await fresh.souvenir.for({ projectId: 'p', sessionId: 's' }).memories.get(id))?.id).toBe(id);
      for (const scope of [{ userId: 'eve' }, { agentId: 'bob' }, { tenantId: 'x' }, { projectId: 'q' }])
        expect(await fresh.souvenir.for(scope).memories.get(id)).toBeUndefined();
      expect(await fresh.souvenir.for().memories.get('no-such-memory')).toBeUndefined();
    });

    it('a session does not restrict, a project does', async () => {
      const { id } = await remember('The logo is red.', { projectId: 'q', sessionId: 't' });
      const { memories } = fresh.souvenir.for({ projectId: 'q', sessionId: 's' });
      expect((await memories.get(id))?.id).toBe(id);
      expect((await memories.list()).memories).toHaveLength(1);
      expect((await memories.list({ sessionId: 's' })).memories).toEqual([]);
      expect((await fresh.souvenir.for({ projectId: 'p' }).memories.list()).memories).toEqual([]);
    });

    it('refuses an invalid id and an invalid scope', async () => {
      await expect(fresh.souvenir.for().memories.get('')).rejects.toEqual(refused('invalidInput', /^id:/));
      expect(() => fresh.souvenir.for({ userId: ' ' })).toThrow(refused('invalidInput', /^scope\.userId:/));
    });
  });

  describe('listeners of single memories', () => {
    it('are called after a write', async () => {
      const seen: unknown[] = [];
      fresh.souvenir.on('memoryCreated', async ({ memory }) => seen.push(await state(memory.id)));
      const memory = await remember('The logo is red.');
      await expect.poll(() => seen).toEqual([memory]);
    });

    it('may throw', async () => {
      for (const name of CHANGES)
        fresh.souvenir.on(name, () => {
          throw new Error('a bad listener');
        });
      const failed = reported('listenerFailed');
      const { id } = await remember('Anna lives in Porto.');
      const { superseded } = await fresh.souvenir.for().memories.add('Anna lives in Lisbon.');
      expect(superseded.map((each) => each.id)).toEqual([id]);
      expect(failed).toHaveLength(4);
    });

    it('are not called for a failed write', async () => {
      const received = reported(...CHANGES);
      const { write } = fresh.store;
      Object.assign(fresh.store, { write: () => Promise.reject(new Error('disk full')) });
      await expect(remember('The logo is red.')).rejects.toThrow('disk full');
      Object.assign(fresh.store, { write });
      expect(received).toEqual([]);
      expect((await fresh.souvenir.for().memories.list()).memories).toEqual([]);
    });
  });

  it('single memories are refused after close', async () => {
    const { memories } = fresh.souvenir.for();
    await fresh.souvenir.close();
    await expect(memories.add('The logo is red.')).rejects.toEqual(refused('closed'));
    await expect(memories.get('x')).rejects.toEqual(refused('closed'));
  });
});

const AT = new Date('2026-02-01T00:00:00Z');
const SAMPLE = {
  ...({ type: 'semantic', component: 'remembered', category: 'number', importance: 0.5, confidence: 0.8 } as const),
  ...{ confidenceTrajectory: [{ confidence: 0.8, at: AT }], salience: 0.5, entityIds: [], metadata: {} },
  ...{
    provenance: { episodeIds: [], turnIds: [] },
    createdAt: AT,
    updatedAt: AT,
    accessCount: 0,
    status: 'active' as const,
  },
};

/** What an error tells, apart from the id that was asked for. */
const plainOf = (id: string) => (error: Error & { code: string; advice: string }) => ({
  ...{ code: error.code, message: error.message.replaceAll(id, 'ID'), advice: error.advice },
});
