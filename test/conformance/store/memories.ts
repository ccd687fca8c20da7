import { expect, test } from 'vitest';
import type { Store } from '../../../src/contracts/store.ts';
import type { Memory } from '../../../src/model/memory.ts';
import { memory, minute, OWNER } from './samples.ts';

const FULL: Memory = {
  ...OWNER,
  projectId: 'apollo',
  sessionId: 'monday',
  id: '01JBZ0000000000000000000M1',
  content: 'Ada prefers tabs, “always” — 🦊',
  type: 'procedural',
  component: 'personality',
  category: 'preference',
  importance: 0.1,
  confidence: 1 / 3,
  confidenceTrajectory: [
    { confidence: 0.9, at: minute(1) },
    { confidence: 1 / 3, at: minute(7) },
  ],
  salience: 0.7,
  entityIds: ['n2', 'n1'],
  provenance: {
    episodeIds: ['e1', 'e2'],
    turnIds: ['t1', 't2'],
    conversationId: 'c',
    documentId: 'd',
    learningContext: 'why',
    agentId: 'teacher',
    memoryId: 'original',
  },
  metadata: { nested: { list: [1, 'two', null, false] } },
  createdAt: new Date(1_700_000_000_001),
  updatedAt: new Date(1_700_000_000_002),
  lastAccessedAt: new Date(1_700_000_000_003),
  accessCount: 7,
  lastReinforcedAt: new Date(1_700_000_000_004),
  validAt: new Date(-1),
  invalidAt: new Date(1_700_000_000_006),
  status: 'superseded',
  supersededBy: 'other',
  fadedAt: new Date(1_700_000_000_007),
  doubtedAt: new Date(1_700_000_000_008),
};

