import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { hashEmbedder } from '../embedders/hash-embedder.ts';
import { createSouvenir, memoryStore, type Store } from '../index.ts';
import { sqliteStore } from '../stores/sqlite/sqlite-store.ts';

const opened = (store: Store = memoryStore()) => createSouvenir({ store, embedder: hashEmbedder() });
const RABBITS = { content: 'I adopted two rabbits.', sourceId: 'chat 1/turn 1' };

describe('a turn with a source id', () => {
  it('has one id per owner and source, and waits once', async () => {
    const souvenir = await opened();
    const recorded: string[] = [];
    souvenir.on('episodeRecorded', ({ episode }) => recorded.push(episode.content));
    const ana = souvenir.for({ userId: 'ana' });
    const first = await ana.record(RABBITS);
    expect((await ana.record({ ...RABBITS, content: 'changed' })).id).toBe(first.id);
    expect(first.id).toMatch(/^[0-9a-f]{32}$/);
    expect('sourceId' in first).toBe(false);
    const others = [
      await ana.record({ ...RABBITS, sourceId: 'chat 1/turn 2' }),
      await souvenir.for({ userId: 'ben' }).record(RABBITS),
    ];
    expect(new Set([first, ...others].map(({ id }) => id)).size).toBe(3);
    await ana.flush();
    expect(await ana.sessions.list()).toMatchObject([{ episodes: 2 }]);
    expect(recorded).toEqual([RABBITS.content, RABBITS.content, RABBITS.content]);
    await souvenir.close();
  });

  it('recorded again changes nothing, even if consolidated or forgotten', async () => {
    const store = memoryStore();
    const souvenir = await opened(store);
    const ana = souvenir.for({ userId: 'ana', sessionId: 'monday' });
    const all = [RABBITS, { content: 'They are called Muffin and Kiwi.', sourceId: 'chat 1/turn 2' }];
    const first = await ana.recordAll(all);
    await ana.consolidate();
    const [memory] = (await ana.memories.list()).memories;
    await ana.memories.forget(memory?.id ?? '');
    // The profile follows a little later unless it is asked for.
    await ana.profile.get();
    const exported = async () => {
      const records: unknown[] = [];
      for await (const record of ana.export({ forgotten: true })) records.push(record);
      return records.slice(1);
    };
    const before = await exported();
    const again = await souvenir.for({ userId: 'ana', sessionId: 'tuesday' }).recordAll(all);
    expect(again.map(({ id }) => id)).toEqual(first.map(({ id }) => id));
    expect(await ana.consolidate()).toMatchObject({ sessionsProcessed: 0, memoriesCreated: 0 });
    expect(await exported()).toEqual(before);
    await souvenir.close();
  });

  it('is neither reported nor counted for limits twice', async () => {
    const [store, embedder] = [memoryStore(), hashEmbedder()];
    const first = await createSouvenir({ store, embedder });
    await first.for({ userId: 'ana' }).recordAll([RABBITS]);
    const souvenir = await createSouvenir({ store, embedder, limits: { turnsPerMinute: 2 } });
    const reported: string[] = [];
    souvenir.on('episodeRecorded', ({ episode }) => reported.push(episode.content));
    const ana = souvenir.for({ userId: 'ana' });
    for (const _ of [1, 2, 3]) {
      await ana.record(RABBITS);
      await ana.flush();
    }
    await ana.record({ content: 'One.', sourceId: 'one' });
    await ana.record({ content: 'One.', sourceId: 'one' });
    await ana.record({ content: 'Two.' });
    await ana.flush();
    expect(await ana.recordAll([RABBITS])).toHaveLength(1);
    await expect(ana.recordAll([{ content: 'Three.' }])).rejects.toMatchObject({ code: 'rateLimited' });
    expect(reported.toSorted()).toEqual(['One.', 'Two.']);
    await souvenir.close();
  });

  it('is reported correctly if the store answers late', async () => {
    const store = memoryStore();
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const getEpisodes = store.getEpisodes.bind(store);
    store.getEpisodes = async (...given) => {
      asked.resolve();
      await answered.promise;
      return getEpisodes(...given);
    };
    const souvenir = await opened(store);
    const reported: string[] = [];
    souvenir.on('episodeRecorded', ({ episode }) => reported.push(episode.content));
    const ana = souvenir.for({ userId: 'ana' });
    await ana.record(RABBITS);
    const flushed = ana.flush();
    await asked.promise;
    for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
    answered.resolve();
    await flushed;
    expect(reported).toEqual([RABBITS.content]);
    expect(await ana.sessions.list()).toMatchObject([{ episodes: 1 }]);
    await souvenir.close();
  });

  it('is recorded by turn, complete, record and procedures.report', async () => {
    const souvenir = await opened();
    const ana = souvenir.for({ userId: 'ana' });
    for (const _ of [1, 2]) {
      const { complete } = await ana.turn('My sister Lea lives in Lyon.', { sourceId: 'request 7' });
      expect((await complete('I will remember that.')).recorded).toHaveLength(2);
      await ana.complete('My aunt Zoe lives in Zagreb.', 'Noted.', { sourceId: 'request 6' });
      await ana.record({ content: 'My brother Tim lives in Turin.', sourceId: 'request 8' }, { ifWorthIt: true });
      await ana.procedures.report({ taskType: 'review', success: true, sourceId: 'request 9' });
      await ana.flush();
    }
    expect(await ana.sessions.list()).toMatchObject([{ episodes: 6 }]);
    await souvenir.close();
  });

  it('is stored once by two memories over one file', async () => {
    const path = join(temporaryFolder(), 'shared.db');
    const [one, two] = [await opened(sqliteStore({ path })), await opened(sqliteStore({ path }))];
    const turns = Array.from({ length: 50 }, (_, at) => ({ content: `Turn ${at}.`, sourceId: `chat/${at}` }));
    await Promise.all([one, two].map((souvenir) => souvenir.for({ userId: 'ana' }).recordAll(turns)));
    for (const souvenir of [one, two])
      expect(await souvenir.for({ userId: 'ana' }).sessions.list()).toMatchObject([{ episodes: 50 }]);
    await Promise.all([one.close(), two.close()]);
  });
});
