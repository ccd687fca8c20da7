import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3-multiple-ciphers';
import { describe, expect, it } from 'vitest';
import { episode, memory, OWNER } from '../../../test/conformance/store/samples.ts';
import { bytesIn, contentsOf, fileWith, freshFolders, openWith } from '../../../test/support/memory-files.ts';
import { rekeySqlite, restoreSqlite, type StoreKey } from './sqlite-store.ts';

const freshFolder = freshFolders();
const freshPath = () => join(freshFolder(), 'memory.db');
const OTHERS = fileURLToPath(new URL('../../../test/faults/sqlite-writer.ts', import.meta.url));
const keyed = (path: string, key: StoreKey | undefined) => ({ path, ...(key !== undefined && { key }) });
const BYTES = Buffer.alloc(32, 7);
const OTHER_BYTES = Buffer.alloc(32, 8);

/** A process that has the file open, until it is ended. */
async function openElsewhere(path: string) {
  const child = spawn(process.execPath, [OTHERS, path, 'other', '100000'], { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const _ of createInterface({ input: child.stdout })) break;
  return {
    async end() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

describe('rekeySqlite', () => {
  it.each<[string, StoreKey | undefined, StoreKey | undefined]>([
    ['encrypts', undefined, 'the passphrase'],
    ['encrypts with bytes', undefined, BYTES],
    ['decrypts', 'the passphrase', undefined],
    ['changes a passphrase', 'the passphrase', 'another'],
    ['changes bytes to a passphrase', BYTES, 'another'],
  ])('%s, and nothing else changes', async (_, from, to) => {
    const folder = freshFolder();
    const path = join(folder, 'memory.db');
    const words = Array.from({ length: 500 }, (_, at) => `planted ${at}`);
    await fileWith(keyed(path, from), ...words);
    chmodSync(path, 0o640);
    await rekeySqlite({ path, ...(from !== undefined && { from }), ...(to !== undefined && { to }) });
    expect(readdirSync(folder)).toEqual(['memory.db']);
    expect(bytesIn(folder).includes('planted')).toBe(to === undefined);
    expect((statSync(path).mode & 0o777).toString(8)).toBe('640');
    expect(await contentsOf(keyed(path, to))).toEqual(words);
    await expect(contentsOf(keyed(path, from))).rejects.toMatchObject({ code: expect.stringMatching(/^store/) });
  });

  it('refuses a file that is open, here or elsewhere, and one with another key', async () => {
    const path = freshPath();
    const store = await openWith({ path }, 'kept');
    const inUse = { code: 'storeLocked', message: expect.stringContaining('in use') };
    await expect(rekeySqlite({ path, to: BYTES })).rejects.toMatchObject(inUse);
    await store.write(OWNER, { memories: [memory('later')] });
    await store.close();
    const other = await openElsewhere(path);
    await expect(rekeySqlite({ path, to: BYTES })).rejects.toMatchObject(inUse);
    await other.end();
    await rekeySqlite({ path, to: BYTES });
    await expect(rekeySqlite({ path, from: OTHER_BYTES, to: 'any' })).rejects.toMatchObject({ code: 'storeWrongKey' });
    await expect(rekeySqlite({ path, to: OTHER_BYTES })).rejects.toMatchObject({ code: 'storeEncrypted' });
    expect((await contentsOf({ path, key: BYTES })).length).toBeGreaterThan(2);
    expect(readdirSync(join(path, '..'))).toEqual(['memory.db']);
  });

  it('changes what a link leads to', async () => {
    const path = freshPath();
    await fileWith({ path }, 'kept');
    const link = join(freshFolder(), 'link.db');
    symlinkSync(path, link);
    await rekeySqlite({ path: link, to: BYTES });
    expect(await contentsOf({ path, key: BYTES })).toEqual(['kept']);
  });

  it.each([
    ['no key at all', () => ({ path: 'x.db' }), 'invalidInput'],
    ['no file', () => ({ path: freshPath(), to: 'a' }), 'notFound'],
    ['a misspelt option', () => ({ path: 'x.db', key: 'a' }) as never, 'invalidInput'],
  ])('refuses %s', async (_, options, code) => {
    await expect(rekeySqlite(options())).rejects.toMatchObject({ code });
  });
});

const timesOpen = (path: string): number =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`) === path;
    } catch {
      return false;
    }
  }).length;

describe.runIf(process.platform === 'linux')('a file that takes the place of one that is waited for', () => {
  it.each([
    ['restored or rekeyed', 'pragma journal_mode = delete; pragma locking_mode = exclusive; begin exclusive; commit'],
    ['moved there by hand', 'begin immediate'],
  ])('is opened in its stead, %s', async (_, lock) => {
    const [path, other] = [freshPath(), freshPath()];
    await fileWith({ path }, 'old');
    await fileWith({ path: other }, 'new');
    const holder = new Database(path);
    holder.exec(lock);
    const waiting = openWith({ path }, 'written');
    while (timesOpen(path) < 2) await new Promise(setImmediate);
    renameSync(other, path);
    holder.close();
    await (await waiting).close();
    expect(await contentsOf({ path })).toEqual(['new', 'written']);
  });
});

describe('a backup', () => {
  it.each<[string, StoreKey | undefined]>([
    ['plain', undefined],
    ['encrypted', BYTES],
  ])('of a store that is written to holds what was there when it began, %s', async (_, key) => {
    const folder = freshFolder();
    const path = join(folder, 'memory.db');
    const store = await openWith(keyed(path, key), ...Array.from({ length: 300 }, (_, at) => `before ${at}`));
    let isDone = false;
    const writing = (async () => {
      for (let at = 0; !isDone; at++) await store.write(OWNER, { episodes: [episode(`e${at}`)] });
    })();
    const to = join(folder, 'copy.db');
    const reported = await store.files?.backup(to);
    isDone = true;
    await writing;
    await store.close();
    expect(reported).toEqual({
      ...{ path: to, bytes: statSync(to).size, isEncrypted: key !== undefined },
      ...{ memories: 300, episodes: expect.any(Number) },
    });
    expect(readdirSync(folder)).toEqual(['copy.db', 'memory.db']);
    expect(await contentsOf(keyed(to, key))).toHaveLength(300);
    const copy = await openWith(keyed(to, key));
    const episodes = await copy.listEpisodes(OWNER, { sessionId: 'session', limit: 1e6 });
    await copy.close();
    expect(episodes.map(({ id }) => id)).toEqual(Array.from({ length: reported?.episodes ?? 0 }, (_, at) => `e${at}`));
  });

  it('takes no name that is taken, unless forced, and never that of a database in use', async () => {
    const folder = freshFolder();
    const store = await openWith({ path: join(folder, 'memory.db') }, 'kept');
    const to = join(folder, 'copy.db');
    writeFileSync(to, 'mine');
    await expect(store.files?.backup(to)).rejects.toMatchObject({ code: 'conflict' });
    expect(readFileSync(to, 'utf8')).toBe('mine');
    await store.files?.backup(to, { force: true });
    expect(await contentsOf({ path: to })).toEqual(['kept']);
    const other = await openWith({ path: to }, 'more');
    await expect(store.files?.backup(to, { force: true })).rejects.toMatchObject({ code: 'conflict' });
    await other.close();
    const itself = store.files?.backup(join(folder, 'memory.db'), { force: true });
    await expect(itself).rejects.toMatchObject({ code: 'invalidInput' });
    await store.close();
  });

  it('clears away what killed processes left, and nothing else', async () => {
    const folder = freshFolder();
    const store = await openWith({ path: join(folder, 'memory.db') }, 'kept');
    const child = spawn(process.execPath, ['--version']);
    await once(child, 'exit');
    const removed = [`copy.db.${child.pid}-0123abcd.part`, `copy.db.${child.pid}-0123abcd.part-journal`];
    const stay = [`copy.db.${process.pid}-0123abcd.part`, 'copy.db.part', `other.db.${child.pid}-0123abcd.part`];
    for (const name of [...removed, ...stay]) writeFileSync(join(folder, name), '');
    await store.files?.backup(join(folder, 'copy.db'));
    await store.close();
    expect(readdirSync(folder).sort()).toEqual([...stay, 'copy.db', 'memory.db'].sort());
  });

  it('to a place where nothing can be written says which, and leaves the store as it is', async () => {
    const folder = freshFolder();
    const store = await openWith({ path: join(folder, 'memory.db') }, 'kept');
    writeFileSync(join(folder, 'file'), '');
    await expect(store.files?.backup(join(folder, 'file', 'copy.db'))).rejects.toMatchObject({
      code: 'storeUnwritable',
    });
    await store.write(OWNER, { memories: [memory('later')] });
    await store.close();
  });
});

describe('restoreSqlite', () => {
  const backedUp = async (key?: StoreKey) => {
    const path = freshPath();
    const backup = join(freshFolder(), 'copy.db');
    const store = await openWith(keyed(path, key), 'then');
    await store.files?.backup(backup);
    await store.write(OWNER, { memories: [memory('now', { content: 'now' })] });
    return { store, path, backup, ...(key !== undefined && { key }) };
  };

  it.each<[string, StoreKey | undefined]>([
    ['plain', undefined],
    ['encrypted', BYTES],
  ])('brings back what was there then, %s', async (_, given) => {
    const { store, backup, path, ...key } = await backedUp(given);
    await store.close();
    if (given !== undefined) await rekeySqlite({ path, from: given, to: given });
    await expect(restoreSqlite({ path, backup, ...key })).rejects.toMatchObject({ code: 'conflict' });
    expect(await contentsOf({ path, ...key })).toEqual(['then', 'now']);
    const reported = await restoreSqlite({ path, backup, force: true, ...key });
    expect(reported).toMatchObject({ path, memories: 1, episodes: 0, isEncrypted: given !== undefined });
    expect(await contentsOf({ path, ...key })).toEqual(['then']);
    expect(await contentsOf({ path: backup, ...key })).toEqual(['then']);
    const elsewhere = join(freshFolder(), 'new', 'memory.db');
    await restoreSqlite({ path: elsewhere, backup, ...key });
    expect(await contentsOf({ path: elsewhere, ...key })).toEqual(['then']);
    expect(readdirSync(join(elsewhere, '..'))).toEqual(['memory.db']);
    expect((statSync(elsewhere).mode & 0o777).toString(8)).toBe('600');
  });

  it('refuses while somebody has it open', async () => {
    const { store, backup, path } = await backedUp();
    await expect(restoreSqlite({ path, backup, force: true })).rejects.toMatchObject({ code: 'storeLocked' });
    await store.close();
    const other = await openElsewhere(path);
    await expect(restoreSqlite({ path, backup, force: true })).rejects.toMatchObject({ code: 'storeLocked' });
    await other.end();
    await restoreSqlite({ path, backup, force: true });
  });

  it('takes what is in a log beside the backup too', async () => {
    const { store, path } = await backedUp();
    const to = freshPath();
    await restoreSqlite({ path: to, backup: path });
    await store.close();
    expect(await contentsOf({ path: to })).toEqual(['then', 'now']);
  });

  it('is not spoilt by a log that was left of a file that is gone', async () => {
    const { store, backup, path } = await backedUp();
    const log = readFileSync(`${path}-wal`);
    await store.close();
    rmSync(path);
    writeFileSync(`${path}-wal`, log);
    await restoreSqlite({ path, backup });
    expect(await contentsOf({ path })).toEqual(['then']);
  });

  it('checks a backup first, and leaves what is there', async () => {
    const { store, backup, path } = await backedUp();
    await store.write(OWNER, {
      memories: Array.from({ length: 300 }, (_, at) => memory(`m${at}`, { content: `number ${at}` })),
    });
    await store.files?.backup(backup, { force: true });
    await store.close();
    const bytes = readFileSync(backup);
    bytes.fill(0xaa, bytes.length / 2, bytes.length / 2 + 8192);
    writeFileSync(backup, bytes);
    const absent = freshPath();
    await expect(restoreSqlite({ path: absent, backup })).rejects.toMatchObject({ code: 'storeFailed' });
    expect(existsSync(absent)).toBe(false);
    const refused = (code: string, message: string) => ({ code, message: expect.stringContaining(message) });
    const restoring = () => expect(restoreSqlite({ path, backup, force: true })).rejects;
    await restoring().toMatchObject(refused('storeFailed', 'damaged'));
    writeFileSync(backup, 'Dear diary, '.repeat(1000));
    await restoring().toMatchObject(refused('storeNotADatabase', backup));
    writeFileSync(backup, '');
    await restoring().toMatchObject(refused('storeNotADatabase', 'not a memory'));
    await expect(restoreSqlite({ path, backup: `${backup}x` })).rejects.toMatchObject({ code: 'notFound' });
    await expect(restoreSqlite({ path, backup: path, force: true })).rejects.toMatchObject({ code: 'invalidInput' });
    expect(await contentsOf({ path })).toHaveLength(302);
    expect(readdirSync(join(path, '..'))).toEqual(['memory.db']);
  });

  it('does not replace what it cannot open', async () => {
    const { store, backup, path } = await backedUp();
    await store.close();
    await rekeySqlite({ path, to: BYTES });
    await expect(restoreSqlite({ path, backup, force: true })).rejects.toMatchObject({
      ...{ code: 'storeFailed', advice: expect.stringContaining('move it away') },
    });
    expect(await contentsOf({ path, key: BYTES })).toEqual(['then', 'now']);
  });
});
