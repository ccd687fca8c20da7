import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { keeper } from '../../test/support/keeper.ts';
import * as root from '../index.ts';
import {
  createSouvenir,
  defineAgent,
  type EpisodeInput,
  memoryStore,
  type ScopedSouvenir,
  type SouvenirOptions,
  type Store,
} from '../index.ts';

const OWNER = { tenantId: 'default', userId: 'default', agentId: 'default' };
const agents = defineAgent({ components: [keeper()] });
const open = (options: Partial<SouvenirOptions> = {}) =>
  createSouvenir({ store: memoryStore(), embedder: null, agents, ...options });
const numbered = (count: number): EpisodeInput[] =>
  Array.from({ length: count }, (_, at) => ({ content: `turn ${at}` }));

describe('the content of a memory', () => {
  it.each<[string, (ana: ScopedSouvenir, long: string, id: string) => Promise<unknown>]>([
    ['memories.add', (ana, long) => ana.memories.add(long)],
    ['memories.update', (ana, long, id) => ana.memories.update(id, { content: long })],
    ['memories.correct', (ana, long, id) => ana.memories.correct(id, { content: long })],
    ['memories.correct by saying', (ana, saying) => ana.memories.correct({ saying }, { content: 'Ana likes tea.' })],
    ['memories.recordSetting', (ana, long) => ana.memories.recordSetting('editor', { new: long })],
    ['profile.set', (ana, long) => ana.profile.set({ goals: [long] })],
  ])('is limited to 20,000 characters by %s', async (_, call) => {
    const ana = (await open()).for();
    const { memory } = await ana.memories.add('a'.repeat(20_000));
    await expect(call(ana, 'b'.repeat(20_001), memory.id)).rejects.toMatchObject({
      ...{ code: 'invalidInput', message: expect.stringContaining('longer than 20000 characters') },
    });
  });
});

describe('the public surface', () => {
  it('lists the methods of the root', async () => {
    const souvenir = await open();
    expect(Object.keys(souvenir)).toEqual([
      'hasSchedule',
      'for',
      'stats',
      'cycle',
      'redrive',
      'erase',
      'eraseExpired',
      'verifyErasure',
      'exportUser',
      'backup',
      'on',
      'events',
      'settled',
      'close',
    ]);
  });

  it('lists the methods of a handle by noun', async () => {
    const ana = (await open()).for();
    expect(Object.keys(ana)).toEqual([
      ...['scope', 'record', 'recordAll', 'flush', 'consolidate', 'recall', 'explain', 'turn'],
      ...['complete', 'chat', 'context', 'export', 'import', 'evaluate', 'experiment', 'timeline'],
      ...['memories', 'sessions', 'profile', 'instructions', 'persona', 'procedures', 'settings', 'documents'],
      'entities',
    ]);
    expect(Object.keys(ana.settings)).toEqual(['get', 'set']);
    expect(Object.keys(ana.memories)).toEqual([
      ...['add', 'get', 'list', 'update', 'correct', 'reinforce', 'supersede', 'archive', 'forget'],
      ...['followers', 'forgetAll'],
      ...['restore', 'link', 'unlink', 'neighbours', 'history', 'diff', 'rollback', 'publish', 'recordSetting'],
    ]);
    expect(Object.keys(ana.sessions)).toEqual(['list', 'turns', 'end']);
    expect(Object.keys(ana.profile)).toEqual(['get', 'details', 'set', 'clear', 'history', 'summary']);
    expect(Object.keys(ana.instructions)).toEqual(['current', 'versions', 'propose', 'apply', 'diff', 'rollback']);
    expect(Object.keys(ana.persona)).toEqual(['current', 'versions', 'rollback']);
    expect(Object.keys(ana.procedures)).toEqual(['match', 'report', 'records', 'learn', 'tools']);
    expect(Object.keys(ana.documents)).toEqual(['add', 'list', 'chunks', 'remove', 'search']);
    expect(Object.keys(ana.entities)).toEqual(['list', 'around', 'graph']);
  });

  it('exports at most 60 values from the root', () => {
    const values = Object.keys(root);
    expect(values).toContain('createSouvenir');
    expect(values.length).toBeLessThanOrEqual(60);
  });
});

