import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Profile, profileOf } from '../../src/context/profile/profile.ts';
import { profileSummary } from '../../src/context/profile/profile-summary.ts';
import { storedProfile } from '../../src/context/profile/stored-profile.ts';
import {
  createSouvenir,
  defineAgent,
  memoryStore,
  type ScopedSouvenir,
  type Souvenir,
  type Store,
} from '../../src/index.ts';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { approximateTokenizer } from '../../src/tokenizers/index.ts';
import { DAY, MINUTE, manualClock } from '../support/manual-clock.ts';
import { sharedEmbedder, sharedReader } from '../support/shared-embedder.ts';

const AGENTS = ['tutor', 'coder'].map((id) => defineAgent({ id }));

describe.each([
  ['memory', memoryStore],
  ['sqlite', () => sqliteStore({ path: ':memory:' })],
])('a profile on the %s store', (_, makeStore) => {
  let store: Store;
  let souvenir: Souvenir;
  let profile: Profile;
  let clock: ReturnType<typeof manualClock>;
  let session = 0;

  beforeEach(async () => {
    clock = manualClock();
    store = makeStore();
    souvenir = await createSouvenir({ store, clock, agents: AGENTS, embedder: sharedEmbedder, reader: sharedReader });
    profile = profileOf({ store: storedProfile(store), clock });
  });
  afterEach(() => souvenir.close());

  const user = (userId: string, tenantId = 'default') => ({ tenantId, userId });
  const valuesOf = async (userId: string, tenantId?: string) => (await profile.read(user(userId, tenantId))).values;

  /** A session of an agent with a user, consolidated, and the profile brought up to date with what that changed. */
  async function tell(agentId: string, userId: string, ...turns: string[]) {
    const scope = { ...user(userId), agentId };
    session += 1;
    for (const [at, content] of turns.entries()) {
      clock.advance(MINUTE);
      await souvenir
        .for({ ...scope, sessionId: `s${session}` })
        .record({ content, metadata: { turnId: `s${session}.${at}` } });
    }
    clock.advance(MINUTE);
    const { degraded } = await souvenir.for(scope).consolidate({ minAgeMs: 0 });
    expect(degraded).toEqual([]);
  }

  it.each([
    ['health', "By the way, I'm lactose intolerant."],
    ['restrictions', "Oh, and I'm allergic to shellfish!"],
    ['health', 'I was diagnosed with coeliac disease last spring.'],
    ['restrictions', "I don't eat pork."],
    ['restrictions', 'I stopped eating meat last year.'],
    ['restrictions', "I'm not allowed to drive at night."],
  ])('adds %s to a later prompt that recall does not match: %s', async (field, reported) => {
    await tell('tutor', 'ana', 'Today I planted tulips.', reported, 'Let us go on with the exercise.');
    clock.advance(90 * DAY);
    const { text } = await souvenir.for({ userId: 'ana', agentId: 'coder' }).turn('What should we do tonight?');
    expect(text).toContain(`- ${field}: ${reported} (2026-03-01)\n`);
  });

  it('is learned from turns with any agent, with sources', async () => {
    await tell(
      'tutor',
      'ana',
      'My name is Ana Duarte.',
      'My native language is Portuguese.',
      'I speak German at B2 level.',
    );
    await tell(
      'coder',
      'ana',
      'I prefer short answers.',
      'My goal is to pass the B2 exam.',
      'Nice weather today, right?',
    );
    const { values, fields } = await profile.read(user('ana'));
    expect(values).toEqual({
      name: 'Ana Duarte',
      languages: ['My native language is Portuguese.', 'I speak German at B2 level.'],
      goals: ['My goal is to pass the B2 exam.'],
      directives: ['I prefer short answers.'],
    });
    const name = fields.find((field) => field.name === 'name');
    expect(name).toMatchObject({ source: 'consolidation', provenance: { turnIds: [`s${session - 1}.0`] } });
    const scope = { ...user('ana'), agentId: 'tutor' };
    const [source] = await store.getMemories(scope, [...(name?.provenance.memoryIds ?? [])]);
    expect(source?.content).toBe('My name is Ana Duarte.');
    const summary = (budget: number) => profileSummary(fields, budget, approximateTokenizer()).text;
    expect(summary(12)).toBe('name: Ana Duarte');
    expect(summary(200)).toContain('\ngoals: My goal is to pass the B2 exam. (2026-03-01)\n');
  });

  it('follows superseded and forgotten memories', async () => {
    await tell('tutor', 'ana', 'My name is Thomas.', 'I prefer tea over coffee.', 'I hate spicy food.');
    const before = clock.now();
    clock.advance(DAY);
    await tell('tutor', 'ana', 'Actually, my name is Tomas.', 'I prefer coffee over tea.');
    expect(await valuesOf('ana')).toEqual({
      name: 'Tomas',
      preferences: ['I hate spicy food.', 'I prefer coffee over tea.'],
    });
    const scope = { ...user('ana'), agentId: 'tutor' };
    const spicy = (await store.listMemories(scope, { filter: { components: ['durable'] }, limit: 50 })).find(
      ({ content }) => content.includes('spicy'),
    );
    clock.advance(MINUTE);
    await souvenir.for(scope).memories.forget(spicy?.id ?? '');
    await souvenir.for(scope).consolidate();
    expect(await valuesOf('ana')).toEqual({ name: 'Tomas', preferences: ['I prefer coffee over tea.'] });
    expect((await profile.read(user('ana'), { asOf: before })).values).toEqual({
      name: 'Thomas',
      preferences: ['I prefer tea over coffee.', 'I hate spicy food.'],
    });
  });

  const OKSANA = 'My sister Oksana lives in Porto.';
  const PAVEL = 'My brother Pavel is a nurse.';
  const SIGRUN = 'My wife Sigrun works at the harbour.';
  const [PEANUTS, PENICILLIN] = ['I am allergic to peanuts.', 'I have a penicillin allergy.'];

  it.each<[string, (tutor: ScopedSouvenir) => Promise<unknown>, object]>([
    [
      'what names a person is erased',
      () => souvenir.erase({ userId: 'ana', entities: ['Oksana'] }),
      { health: [PENICILLIN], restrictions: [PEANUTS], people: [PAVEL, SIGRUN], work: ['I work at Vestas.'] },
    ],
    [
      'a session is erased',
      () => souvenir.erase({ userId: 'ana', sessionId: `s${session}` }),
      { restrictions: [PEANUTS], people: [OKSANA, PAVEL] },
    ],
    [
      'what is older is erased',
      () => souvenir.erase({ userId: 'ana', before: new Date(clock.now().getTime() - 3.5 * MINUTE) }),
      { health: [PENICILLIN], people: [SIGRUN], work: ['I work at Vestas.'] },
    ],
    [
      'a memory is erased by its id',
      async (tutor) => souvenir.erase({ userId: 'ana', memoryIds: [await idOf(tutor, OKSANA)] }),
      { health: [PENICILLIN], restrictions: [PEANUTS], people: [PAVEL, SIGRUN], work: ['I work at Vestas.'] },
    ],
    [
      'a memory is forgotten',
      async (tutor) => tutor.memories.forget(await idOf(tutor, OKSANA)),
      { health: [PENICILLIN], restrictions: [PEANUTS], people: [PAVEL, SIGRUN], work: ['I work at Vestas.'] },
    ],
    [
      'a turn is forgotten',
      async (tutor) => tutor.memories.forget(await idOf(tutor, PENICILLIN, 'episodic')),
      { restrictions: [PEANUTS], people: [OKSANA, PAVEL, SIGRUN], work: ['I work at Vestas.'] },
    ],
    [
      'the other agent is erased',
      () => souvenir.erase({ userId: 'ana', agentId: 'coder' }),
      { restrictions: [PEANUTS], people: [OKSANA, PAVEL] },
    ],
  ])('is up to date at once if %s, in profile and prompt', async (name, remove, expected) => {
    const other = name === 'the other agent is erased' ? 'coder' : 'tutor';
    await tell('tutor', 'ana', OKSANA, PEANUTS, PAVEL);
    await tell(other, 'ana', SIGRUN, PENICILLIN, 'I work at Vestas.');
    const tutor = souvenir.for({ userId: 'ana', agentId: 'tutor' });
    await remove(tutor);
    expect(await tutor.profile.get()).toEqual(expected);
    const { text } = await tutor.turn('What should we do tonight?');
    for (const statement of [OKSANA, PAVEL, SIGRUN, PEANUTS, PENICILLIN])
      expect([statement, text.includes(statement)]).toEqual([statement, JSON.stringify(expected).includes(statement)]);
  });

  async function idOf(memory: ScopedSouvenir, content: string, component = 'durable'): Promise<string> {
    const { memories } = await memory.memories.list({ components: [component] });
    return memories.find((each) => each.content === content)?.id ?? '';
  }

  it('keeps what the user set by hand', async () => {
    await profile.set(user('ana'), { name: 'Ana', preferences: ['quiet cafés'] });
    await tell('tutor', 'ana', 'My name is Thomas.', 'I hate spicy food.', 'I speak Greek and Dutch.');
    expect(await valuesOf('ana')).toEqual({
      ...{ name: 'Ana', preferences: ['quiet cafés'], languages: ['I speak Greek and Dutch.'] },
    });
    expect((await profile.history(user('ana'), 'name')).map(({ source }) => source)).toEqual(['user']);
  });

  it('is updated only with memories changed since the last update', async () => {
    await tell('tutor', 'ana', 'My name is Ana Duarte.');
    const reported = clock.now();
    const asked: Date[] = [];
    const changed = store.changedMemories.bind(store);
    store.changedMemories = (owner, query) => {
      asked.push(query.since);
      return changed(owner, query);
    };
    await tell('tutor', 'ana', 'I prefer short answers.');
    expect(asked).toEqual([reported]);
  });

  it('is read, set, cleared and summarised through the handle', async () => {
    const scope = user('ana');
    await souvenir.for(scope).profile.set({ name: 'Ana', goals: ['learn falconry'] });
    expect((await souvenir.for(scope).profile.details()).values).toEqual({ name: 'Ana', goals: ['learn falconry'] });
    expect((await souvenir.for(scope).profile.summary({ budget: 100 })).text).toBe('name: Ana\ngoals: learn falconry');
    await souvenir.for(scope).profile.clear(['goals']);
    expect((await souvenir.for(scope).profile.history('goals')).map(({ value }) => value)).toEqual([
      ['learn falconry'],
      undefined,
    ]);
    await expect(souvenir.for(scope).profile.set({ name: 7 })).rejects.toMatchObject({
      code: 'invalidInput',
      message: /name/,
    });
  });

  it('belongs to one user and is not recalled as a memory', async () => {
    await tell('tutor', 'ana', 'My name is Ana Duarte.');
    await profile.set(user('ana'), { goals: ['learn falconry'] });
    expect(await valuesOf('ben')).toEqual({});
    expect(await valuesOf('ana', 'other')).toEqual({});
    for (const agentId of ['tutor', 'coder']) {
      const { items } = await souvenir
        .for({ ...user('ana'), agentId })
        .recall('falconry', { threshold: 0, minScoreShare: 0 });
      expect(items.filter(({ content }) => content.includes('falconry'))).toEqual([]);
    }
  });
});