export function memoryCases(current: () => Store): void {
  const get = async (id: string) => (await current().getMemories(OWNER, [id]))[0];
  const update = (fields: object) => current().write(OWNER, { updates: [{ id: FULL.id, ...fields }] });

  test('come back with every field', async () => {
    await current().write(OWNER, { memories: [FULL] });
    expect(await get(FULL.id)).toStrictEqual(FULL);
  });

  test('come back without absent fields', async () => {
    await current().write(OWNER, { memories: [memory('bare')] });
    expect(await get('bare')).toStrictEqual(memory('bare'));
  });

  test.for(['active', 'expired', 'decayed', 'archived', 'superseded', 'forgotten'] as const)(
    'keep the status %s',
    async (status) => {
      await current().write(OWNER, { memories: [memory('m', { status })] });
      expect((await get('m'))?.status).toBe(status);
      expect((await current().stats(OWNER)).memories[status]).toBe(1);
    },
  );

  test.for(['semantic', 'episodic', 'procedural', 'working'] as const)('keep the type %s', async (type) => {
    await current().write(OWNER, { memories: [memory('m', { type })] });
    expect((await get('m'))?.type).toBe(type);
  });

  test('are fetched in the requested order, without unknown ids', async () => {
    await current().write(OWNER, { memories: ['a', 'b', 'c'].map((id) => memory(id)) });
    const matches = await current().getMemories(OWNER, ['c', 'missing', 'a']);
    expect(matches.map(({ id }) => id)).toEqual(['c', 'a']);
  });

  test('are not changed through objects passed in or out', async () => {
    const metadata = { list: ['one'] };
    await current().write(OWNER, { memories: [memory('m', { metadata })] });
    metadata.list.push('two');
    const handedOut = (await get('m'))?.metadata as typeof metadata;
    handedOut.list.push('three');
    expect((await get('m'))?.metadata).toEqual({ list: ['one'] });
  });

  test.for<[string, Partial<Memory>]>([
    ['content', { content: 'new' }],
    ['type', { type: 'working' }],
    ['category', { category: 'goal' }],
    ['importance', { importance: 0.9 }],
    ['confidence', { confidence: 0.2 }],
    ['confidenceTrajectory', { confidenceTrajectory: [{ confidence: 0.2, at: minute(3) }] }],
    ['fadedAt', { fadedAt: minute(4) }],
    ['doubtedAt', { doubtedAt: minute(5) }],
    ['salience', { salience: 0 }],
    ['entityIds', { entityIds: ['n3'] }],
    ['provenance', { provenance: { episodeIds: [], turnIds: ['t9'] } }],
    ['metadata', { metadata: {} }],
    ['updatedAt', { updatedAt: minute(5) }],
    ['lastReinforcedAt', { lastReinforcedAt: minute(5) }],
    ['validAt', { validAt: minute(5) }],
    ['invalidAt', { invalidAt: minute(5) }],
    ['status', { status: 'forgotten' }],
    ['supersededBy', { supersededBy: 'm9' }],
  ])('change only in %s', async ([, fields]) => {
    await current().write(OWNER, { memories: [FULL] });
    await update(fields);
    expect(await get(FULL.id)).toStrictEqual({ ...FULL, ...fields });
  });

  test.for(['lastReinforcedAt', 'validAt', 'invalidAt', 'supersededBy'] as const)('lose %s by null', async (field) => {
    await current().write(OWNER, { memories: [FULL] });
    await update({ [field]: null });
    const { [field]: _, ...rest } = FULL;
    expect(await get(FULL.id)).toStrictEqual(rest);
  });

  test('take several changes of one memory in a write, in order', async () => {
    await current().write(OWNER, {
      memories: [memory('m')],
      updates: [
        { id: 'm', content: 'first', salience: 0.1 },
        { id: 'm', content: 'second' },
      ],
    });
    expect(await get('m')).toMatchObject({ content: 'second', salience: 0.1 });
  });

  test('that are unknown are ignored in updates, accesses, links and vectors', async () => {
    await current().write(OWNER, {
      memories: [memory('m')],
      updates: [{ id: 'missing', content: 'x' }],
      accesses: { memoryIds: ['missing'], at: minute(1) },
      links: [{ fromId: 'm', toId: 'missing', type: 'related', strength: 1, createdAt: minute(1) }],
      vectors: [{ memoryId: 'missing', embedderId: 'embedder', vector: new Float32Array([1]) }],
    });
    expect(await current().getMemories(OWNER, ['missing', 'm'])).toStrictEqual([memory('m')]);
    expect(await current().linksOf(OWNER, ['m'])).toEqual([]);
  });

  test('with an existing id are a conflict', async () => {
    await current().write(OWNER, { memories: [memory('m')] });
    const again = current().write(OWNER, { memories: [memory('m', { content: 'other' })] });
    await expect(again).rejects.toMatchObject({ code: 'conflict' });
    const twice = current().write(OWNER, { memories: [memory('n'), memory('n')] });
    await expect(twice).rejects.toMatchObject({ code: 'conflict' });
    expect(await current().getMemories(OWNER, ['m', 'n'])).toStrictEqual([memory('m')]);
  });

  test('count their accesses and keep the latest', async () => {
    await current().write(OWNER, { memories: [memory('a'), memory('b')] });
    await current().write(OWNER, { accesses: { memoryIds: ['a', 'b'], at: minute(5) } });
    await current().write(OWNER, { accesses: { memoryIds: ['a', 'a'], at: minute(3) } });
    expect(await get('a')).toMatchObject({ accessCount: 3, lastAccessedAt: minute(5) });
    expect(await get('b')).toMatchObject({ accessCount: 1, lastAccessedAt: minute(5) });
  });

  test('are listed in pages by creation time, then by id, each once', async () => {
    const all = Array.from({ length: 25 }, (_, n) => memory(`m${(n * 7) % 25}`, { createdAt: minute(n % 4) }));
    await current().write(OWNER, { memories: all });
    const expected = [...all]
      .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1))
      .map(({ id }) => id);
    const seen: string[] = [];
    for (let after: Memory | undefined; ; ) {
      const page = await current().listMemories(OWNER, { filter: {}, limit: 4, ...(after && { after }) });
      if (page.length === 0) break;
      seen.push(...page.map(({ id }) => id));
      after = page.at(-1);
      await current().write(OWNER, { updates: page.map(({ id }) => ({ id, salience: 0.9, updatedAt: minute(99) })) });
    }
    expect(seen).toEqual(expected);
  });

  test('are listed on after a cursor that was erased', async () => {
    await current().write(OWNER, {
      memories: ['d', 'c', 'b', 'a', 'e'].map((id, at) => memory(id, { createdAt: minute(Math.floor(at / 2)) })),
    });
    const [, , after] = await current().listMemories(OWNER, { filter: {}, limit: 3 });
    if (after === undefined) throw new Error('there are five memories');
    await current().erase(OWNER, { memoryIds: ['c', after.id], episodeIds: [] });
    const rest = await current().listMemories(OWNER, { filter: {}, limit: 9, after });
    expect([after.id, ...rest.map(({ id }) => id)]).toEqual(['a', 'b', 'e']);
  });

  test('are counted by status and component', async () => {
    await current().write(OWNER, {
      memories: [
        memory('a'),
        memory('b', { component: 'task' }),
        memory('c', { component: 'task', status: 'archived' }),
      ],
    });
    const { memories, components } = await current().stats(OWNER);
    expect(memories).toMatchObject({ active: 2, archived: 1, forgotten: 0 });
    expect(components).toEqual({ durable: 1, task: 2 });
  });
}
