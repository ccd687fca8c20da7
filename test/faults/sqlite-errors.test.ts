import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3-multiple-ciphers';
import { expect, test } from 'vitest';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { changesOf, OWNER } from './sqlite-changes.ts';

const folder = temporaryFolder();
const at = (name: string) => join(folder, name);
const opening = (path: string) => sqliteStore({ path, busyTimeoutMs: 50 }).open();

async function filled(path: string, count: number): Promise<void> {
  const store = sqliteStore({ path });
  await store.open();
  for (let number = 0; number < count; number++) await store.write(OWNER, changesOf('kept', number));
  await store.close();
}

test('missing directories are made', async () => {
  await filled(at('deep/er/still/souvenir.db'), 1);
});

test('a directory is refused as a path', async () => {
  mkdirSync(at('directory'));
  await expect(opening(at('directory'))).rejects.toMatchObject({
    code: 'storeUnwritable',
    advice: expect.stringMatching(/file/),
  });
});

test('a path below a file is refused', async () => {
  writeFileSync(at('file'), 'text');
  await expect(opening(at('file/souvenir.db'))).rejects.toMatchObject({ code: 'storeUnwritable' });
});

test('a file that is no database is refused and left as it was', async () => {
  const text = 'Dear diary, '.repeat(1000);
  writeFileSync(at('diary.txt'), text);
  await expect(opening(at('diary.txt'))).rejects.toMatchObject({ code: 'storeNotADatabase' });
  expect(readFileSync(at('diary.txt'), 'utf8')).toBe(text);
});

test('the database of another program is refused and left as it was', async () => {
  const other = new Database(at('other.db'));
  other.exec('create table notes (text); insert into notes values (1);');
  other.close();
  const before = readFileSync(at('other.db'));
  await expect(opening(at('other.db'))).rejects.toMatchObject({ code: 'storeNotADatabase' });
  expect(readFileSync(at('other.db')).equals(before)).toBe(true);
});

test('a newer schema is refused with advice', async () => {
  await filled(at('newer.db'), 1);
  const newer = new Database(at('newer.db'));
  newer.pragma('user_version = 1000');
  newer.close();
  await expect(opening(at('newer.db'))).rejects.toMatchObject({
    code: 'storeNewerSchema',
    advice: expect.stringMatching(/Update/),
  });
});

test('a damaged file fails without a crash', async () => {
  await filled(at('damaged.db'), 200);
  const bytes = readFileSync(at('damaged.db'));
  bytes.fill(0xaa, 4096, bytes.length - 4096);
  writeFileSync(at('damaged.db'), bytes);
  const store = sqliteStore({ path: at('damaged.db') });
  const use = async () => {
    await store.open();
    await store.listMemories(OWNER, { filter: {}, limit: 1000 });
  };
  await expect(use()).rejects.toMatchObject({
    code: 'storeFailed',
    advice: expect.stringMatching(/away.*-wal.*backup/),
  });
  await store.close();
});

test('a lock held too long is reported, and nothing is lost once it is gone', async () => {
  await filled(at('locked.db'), 1);
  const store = sqliteStore({ path: at('locked.db'), busyTimeoutMs: 50 });
  await store.open();
  const other = new Database(at('locked.db'));
  other.exec('begin immediate');
  await expect(store.write(OWNER, changesOf('kept', 1))).rejects.toMatchObject({ code: 'storeLocked' });
  expect((await store.stats(OWNER)).episodes).toBe(1);
  other.exec('rollback');
  other.close();
  await store.write(OWNER, changesOf('kept', 1));
  expect((await store.stats(OWNER)).episodes).toBe(2);
  await store.close();
});

test('a new file that another process keeps in use is given up on', async () => {
  const path = at('in-use.db');
  const other = new Database(path);
  other.exec('begin immediate; create table begun (x)');
  await expect(opening(path)).rejects.toMatchObject({ code: 'storeLocked' });
  other.exec('rollback');
  other.close();
  await opening(path);
});

test('a full disk refuses the write and keeps what was stored', async () => {
  const path = at('full.db');
  const store = sqliteStore({ path, maxBytes: 400_000 });
  await store.open();
  let written = 0;
  const fill = async () => {
    for (;;) {
      await store.write(OWNER, changesOf('kept', written));
      written += 1;
    }
  };
  await expect(fill()).rejects.toMatchObject({ code: 'storeFull', advice: expect.stringMatching(/space/) });
  expect(written).toBeGreaterThan(10);
  expect((await store.stats(OWNER)).episodes).toBe(written);
  const matches = await store.searchText(OWNER, { terms: ['shared'], filter: {}, limit: 10_000 });
  expect(matches).toHaveLength(3 * written);
  await store.close();

  const larger = sqliteStore({ path });
  await larger.open();
  await larger.write(OWNER, changesOf('kept', written));
  expect((await larger.stats(OWNER)).episodes).toBe(written + 1);
  await larger.close();
});

test('opening again after a failure works', async () => {
  const path = at('retry.db');
  writeFileSync(path, 'not a database, and long enough to be read as one '.repeat(50));
  const store = sqliteStore({ path });
  await expect(store.open()).rejects.toMatchObject({ code: 'storeNotADatabase' });
  await expect(store.stats(OWNER)).rejects.toMatchObject({ code: 'closed' });
  writeFileSync(path, '');
  await store.open();
  await store.write(OWNER, changesOf('kept', 0));
  await store.close();
});

test.each([
  [{ path: '' }, 'sqliteStore.path'],
  [{}, 'sqliteStore.path'],
  [{ path: 'file:x.db?key=secret' }, 'sqliteStore.path: is a URL'],
  [{ path: 'x.db', pth: 'y' }, 'pth'],
])('options %j are refused, naming %s', (options, field) => {
  expect(() => sqliteStore(options as never)).toThrow(
    expect.objectContaining({ code: 'invalidInput', message: expect.stringContaining(field) }),
  );
});
