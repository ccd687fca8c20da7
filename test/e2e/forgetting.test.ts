import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { durable, episodic, shared } from '../../src/components/index.ts';
import {
  createSouvenir,
  defineAgent,
  memoryStore,
  type ScopedSouvenir,
  type Souvenir,
  type Store,
} from '../../src/index.ts';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { manualClock } from '../support/manual-clock.ts';
import { sharedReader } from '../support/shared-embedder.ts';

const MINUTE = 60_000;

describe.each<[string, () => Store]>([
  ['the memory store', memoryStore],
  ['sqlite', () => sqliteStore({ path: ':memory:' })],
])('a forgotten memory, on %s', (_, makeStore) => {
  let clock: ReturnType<typeof manualClock>;
  let store: Store;
  let souvenir: Souvenir;
  let ana: ScopedSouvenir;
  let before: Date;
  const say = async (...turns: string[]) => {
    for (const content of turns) await ana.record({ content, occurredAt: clock.now() });
    await ana.consolidate();
    clock.advance(MINUTE);
  };
  const stored = async (saying: RegExp, component: string) => {
    const { memories } = await ana.memories.list({ components: [component], sort: 'created', descending: false });
    return memories.find((memory) => memory.component === component && saying.test(memory.content))?.id ?? '';
  };
  const forget = async (id: string) => {
    before = clock.now();
    clock.advance(MINUTE);
    await ana.memories.forget(id);
    await souvenir.settled();
  };
  /** Every way to read, by its name, of those that tell. */
  const telling = async (word: RegExp): Promise<string[]> => {
    const ask = 'What about my health?';
    const between = { from: new Date(0), to: clock.now() };
    const ways: Record<string, () => Promise<unknown>> = {
      recall: async () => (await ana.recall(ask, { threshold: 0 })).items,
      'recall with words': async () => (await ana.recall('walnuts', { threshold: 0 })).items,
      'recall as of': async () => (await ana.recall('walnuts', { asOf: before, threshold: 0 })).items,
      'recall of all': async () => (await ana.recall('')).items,
      'recall of all as of': async () => (await ana.recall('', { asOf: before })).items,
      'recall in a session': async () => (await ana.recall('walnuts', { sessionId: 'default', threshold: 0 })).items,
      turn: () => ana.turn(ask, { retrieve: true }),
      'turn that shows recents': () => ana.turn('Hello there', { retrieve: false }),
      context: () => ana.context(ask),
      'context as of': () => ana.context(ask, { asOf: before }),
      list: () => ana.memories.list(),
      'list of what is past': () => ana.memories.list({ statuses: ['superseded', 'archived', 'expired', 'decayed'] }),
      'list as of': () => ana.memories.list({ asOf: before }),
      'list by entity': () => ana.memories.list({ entities: ['Ana', 'user'] }),
      diff: () => ana.memories.diff(between),
      profile: () => ana.profile.get(),
      'profile as of': () => ana.profile.get({ asOf: before }),
      'profile details': () => ana.profile.details({ asOf: before }),
      'profile history': () => ana.profile.history('health' as never),
      'profile summary': () => ana.profile.summary(),
      persona: () => ana.persona.current(),
      rollback: () => ana.memories.rollback(before, { dryRun: true }).catch(() => ''),
    };
    const reported: string[] = [];
    for (const [name, way] of Object.entries(ways)) if (word.test(JSON.stringify(await way()))) reported.push(name);
    return reported;
  };

  beforeEach(async () => {
    clock = manualClock('2026-03-01T10:00:00Z');
    store = makeStore();
    souvenir = await createSouvenir({ store, clock, embedder: null, reader: sharedReader });
    ana = souvenir.for({ userId: 'ana' });
    before = clock.now();
  });
  afterEach(() => souvenir.close());

  it('is visible in 22 ways before and in none after it is forgotten', async () => {
    await say('I am allergic to walnuts.');
    expect((await telling(/walnut/i)).length).toBeGreaterThanOrEqual(12);
    const fact = await stored(/walnut/, 'durable');
    await forget(fact);
    expect(await telling(/walnut/i)).toEqual([]);
    await expect(ana.memories.history(fact)).rejects.toMatchObject({ code: 'invalidInput' });
    expect(await ana.memories.get(fact)).toBeUndefined();
    await say('I moved to York in May.');
    expect(await telling(/walnut/i)).toEqual([]);
    expect(await telling(/York/)).not.toEqual([]);
  });

  it('hides exactly the followers announced before', async () => {
    await say('I am allergic to walnuts.', 'I live in Porto.');
    const fact = await stored(/walnuts/, 'durable');
    const { memory: drawn } = await ana.memories.add('Ana needs a menu of her own.');
    await ana.memories.link(drawn.id, { to: fact, type: 'derivedFrom' });
    const { memories, turns } = await ana.memories.followers(fact);
    expect(turns).toBe(1);
    expect(memories.map(({ id }) => id)).toContain(drawn.id);
    expect((await ana.memories.get(fact))?.status).toBe('active');
    await forget(fact);
    const { memories: removed } = await ana.memories.list({ statuses: ['forgotten'] });
    expect(removed.map(({ id }) => id).sort()).toEqual([fact, ...memories.map(({ id }) => id)].sort());
    await expect(ana.memories.followers(fact)).rejects.toMatchObject({ code: 'invalidInput' });
  });

  it.each([
    [
      'I was diagnosed with epilepsy last spring.',
      'I am so sorry to hear about the epilepsy. Shall I look for a nurse?',
    ],
    ['My brother Tom lost his job at the mill.', 'That must be hard on Tom. How is he doing?'],
    ['We are expecting twins in June!', 'Twins, how wonderful! Congratulations to you both.'],
    ['I owe the bank 40,000 euros.', 'Got it: you owe the bank 40,000 euros.'],
  ])('offers the echo of the assistant too, after %j', async (statement, reply) => {
    await say('Good to see you, I planted the beans.');
    await ana.record({ content: 'The beans need a pole each.', role: 'assistant' });
    await ana.record({ content: statement });
    await ana.record({ content: reply, role: 'assistant' });
    await ana.record({ content: 'What is the weather like in Porto?' });
    await ana.record({ content: 'Sunny and mild in Porto.', role: 'assistant' });
    await ana.consolidate();
    const id = await stored(new RegExp(statement.slice(0, 20)), 'episodic');
    expect((await ana.memories.followers(id)).echoes.map(({ content }) => content)).toEqual([reply]);
    const { echoes } = await ana.memories.forget(id);
    expect(echoes.map(({ content }) => content)).toEqual([reply]);
    for (const echo of echoes) await ana.memories.forget(echo.id);
    expect((await ana.recall(statement, { threshold: 0 })).items.map(({ content }) => content)).not.toContain(reply);
  });

  it('offers no unrelated turn of the assistant', async () => {
    await ana.record({ content: 'I was diagnosed with epilepsy last spring.' });
    await ana.record({ content: 'Thank you for telling me.', role: 'assistant' });
    await ana.consolidate();
    const { echoes } = await ana.memories.forget(await stored(/epilepsy/, 'episodic'));
    expect(echoes).toEqual([]);
  });

  it('offers no reply that shares only common words', async () => {
    await say('I would love to see the mill in Hull again.');
    await ana.record({ content: 'My brother lost his job at the mill.' });
    await ana.record({ content: 'Is the mill near the harbour?', role: 'assistant' });
    await ana.consolidate();
    const { echoes } = await ana.memories.forget(await stored(/brother/, 'episodic'));
    expect(echoes).toEqual([]);
  });

  it('offers repetitions in later sessions, and no turn with only a shared word', async () => {
    await say('I was diagnosed with epilepsy last spring.');
    const later = souvenir.for({ ...ana.scope, sessionId: 'later' });
    await later.record({ content: 'May I drive to the coast?' });
    await later.record({
      content: 'You were diagnosed with epilepsy in spring, so ask your doctor.',
      role: 'assistant',
    });
    await later.record({ content: 'The coast is lovely in spring.', role: 'assistant' });
    await later.consolidate();
    const id = await stored(/epilepsy/, 'episodic');
    const contents = ({ echoes }: { readonly echoes: readonly { readonly content: string }[] }) =>
      echoes.map(({ content }) => content);
    const reported = ['You were diagnosed with epilepsy in spring, so ask your doctor.'];
    expect(contents(await ana.memories.followers(id))).toEqual(reported);
    expect(contents(await ana.memories.forget(id))).toEqual(reported);
  });

  it('is restored with all its followers', async () => {
    await say('I am allergic to walnuts.');
    const ways = await telling(/walnut/i);
    const fact = await stored(/walnut/, 'durable');
    await forget(fact);
    await ana.memories.restore(fact);
    await souvenir.settled();
    expect(await telling(/walnut/i)).toEqual(expect.arrayContaining(ways));
  });

  it('hides memories extracted from its turn alone', async () => {
    await say('I am allergic to walnuts.', 'My sister Rosa lives in York.');
    await forget(await stored(/walnut/, 'episodic'));
    expect(await telling(/walnut/i)).toEqual([]);
    expect(await telling(/York/)).not.toEqual([]);
  });

  it('keeps its turn hidden until all memories of it are restored', async () => {
    await say('I am allergic to walnuts. I live in York.');
    const [nuts, york] = [await stored(/walnut/, 'durable'), await stored(/York/, 'durable')];
    const turns = async () => (await store.listEpisodes(ana.scope, { limit: 9 })).length;
    expect([nuts, york].every((id) => id !== '')).toBe(true);
    await forget(nuts);
    expect(await telling(/York/)).not.toEqual([]);
    await forget(york);
    await ana.memories.restore(nuts);
    expect(await turns()).toBe(0);
    expect(await stored(/walnut/, 'episodic')).toBe('');
    await ana.memories.restore(york);
    expect(await turns()).toBe(1);
    expect(await stored(/walnut/, 'episodic')).not.toBe('');
  });

  it('hides and restores derived memories', async () => {
    const { memory } = await ana.memories.add('Ana swims on Mondays.');
    const { memory: pattern } = await ana.memories.add('Ana likes water.');
    await ana.memories.link(pattern.id, { to: memory.id, type: 'derivedFrom' });
    await forget(memory.id);
    expect(await ana.memories.get(pattern.id)).toBeUndefined();
    await ana.memories.restore(memory.id);
    expect(await ana.memories.get(pattern.id)).toMatchObject({ status: 'active' });
  });

  it('stays forgotten if it was forgotten directly', async () => {
    await say('I am allergic to walnuts.');
    const [fact, turn] = [await stored(/walnut/, 'durable'), await stored(/walnut/, 'episodic')];
    await forget(fact);
    await forget(turn);
    await ana.memories.restore(fact);
    expect(await ana.memories.get(turn)).toBeUndefined();
    expect(await ana.memories.get(fact)).toMatchObject({ status: 'active' });
  });

  it('is not read by other components', async () => {
    await say('I am allergic to walnuts.');
    const turn = await stored(/walnut/, 'episodic');
    const fact = await stored(/walnut/, 'durable');
    await forget(turn);
    await forget(fact);
    await store.erase(ana.scope, {
      memoryIds: [],
      episodeIds: [],
      again: [{ component: 'durable', sessionId: 'default' }],
    });
    await say('I moved to York in May.');
    expect(await telling(/walnut/i)).toEqual([]);
  });

  it('hides copies of other components', async () => {
    await ana.record({ content: 'We decided to use Postgres for the walnut shop.', type: 'decision' });
    await ana.consolidate();
    const fact = (await ana.memories.list()).memories.find(({ type }) => type !== 'episodic')?.id ?? '';
    expect(fact).not.toBe('');
    await forget(fact);
    expect(await telling(/walnut/i)).toEqual([]);
  });

  it('continues an interrupted forget', async () => {
    await say('I am allergic to walnuts.');
    const turn = await stored(/walnut/, 'episodic');
    const write = store.write.bind(store);
    let writes = 0;
    store.write = async (...given) => {
      if (++writes === 2) throw new Error('cut');
      return write(...given);
    };
    await expect(ana.memories.forget(turn)).rejects.toThrow();
    store.write = write;
    await forget(turn);
    expect(await telling(/walnut/i)).toEqual([]);
  });

  it('finds its turn among many of the same moment', async () => {
    await ana.record({ content: 'I am allergic to walnuts.' });
    for (let at = 0; at < 1100; at++) await ana.record({ content: `Turn ${at}.` });
    await ana.consolidate();
    await forget(await stored(/walnut/, 'durable'));
    const { memories } = await ana.memories.list({ limit: 1000 });
    expect(memories.filter(({ content }) => /walnut/.test(content))).toEqual([]);
  });

  it('is not restored by a rollback, unless a rollback forgot it', async () => {
    await say('I am allergic to walnuts.');
    const early = clock.now();
    clock.advance(MINUTE);
    const { memory: tea } = await ana.memories.add('Ana prefers tea.');
    const late = clock.now();
    clock.advance(MINUTE);
    await forget(await stored(/walnut/, 'durable'));
    clock.advance(MINUTE);
    await ana.memories.rollback(early);
    expect(await ana.memories.get(tea.id)).toBeUndefined();
    clock.advance(MINUTE);
    await ana.memories.rollback(late);
    expect(await ana.memories.get(tea.id)).toMatchObject({ status: 'active' });
    expect(await telling(/walnut/i)).toEqual([]);
  });

  it('keeps memories hidden that rest on another forgotten one', async () => {
    const [x, y, both] = await Promise.all(
      ['Ana swims.', 'Ana rows.', 'Ana likes water.'].map((text) => ana.memories.add(text)),
    );
    for (const base of [x, y])
      await ana.memories.link(both?.memory.id ?? '', { to: base?.memory.id ?? '', type: 'derivedFrom' });
    await forget(x?.memory.id ?? '');
    await forget(y?.memory.id ?? '');
    await ana.memories.restore(x?.memory.id ?? '');
    expect(await ana.memories.get(both?.memory.id ?? '')).toBeUndefined();
    await ana.memories.restore(y?.memory.id ?? '');
    expect(await ana.memories.get(both?.memory.id ?? '')).toMatchObject({ status: 'active' });
  });

  it('reaches shared memories, and reports a turn that is not a memory yet', async () => {
    await souvenir.close();
    store = makeStore();
    const agents = defineAgent({ components: [episodic(), shared(durable(), 'team')] });
    souvenir = await createSouvenir({ store, clock, embedder: null, reader: sharedReader, agents });
    ana = souvenir.for({ userId: 'ana' });
    const { id } = await ana.record({ content: 'I am allergic to walnuts.' });
    await ana.flush();
    await expect(ana.memories.forget(id)).rejects.toMatchObject({
      code: 'invalidInput',
      message: expect.stringMatching(/not consolidated yet/),
    });
    await ana.consolidate();
    expect((await store.owners()).length).toBeGreaterThan(1);
    expect((await ana.recall('walnuts', { threshold: 0 })).items).not.toEqual([]);
    await forget(await stored(/walnut/, 'episodic'));
    expect((await ana.recall('walnuts', { threshold: 0 })).items).toEqual([]);
    const waiting = await ana.record({ content: 'I keep walnut oil at home.' });
    await souvenir.erase({ userId: 'ana', memoryIds: [waiting.id] });
    expect((await ana.recall('walnut oil', { threshold: 0 })).items).toEqual([]);
  });

  it('covers all memories of a selection and their turns', async () => {
    await say('I am allergic to walnuts.', 'My sister Rosa lives in York.');
    before = clock.now();
    clock.advance(MINUTE);
    expect(await ana.memories.forgetAll({ components: ['durable'] })).toBeGreaterThanOrEqual(2);
    await souvenir.settled();
    expect(await telling(/walnut|York/i)).toEqual([]);
  });
});