describe('souvenir.for', () => {
  it('calls no store and freezes the scope', async () => {
    const asked: string[] = [];
    const watched = new Proxy(memoryStore(), {
      get(target, name, receiver) {
        const part = Reflect.get(target, name, receiver);
        if (typeof part !== 'function') return part;
        return (...args: unknown[]) => {
          asked.push(String(name));
          return part.apply(target, args);
        };
      },
    });
    const souvenir = await open({ store: watched as Store });
    await souvenir.settled();
    asked.length = 0;
    const given = { userId: 'ana', sessionId: 's' };
    const ana = souvenir.for(given);
    for (const noun of [
      'memories',
      'sessions',
      'profile',
      'instructions',
      'persona',
      'procedures',
      'settings',
      'documents',
    ] as const)
      expect(ana[noun]).toBeDefined();
    expect(asked).toEqual([]);
    given.userId = 'ben';
    expect(ana.scope).toEqual({ ...OWNER, userId: 'ana', sessionId: 's' });
    expect(() => Object.assign(ana.scope, { userId: 'ben' })).toThrow(TypeError);
  });

  it.each([
    [{ userID: 'ana' }, 'userID'],
    [{ user: 'ana' }, 'user'],
    [{ userId: '' }, 'scope.userId'],
    [{ userId: '*' }, 'scope.userId'],
    [{ tenantId: 7 }, 'scope.tenantId'],
    [{ agentId: 'ghost' }, 'agentId: no agent "ghost"'],
  ])('refuses %j', async (scope, message) => {
    const souvenir = await open();
    expect(() => souvenir.for(scope as never)).toThrow(
      expect.objectContaining({ code: 'invalidInput', message: expect.stringContaining(message) }),
    );
  });

  it('ignores undefined names', async () => {
    const souvenir = await open();
    expect(souvenir.for({ userId: undefined, projectId: undefined }).scope).toEqual(OWNER);
  });
});

describe('recordAll', () => {
  const buffer = { size: 1000, limit: 10 };

  it('accepts more turns than the buffer holds, durable when it resolves', async () => {
    const store = memoryStore();
    const souvenir = await open({ store, buffer });
    async function* chat() {
      for (const each of numbered(100)) yield each;
    }
    const episodes = await souvenir.for({ sessionId: 's' }).recordAll(chat());
    expect(episodes.map(({ content, sessionId }) => `${sessionId}: ${content}`)).toEqual(
      numbered(100).map(({ content }) => `s: ${content}`),
    );
    const written = await store.listEpisodes(OWNER, { limit: 1000 });
    expect(written.map(({ id }) => id)).toEqual(episodes.map(({ id }) => id));
  });

  it('is the advice for a loop of record calls', async () => {
    const ana = (await open({ buffer })).for();
    const loop = Promise.all(numbered(100).map((each) => ana.record(each)));
    await expect(loop).rejects.toEqual(
      expect.objectContaining({ code: 'bufferFull', advice: expect.stringContaining('recordAll') }),
    );
    await ana.flush();
    expect((await ana.record({ content: 'There is room again.' })).content).toBe('There is room again.');
  });

  it('stops at a malformed turn and keeps earlier ones', async () => {
    const store = memoryStore();
    const ana = (await open({ store, buffer })).for();
    const turns = [...numbered(3), { content: '' }, ...numbered(3)];
    await expect(ana.recordAll(turns)).rejects.toMatchObject({ code: 'invalidInput' });
    await ana.flush();
    expect(await store.listEpisodes(OWNER, { limit: 10 })).toHaveLength(3);
  });

  it('is not delayed by refused turns of another user', async () => {
    const inner = memoryStore();
    const store: Store = {
      ...inner,
      write: async (owner, changes) => {
        if (owner.userId === 'ben') throw new Error('not this one');
        return inner.write(owner, changes);
      },
    };
    const souvenir = await open({ store, buffer });
    await souvenir.for({ userId: 'ben' }).record({ content: 'refused' });
    expect(await souvenir.for().recordAll(numbered(100))).toHaveLength(100);
    await souvenir.for().flush();
    expect(await store.listEpisodes(OWNER, { limit: 1000 })).toHaveLength(100);
    await expect(souvenir.for({ userId: 'ben' }).flush()).rejects.toThrow('not this one');
  });
});

describe('record with ifWorthIt', () => {
  it('records a turn or gives the reason for not recording', async () => {
    const souvenir = await open();
    const ana = souvenir.for({ sessionId: 's' });
    const retained = await ana.record({ content: 'I moved to Lisbon in March.', role: 'user' }, { ifWorthIt: true });
    expect(retained).toMatchObject({ kept: true, episode: { content: 'I moved to Lisbon in March.', sessionId: 's' } });
    expect(await ana.record({ content: 'thanks!' }, { ifWorthIt: true })).toEqual({
      kept: false,
      why: 'it only greets or thanks',
    });
    expect(await ana.record({ content: '   ' }, { ifWorthIt: true })).toEqual({ kept: false, why: 'it has no words' });
    expect(await ana.record({ content: 'ok', type: 'decision' }, { ifWorthIt: true })).toMatchObject({ kept: true });
    expect((await souvenir.stats()).episodes).toBe(2);
  });

  it('uses the given policy', async () => {
    const writePolicy = ({ content }: { content: string }) => ({ keep: content.includes('!'), why: 'it is loud' });
    const ana = (await open({ writePolicy })).for();
    expect(await ana.record({ content: 'Hi!' }, { ifWorthIt: true })).toMatchObject({ kept: true, why: 'it is loud' });
    expect(await ana.record({ content: 'I moved to Lisbon.' }, { ifWorthIt: true })).toEqual({
      kept: false,
      why: 'it is loud',
    });
  });

  it('refuses a malformed turn and an invalid policy', async () => {
    const ana = (await open()).for();
    await expect(ana.record({ content: 'ok', role: 'nobody' as 'user' }, { ifWorthIt: true })).rejects.toThrow(
      'turn.role',
    );
    await expect(open({ writePolicy: 'all' as never })).rejects.toThrow('writePolicy');
  });
});

