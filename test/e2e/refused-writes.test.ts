import { join } from 'node:path';
import Database from 'better-sqlite3-multiple-ciphers';
import { expect, onTestFinished, test } from 'vitest';
import { souvenirClient } from '../../src/client/index.ts';
import { createSouvenir, memoryStore } from '../../src/index.ts';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { servedApp } from '../support/served-app.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();
const STATEMENTS = { content: 'I adopted two rabbits, Basil and Olive.' };
let files = 0;

/** A server over a file that another process may hold on to. */
async function lockable() {
  const path = join(folder, `${++files}.db`);
  const served = await servedApp({}, sqliteStore({ path, busyTimeoutMs: 1 }));
  await served.souvenir.for({ userId: 'ben' }).recordAll([{ content: 'Hello.' }]);
  const other = new Database(path);
  onTestFinished(() => {
    other.close();
  });
  const recalled = async () => {
    const answer = await served.post('/v1/recall?userId=ana', { query: 'Which rabbits were adopted?', threshold: 0 });
    return ((await answer.json()) as { items: { content: string }[] }).items.map(({ content }) => content);
  };
  const turns = async () => (await served.souvenir.stats({ userId: 'ana' })).episodes;
  return {
    ...served,
    recalled,
    turns,
    lock: () => other.exec('begin immediate'),
    unlock: () => other.exec('rollback'),
  };
}

test.each([
  ['record', STATEMENTS, 1],
  ['record', { ...STATEMENTS, ifWorthIt: true }, 1],
  ['recordAll', { turns: [STATEMENTS, { content: 'Olive chews cables.' }] }, 2],
  ['procedures/report', { taskType: 'feeding rabbits', success: true }, 1],
])('turns that %s refused are not recalled, and recorded once when sent again', async (path, body, count) => {
  const { post, recalled, turns, lock, unlock } = await lockable();
  lock();
  for (const _ of [1, 2]) expect((await post(`/v1/${path}?userId=ana`, body)).status).toBe(503);
  expect(await recalled()).toEqual([]);
  unlock();
  expect(await turns()).toBe(0);
  expect((await post(`/v1/${path}?userId=ana`, body)).status).toBe(200);
  expect(await turns()).toBe(count);
});

test('a client that sends a refused turn again has it recorded once', async () => {
  const { app, turns, lock, unlock } = await lockable();
  const statuses: number[] = [];
  const client = souvenirClient({
    url: 'http://127.0.0.1:4600',
    fetch: async (url, init) => {
      const answer = await app.request(String(url), init);
      if (statuses.push(answer.status) === 1) unlock();
      return answer;
    },
  });
  lock();
  await client.for({ userId: 'ana' }).record(STATEMENTS);
  expect(statuses).toEqual([503, 200]);
  expect(await turns()).toBe(1);
});

test('a stored turn is acknowledged even if the response of the store was lost', async () => {
  const lost = { next: false };
  const inner = memoryStore();
  const write: typeof inner.write = async (...given) => {
    await inner.write(...given);
    if (!lost.next) return;
    lost.next = false;
    throw new Error('the connection was lost');
  };
  const souvenir = await createSouvenir({ store: { ...inner, write }, embedder: null, reader: null });
  const ana = souvenir.for({ userId: 'ana' });
  lost.next = true;
  expect(await ana.recordAll([STATEMENTS])).toMatchObject([STATEMENTS]);
  expect((await souvenir.stats({ userId: 'ana' })).episodes).toBe(1);
  await souvenir.close();
});

test('a turn that can never be written refuses no other of its user', async () => {
  const inner = memoryStore();
  const write: typeof inner.write = async (owner, changes) => {
    if (changes.episodes?.some(({ content }) => content === 'bad')) throw new Error('not this one');
    await inner.write(owner, changes);
  };
  const souvenir = await createSouvenir({ store: { ...inner, write }, embedder: null, reader: null });
  const ana = souvenir.for({ userId: 'ana' });
  await ana.record({ content: 'bad' });
  expect(await ana.recordAll([STATEMENTS])).toMatchObject([STATEMENTS]);
  await expect(ana.recordAll([STATEMENTS, { content: 'bad' }])).rejects.toMatchObject({ code: 'partFailed' });
  await expect(ana.flush()).rejects.toMatchObject({ code: 'partFailed' });
  await expect(souvenir.close()).rejects.toMatchObject({ code: 'partFailed' });
});
