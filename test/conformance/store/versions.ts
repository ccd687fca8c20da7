import { expect, test } from 'vitest';
import type { Changes, Store, VersionPage } from '../../../src/contracts/store.ts';
import type { Memory, MemoryUpdate } from '../../../src/model/memory.ts';
import { salienceWeightsSchema } from '../../../src/model/salience.ts';
import { versionOf } from '../../../src/model/version.ts';
import { memory, minute, OWNER, STRANGERS } from './samples.ts';

const NEW = [{ number: 1, since: minute(0), cause: { kind: 'created' }, memory: memory('m') }];

export function versionCases(current: () => Store): void {
  const versions = (id = 'm') => current().versionsOf(OWNER, [id]);
  const update = (at: number, fields: Omit<MemoryUpdate, 'id'>, id = 'm') =>
    current().write(OWNER, { at: minute(at), updates: [{ id, ...fields }] });
  const keep = (...ids: string[]) => current().write(OWNER, { memories: ids.map((id) => memory(id)) });

  test('start with the memory; an unknown memory has none', async () => {
    await keep('m');
    expect(await versions()).toStrictEqual(NEW);
    expect(await versions('missing')).toEqual([]);
    const [stranger] = STRANGERS;
    await current().write(stranger as typeof OWNER, { entities: [] });
    expect(await current().versionsOf(stranger as typeof OWNER, ['m'])).toEqual([]);
  });

  test('end where the next begins, with content and cause', async () => {
    await keep('m');
    await update(5, { content: 'new', entityIds: ['n'] });
    await update(7, { status: 'superseded', supersededBy: 'other', invalidAt: minute(6) });
    const second = memory('m', { content: 'new', entityIds: ['n'] });
    const third = { ...second, status: 'superseded' as const, supersededBy: 'other', invalidAt: minute(6) };
    expect(await versions()).toStrictEqual([
      { ...NEW[0], until: minute(5) },
      { number: 2, since: minute(5), until: minute(7), cause: { kind: 'updated' }, memory: second },
      { number: 3, since: minute(7), cause: { kind: 'superseded', by: 'other' }, memory: third },
    ]);
  });

  test('keep the given cause', async () => {
    await keep('m', 'k');
    const cause = { kind: 'merged', reason: 'the same', by: 'k' } as const;
    await update(5, { cause });
    await update(6, { content: 'corrected', cause: { kind: 'corrected' } });
    const [, merged, corrected] = await versions();
    expect(merged?.cause).toStrictEqual(cause);
    expect(merged?.memory).toStrictEqual(memory('m'));
    expect(corrected?.cause).toStrictEqual({ kind: 'corrected' });
    expect(await current().getMemories(OWNER, ['m'])).toStrictEqual([memory('m', { content: 'corrected' })]);
  });

  test('are not created by measurements, which change the current one', async () => {
    await keep('m');
    await update(4, { content: 'new' });
    await update(5, { importance: 0.9, salience: 0.1, fadedAt: minute(5), updatedAt: minute(5) });
    await current().write(OWNER, { accesses: { memoryIds: ['m'], at: minute(6) } });
    await current().write(OWNER, {
      salience: { salienceAt: minute(7), weights: salienceWeightsSchema.parse({}), memoryIds: ['m'] },
    });
    const matches = await versions();
    expect(matches).toHaveLength(2);
    expect(matches[0]?.memory).toStrictEqual(memory('m'));
    expect(matches[1]?.memory).toMatchObject({ importance: 0.9, fadedAt: minute(5), accessCount: 1 });
    expect(matches[1]?.memory).toStrictEqual((await current().getMemories(OWNER, ['m']))[0]);
  });

  test.for<[string, Changes, Date]>([
    [
      'when the write happens',
      { at: minute(8), updates: [{ id: 'm', content: 'x', updatedAt: minute(3) }] },
      minute(8),
    ],
    [
      'else when the update says it was made',
      { updates: [{ id: 'm', content: 'x', updatedAt: minute(3) }] },
      minute(3),
    ],
    ['never before the version it ends', { at: minute(-9), updates: [{ id: 'm', content: 'x' }] }, minute(0)],
  ])('start %s', async ([, changes, expected]) => {
    await keep('m');
    await current().write(OWNER, changes);
    expect((await versions()).map(({ since, until }) => [since, until])).toEqual([
      [minute(0), expected],
      [expected, undefined],
    ]);
  });

  test('start now by default', async () => {
    await keep('m');
    const before = Date.now();
    await current().write(OWNER, { updates: [{ id: 'm', content: 'x' }] });
    const since = (await versions())[1]?.since.getTime();
    expect(since).toBeGreaterThanOrEqual(before);
    expect(since).toBeLessThanOrEqual(Date.now());
  });

  test('of one moment all stay, and the last one applies', async () => {
    await keep('m');
    await current().write(OWNER, {
      at: minute(5),
      updates: ['first', 'second', 'third'].map((content) => ({ id: 'm', content })),
    });
    const matches = await versions();
    expect(matches.map(({ number, memory: { content } }) => [number, content])).toEqual([
      [1, 'content of m'],
      [2, 'first'],
      [3, 'second'],
      [4, 'third'],
    ]);
    expect(matches.map(({ since }) => since)).toEqual([minute(0), minute(5), minute(5), minute(5)]);
    expect(await current().getMemories(OWNER, ['m'], minute(5))).toMatchObject([{ content: 'third' }]);
    expect(await current().getMemories(OWNER, ['m'], minute(4))).toMatchObject([{ content: 'content of m' }]);
    await update(5, { content: 'fourth' });
    expect((await versions()).slice(0, 3)).toStrictEqual(matches.slice(0, 3));
  });

  test('are listed in pages', async () => {
    await keep('m');
    for (const at of [1, 2, 3]) await update(at, { confidence: at / 10 });
    const numbers = async (page: VersionPage) =>
      (await current().versionsOf(OWNER, ['m'], page)).map(({ number }) => number);
    expect(await numbers({ limit: 3 })).toEqual([1, 2, 3]);
    expect(await numbers({ after: { memoryId: 'm', number: 3 }, limit: 3 })).toEqual([4]);
    expect(await numbers({ isPresent: true })).toEqual([4]);
    expect(await numbers({ limit: 0 })).toEqual([]);
  });

  test('of several memories are listed at once, in pages, by memory', async () => {
    await keep('b', 'a', 'd', 'c');
    for (const id of ['a', 'c']) for (const at of [1, 2]) await update(at, { confidence: at / 10 }, id);
    const listed = async (ids: readonly string[], page?: VersionPage) =>
      (await current().versionsOf(OWNER, ids, page)).map(({ memory, number }) => `${memory.id}${number}`);
    expect(await listed(['c', 'a', 'missing', 'd', 'c'])).toEqual(['a1', 'a2', 'a3', 'c1', 'c2', 'c3', 'd1']);
    expect(await listed(['c', 'd'], { after: { memoryId: 'c', number: 2 }, limit: 2 })).toEqual(['c3', 'd1']);
    expect(await listed(['c', 'd', 'a'], { after: { memoryId: 'b', number: 9 }, limit: 2 })).toEqual(['c1', 'c2']);
    expect(await listed(['c', 'd', 'a'], { isPresent: true, after: { memoryId: 'a', number: 3 } })).toEqual([
      'c3',
      'd1',
    ]);
    expect(await listed([])).toEqual([]);
  });

  test('are not changed through returned objects', async () => {
    await keep('m');
    await update(5, { metadata: { list: ['one'] } });
    await update(6, { content: 'new' });
    for (const { memory } of await versions()) Object.assign(memory.metadata, { list: ['two'] });
    expect((await versions())[1]?.memory.metadata).toEqual({ list: ['one'] });
  });

  test('are numbered in every memory that is read', async () => {
    await keep('m', 'k');
    for (const at of [5, 6]) await update(at, { confidence: at / 10 });
    await update(7, { salience: 0.9 });
    const reported = async (memories: Promise<readonly Memory[]>) =>
      (await memories).map((each) => [each.id, versionOf(each)]);
    const now = [
      ['k', 1],
      ['m', 3],
    ];
    expect(await reported(current().getMemories(OWNER, ['k', 'm']))).toEqual(now);
    expect(await reported(current().listMemories(OWNER, { filter: {}, limit: 9 }))).toEqual(now);
    expect(await reported(current().getMemories(OWNER, ['m'], minute(5)))).toEqual([['m', 2]]);
    expect(await reported(versions().then((each) => each.map((version) => version.memory)))).toEqual([
      ['m', 1],
      ['m', 2],
      ['m', 3],
    ]);
  });

  test('can be expected by a write, which fails for another version', async () => {
    await keep('m', 'k');
    await update(5, { content: 'new' });
    const write = (...expected: [string, number][]) =>
      current().write(OWNER, {
        expect: expected.map(([id, version]) => ({ id, version })),
        memories: [memory('another')],
        updates: [{ id: 'k', content: 'changed' }],
        notes: [{ name: 'note', value: 1 }],
      });
    for (const expected of [
      [['m', 1]],
      [
        ['k', 1],
        ['m', 3],
      ],
      [['missing', 1]],
    ] as [string, number][][])
      await expect(write(...expected)).rejects.toMatchObject({ code: 'overtaken' });
    const shared = { ...OWNER, agentId: 'shared' };
    const also = { owner: shared, changes: { expect: [{ id: 'm', version: 2 }] } };
    await expect(current().write(OWNER, { notes: [{ name: 'note', value: 2 }] }, also)).rejects.toMatchObject({
      code: 'overtaken',
    });
    expect(await current().noteOf(OWNER, 'note')).toBeUndefined();
    expect(await current().getMemories(OWNER, ['another'])).toEqual([]);
    expect(await versions('k')).toHaveLength(1);
    await write(['m', 2], ['k', 1]);
    expect(await versions('k')).toHaveLength(2);
    await expect(write(['k', 1])).rejects.toMatchObject({ code: 'overtaken' });
  });

  test('list the memories changed between two moments, each once, by id', async () => {
    await current().write(OWNER, {
      memories: [
        memory('d', { createdAt: minute(3) }),
        memory('b'),
        memory('c'),
        memory('a', { createdAt: minute(9) }),
      ],
    });
    for (const at of [4, 5]) await update(at, { confidence: at / 10 }, 'b');
    await update(5, { salience: 0.9 }, 'c');
    await update(20, { content: 'new' }, 'd');
    const changed = (since: number, more: { until?: Date; after?: string; limit?: number } = {}) =>
      current().changedMemories(OWNER, { since: minute(since), limit: 10, ...more });
    expect(await changed(-1)).toEqual(['a', 'b', 'c', 'd']);
    expect(await changed(0)).toEqual(['a', 'b', 'd']);
    expect(await changed(2, { until: minute(3) })).toEqual(['d']);
    expect(await changed(3, { until: minute(4) })).toEqual(['b']);
    expect(await changed(4, { until: minute(9) })).toEqual(['a', 'b']);
    expect(await changed(5, { until: minute(9) })).toEqual(['a']);
    expect(await changed(19)).toEqual(['d']);
    expect(await changed(20)).toEqual([]);
    expect(await changed(0, { limit: 2 })).toEqual(['a', 'b']);
    expect(await changed(0, { after: 'b' })).toEqual(['d']);
    expect(await changed(0, { limit: 0 })).toEqual([]);
  });
}