it('an empty recall reports waiting turns', async () => {
  const ana = (await open()).for({ userId: 'ana' });
  expect((await ana.recall('Which pets does Ana have?')).reason).toBe('no memory matches the query');
  await ana.record({ content: 'I adopted two rabbits.' });
  await ana.record({ content: 'They are called Basil and Olive.' });
  expect((await ana.recall('Which pets does Ana have?')).reason).toBe(
    'no memory matches the query; 2 recorded turns wait to be consolidated',
  );
});

describe('the scope of a handle', () => {
  const reported = async () => {
    const souvenir = await open();
    const first = souvenir.for({ userId: 'ana', sessionId: 'first' });
    await first.recordAll([{ content: 'The rabbits are called Basil and Olive.' }]);
    await first.consolidate();
    return souvenir;
  };

  it('spans sessions and can be narrowed to one', async () => {
    const souvenir = await reported();
    const later = souvenir.for({ userId: 'ana', sessionId: 'second' });
    const matches = async (options = {}) => (await later.recall('rabbits', { threshold: 0, ...options })).items.length;
    expect(await matches()).toBe(1);
    expect(await matches({ sessionId: 'first' })).toBe(1);
    expect(await matches({ sessionId: 'second' })).toBe(0);
    expect((await later.memories.list()).memories).toHaveLength(1);
    expect((await later.memories.list({ sessionId: 'second' })).memories).toEqual([]);
    expect(await later.memories.forgetAll({ sessionId: 'second' })).toBe(0);
    expect(await later.memories.forgetAll({ sessionId: 'first' })).toBe(1);
  });

  it('is limited to its user in every call', async () => {
    const souvenir = await reported();
    const ben = souvenir.for({ userId: 'ben' });
    expect((await ben.recall('rabbits', { threshold: 0 })).items).toEqual([]);
    await expect(ben.recall('rabbits', { userId: 'ana' } as never)).rejects.toThrow('userId');
    await expect(ben.memories.list({ userId: 'ana' } as never)).rejects.toThrow('userId');
  });

  it("refuses another user's cursor", async () => {
    const souvenir = await open();
    const [ana, ben] = ['ana', 'ben'].map((userId) => souvenir.for({ userId })) as [ScopedSouvenir, ScopedSouvenir];
    for (const { memories } of [ana, ben])
      for (const content of ['The sky is blue.', 'Grass is green.', 'Snow is white.']) await memories.add(content);
    const { next: cursor } = await ana.memories.list({ limit: 1 });
    if (cursor === undefined) throw new Error('no second page');
    await expect(ben.memories.list({ limit: 1, cursor })).rejects.toMatchObject({ code: 'invalidInput' });
    expect((await ana.memories.list({ limit: 1, cursor })).memories).toHaveLength(1);
  });
});

describe('stats and cycle', () => {
  const three = async () => {
    const souvenir = await open({ agents: ['a', 'b'].map((id) => defineAgent({ id, components: [keeper()] })) });
    for (const scope of [{ userId: 'ana', agentId: 'a' }, { userId: 'ana', agentId: 'b' }, { userId: 'ben' }])
      await souvenir.for(scope).memories.add('Tea is served at noon.');
    return souvenir;
  };

  it.each([
    [{}, ['ana a', 'ana b', 'ben a']],
    [{ userId: 'ana' }, ['ana a', 'ana b']],
    [{ agentId: 'a' }, ['ana a', 'ben a']],
    [{ userId: 'ana', agentId: 'b' }, ['ana b']],
    [{ userId: 'nobody' }, []],
    [{ tenantId: 'acme' }, []],
  ])('of %j cover %j', async (owners, names) => {
    const souvenir = await three();
    const stats = await souvenir.stats(owners);
    expect([stats.owners, stats.memories.active]).toEqual([names.length, names.length]);
    const reports = await souvenir.cycle(owners);
    expect(reports.map(({ owner }) => `${owner.userId} ${owner.agentId}`).sort()).toEqual(names);
  });

  it.each([
    [{ userID: 'ana' }, 'userID'],
    [{ agentId: 'ghost' }, 'ghost'],
    [{ sessionId: 's' }, 'sessionId'],
  ])('refuse %j', async (owners, message) => {
    const souvenir = await three();
    await expect(souvenir.stats(owners as never)).rejects.toThrow(message);
    await expect(souvenir.cycle(owners as never)).rejects.toThrow(message);
  });
});

describe('profile', () => {
  it('is typed by the caller’s own schema', async () => {
    const schema = z.object({ diet: z.enum(['vegan', 'any']), shoeSize: z.number() });
    const souvenir = await createSouvenir({ store: memoryStore(), embedder: null, profile: { schema } });
    const { profile } = souvenir.for();
    await profile.set({ diet: 'vegan' });
    const values = await profile.get();
    expectTypeOf(values).toEqualTypeOf<Partial<{ diet: 'vegan' | 'any'; shoeSize: number }>>();
    expectTypeOf(profile.set).parameter(0).toEqualTypeOf<Partial<{ diet: 'vegan' | 'any'; shoeSize: number }>>();
    expectTypeOf(profile.history).parameter(0).toEqualTypeOf<'diet' | 'shoeSize'>();
    expect(values).toEqual({ diet: 'vegan' });
    // @ts-expect-error: there is no such field
    await expect(profile.set({ height: 3 })).rejects.toThrow('height');
    for (const read of [profile.get, profile.details])
      await expect(read({ asof: '2024-01-01' } as never)).rejects.toThrow('known: asOf');
  });

  it('has the fields of the default schema without one', async () => {
    const { profile } = (await open()).for();
    const { name } = await (await createSouvenir({ store: memoryStore(), embedder: null })).for().profile.get();
    expectTypeOf(name).toEqualTypeOf<string | undefined>();
    expect(await profile.get()).toEqual({});
  });
});

describe('a project', () => {
  it('neither sees nor publishes the turns of another', async () => {
    const family = [defineAgent({ id: 'kid', parent: 'boss', components: [keeper()] }), defineAgent({ id: 'boss' })];
    const souvenir = await open({ agents: family });
    const [atlas, borea] = [souvenir.for({ projectId: 'atlas' }), souvenir.for({ projectId: 'borea' })];
    await atlas.record({ content: 'The merger is a secret.' });
    await borea.record({ content: 'The garden is green.' });
    const { text } = await borea.turn('What is new?', { retrieve: false });
    expect(text).toContain('The garden is green.');
    expect(text).not.toContain('merger');
    const { memory } = await atlas.memories.add('The merger closes in May.');
    await expect(borea.memories.publish([memory.id])).rejects.toMatchObject({ code: 'invalidInput' });
    expect(await atlas.memories.publish([memory.id])).toHaveLength(1);
  });
});

describe('several owners at once', () => {
  it('recordAll waits for room in the buffer', async () => {
    const souvenir = await open({ buffer: { size: 1000, limit: 10 } });
    const users = ['ana', 'ben', 'eve'].map((userId) => souvenir.for({ userId }).recordAll(numbered(50)));
    expect((await Promise.all(users)).map(({ length }) => length)).toEqual([50, 50, 50]);
  });

  it('a cycle continues after a failing owner, and stats of one do not', async () => {
    const inner = memoryStore();
    const store: Store = {
      ...inner,
      noteOf: async (owner, name) =>
        owner.userId === 'ana' && name === 'cycle' ? Promise.reject(new Error('torn')) : inner.noteOf(owner, name),
    };
    const souvenir = await open({ store });
    for (const userId of ['ana', 'ben']) await souvenir.for({ userId }).memories.add('The garden is green.');
    const done: string[] = [];
    souvenir.on('cycleCompleted', ({ owner }) => done.push(owner.userId));
    await expect(souvenir.cycle()).rejects.toThrow('torn');
    expect(done).toEqual(['ben']);
  });

  it('activity is not shown to one of several tenants', async () => {
    const souvenir = await open();
    for (const tenantId of ['x', 'y']) await souvenir.for({ tenantId }).memories.add('The garden is green.');
    expect((await souvenir.stats({ tenantId: 'y' })).activity).toBeUndefined();
    expect((await souvenir.stats()).activity).toBeDefined();
  });
});

it('context includes turns that were just recorded', async () => {
  const ana = (await open()).for();
  await ana.record({ content: 'The garden is green.' });
  expect((await ana.context('garden')).episodes).toHaveLength(1);
});

it('record with ifWorthIt refuses a policy without a decision, and a closed memory', async () => {
  const souvenir = await open({ writePolicy: (async () => ({ keep: true, why: 'later' })) as never });
  const ana = souvenir.for();
  await expect(ana.record({ content: 'x' }, { ifWorthIt: true })).rejects.toThrow('writePolicy');
  await souvenir.close();
  await expect(ana.record({ content: 'x' }, { ifWorthIt: true })).rejects.toThrow('closed');
});
