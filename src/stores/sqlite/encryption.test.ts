import { chmodSync, copyFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import Database from 'better-sqlite3-multiple-ciphers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { modelCases } from '../../../test/conformance/store/model.ts';
import { memory, OWNER } from '../../../test/conformance/store/samples.ts';
import { storeConformance } from '../../../test/conformance/store.ts';
import { bytesIn, contentsOf, fileWith, freshFolders, openWith } from '../../../test/support/memory-files.ts';
import { openDriver } from './cipher.ts';
import { inspectFile } from './open-database.ts';
import { rekeySqlite, type StoreKey, sqliteStore } from './sqlite-store.ts';

const freshFolder = freshFolders();
const freshPath = () => join(freshFolder(), 'memory.db');
const HEX = '00ff'.repeat(16);
const BYTES = Buffer.from(HEX, 'hex');
const PASSPHRASE = 'a long Passphrase nobody guesses';
const OTHER_BYTES = Buffer.alloc(32, 9);
const keyed = (path: string, key: StoreKey | undefined) => ({ path, ...(key !== undefined && { key }) });
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

const makeStore = () => sqliteStore({ path: freshPath(), key: BYTES });
// Under SQL nothing of a case differs but the file: what random writes leave behind in one tells of all.
describe('sqliteStore, encrypted, against a model', () => modelCases(makeStore));
storeConformance('sqliteStore, encrypted', makeStore, { tags: ['long'] });

describe('an encrypted store', () => {
  afterEach(() => vi.unstubAllEnvs());

  it.each([['passphrase', PASSPHRASE] as const, ['32 bytes', BYTES] as const])(
    'has no plain text in any file, with a key of %s',
    async (_, key) => {
      const folder = freshFolder();
      const path = join(folder, 'memory.db');
      const words = Array.from({ length: 300 }, (_, at) => `plantedword${at}`);
      const store = await openWith({ path, key }, ...words);
      const expectNone = (...files: string[]) => {
        expect(readdirSync(folder)).toEqual(files);
        const bytes = bytesIn(folder);
        for (const text of ['planted', 'SQLite format', 'scout', 'create table'])
          expect(bytes.includes(text)).toBe(false);
      };
      expectNone('memory.db', 'memory.db-shm', 'memory.db-wal');
      await store.files?.scrub();
      await store.files?.backup(join(folder, 'copy.db'));
      expectNone('copy.db', 'memory.db', 'memory.db-shm', 'memory.db-wal');
      await store.close();
      expectNone('copy.db', 'memory.db');
      expect(await contentsOf({ path, key })).toEqual(words);
    },
  );

  it('accepts the same key in every form', async () => {
    const path = freshPath();
    await fileWith({ path, key: BYTES }, 'kept');
    const file = (name: string, content: string | Buffer) => {
      writeFileSync(join(path, '..', name), content);
      return { file: join(path, '..', name) };
    };
    vi.stubEnv('TEST_KEY', HEX);
    const forms: StoreKey[] = [
      HEX,
      HEX.toUpperCase(),
      { env: 'TEST_KEY' },
      file('hex', `${HEX}\n`),
      file('raw', BYTES),
    ];
    for (const key of forms) expect(await contentsOf({ path, key })).toEqual(['kept']);

    const other = freshPath();
    await fileWith({ path: other, key: PASSPHRASE }, 'kept');
    vi.stubEnv('TEST_KEY', PASSPHRASE);
    for (const key of [{ env: 'TEST_KEY' }, file('text', PASSPHRASE), file('line', `${PASSPHRASE}\r\n`)])
      expect(await contentsOf({ path: other, key })).toEqual(['kept']);
  });

  it('is readable by other SQLCipher 4 tools with the passphrase', async () => {
    const path = freshPath();
    await fileWith({ path, key: PASSPHRASE }, 'kept');
    const driver = new Database(path);
    driver.pragma("cipher = 'sqlcipher'");
    driver.pragma('legacy = 4');
    driver.pragma(`key = '${PASSPHRASE}'`);
    expect(driver.prepare('select count(*) as count from memories').get()).toEqual({ count: 1 });
    driver.close();
  });

  it.each([
    ['with another passphrase', PASSPHRASE, 'another', 'storeWrongKey'],
    ['with other bytes', BYTES, Buffer.alloc(32), 'storeWrongKey'],
    ['with bytes for a passphrase', PASSPHRASE, BYTES, 'storeWrongKey'],
    ['without its key', PASSPHRASE, undefined, 'storeEncrypted'],
    ['with a key it does not need', undefined, PASSPHRASE, 'storeNotEncrypted'],
  ])('is refused %s and not changed', async (_, own, given, code) => {
    const path = freshPath();
    const withKey = (key: StoreKey | undefined) => keyed(path, key);
    await fileWith(withKey(own), 'kept');
    const before = readFileSync(path);
    const refused = { code, message: expect.stringContaining(path), advice: expect.stringContaining('not touched') };
    await expect(sqliteStore(withKey(given)).open()).rejects.toMatchObject(refused);
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(await contentsOf(withKey(own))).toEqual(['kept']);
  });

  it('distinguishes a file that is not a database if possible', async () => {
    const path = freshPath();
    writeFileSync(path, 'Dear diary, '.repeat(1000));
    await expect(sqliteStore({ path }).open()).rejects.toMatchObject({ code: 'storeNotADatabase' });
    await expect(sqliteStore({ path, key: 'any' }).open()).rejects.toMatchObject({ code: 'storeWrongKey' });
    writeFileSync(path, '');
    await fileWith({ path, key: 'any' }, 'kept');
  });

  it('requires its key at creation', async () => {
    const path = freshPath();
    expect(() => sqliteStore({ path, requireEncryption: true })).toThrow(
      expect.objectContaining({ code: 'invalidInput', advice: expect.stringContaining('key') }),
    );
    await fileWith({ path }, 'kept');
    const store = sqliteStore({ path, key: PASSPHRASE, requireEncryption: true });
    await expect(store.open()).rejects.toMatchObject({ code: 'storeNotEncrypted' });
  });

  it.each<[string, unknown, RegExp]>([
    ['an empty passphrase', '', /sqliteStore\.key: must be a passphrase, 32 bytes/],
    ['too few bytes', new Uint8Array(31), /sqliteStore\.key/],
    ['two sources', { file: 'a', env: 'b' }, /sqliteStore\.key/],
  ])('is refused with a key of %s', (_, key, message) => {
    expect(() => sqliteStore({ path: 'x.db', key: key as StoreKey })).toThrow(
      expect.objectContaining({ code: 'invalidInput', message: expect.stringMatching(message) }),
    );
  });

  it.each<[string, () => StoreKey]>([
    ['a variable that is not set', () => ({ env: 'NO_SUCH_KEY' })],
    ['a file that is not there', () => ({ file: join(freshFolder(), 'none') })],
    [
      'an empty file',
      () => {
        const file = join(freshFolder(), 'empty');
        writeFileSync(file, '\n');
        return { file };
      },
    ],
  ])('is refused with a key in %s', async (_, key) => {
    await expect(sqliteStore({ path: freshPath(), key: key() }).open()).rejects.toMatchObject({ code: 'invalidInput' });
  });

  it('never reveals its key', async () => {
    const path = freshPath();
    await fileWith({ path, key: PASSPHRASE }, 'kept');
    const store = await openWith({ path, key: PASSPHRASE });
    const refusals = await Promise.all(
      [HEX, { path, secret: HEX } as never].map((key) =>
        Promise.resolve()
          .then(() => sqliteStore({ path, key }).open())
          .catch((error) => error),
      ),
    );
    const reported = inspect([store, refusals], { depth: 20, showHidden: true });
    await store.close();
    expect(refusals.map(({ code }) => code)).toEqual(['storeWrongKey', 'invalidInput']);
    for (const secret of [PASSPHRASE, Buffer.from(PASSPHRASE).toString('hex').slice(0, 20), HEX.slice(0, 20)])
      expect(reported).not.toContain(secret);
  });

  it('can be created by two processes at once', async () => {
    const path = freshPath();
    const stores = [1, 2, 3].map(() => sqliteStore({ path, key: PASSPHRASE }));
    await Promise.all(stores.map((store) => store.open()));
    for (const [at, store] of stores.entries())
      await store.write(OWNER, { memories: [memory(`m${at}`, { content: `of ${at}` })] });
    for (const store of stores) await store.close();
    expect(await contentsOf({ path, key: PASSPHRASE })).toHaveLength(3);
  });

  it('searches free pages until the file is rewritten', async () => {
    const store = await openWith(
      { path: freshPath(), key: BYTES },
      ...Array.from({ length: 99 }, (_, at) => `w${at}w`),
    );
    const removed = ['id-w7w', 'id-w42w'];
    await store.erase(OWNER, { memoryIds: removed, episodeIds: [] });
    await store.files?.scrub();
    expect(await store.files?.holding([...removed, 'id-w8w', 'never written'])).toEqual(['id-w8w']);
    await store.close();
    await expect(store.files?.holding(removed)).rejects.toMatchObject({ code: 'closed' });
  });
});

describe('a half-written file after a crash', () => {
  /** What is on the disk in the middle of a transaction, with a journal, or with a log that is not in the file yet. */
  async function crashed(adjacent: '-journal' | '-wal', key: Buffer | undefined): Promise<string> {
    const [path, copy] = [freshPath(), freshPath()];
    const store = await openWith(keyed(path, key), ...Array.from({ length: 300 }, (_, at) => `content ${at}`));
    const take = () => {
      for (const suffix of ['', adjacent]) copyFileSync(`${path}${suffix}`, `${copy}${suffix}`);
    };
    if (adjacent === '-wal') take();
    await store.close();
    if (adjacent === '-wal') return copy;
    const driver = openDriver(Database, path, key && Buffer.from(`x'${key.toString('hex')}'`));
    driver.exec('pragma journal_mode = delete; pragma cache_size = 2; begin; update memories set content = id || id');
    take();
    driver.close();
    return copy;
  }

  it.each([
    ['-journal', BYTES, OTHER_BYTES, 'storeWrongKey'],
    ['-journal', BYTES, undefined, 'storeEncrypted'],
    ['-journal', undefined, BYTES, 'storeNotEncrypted'],
    ['-wal', BYTES, OTHER_BYTES, 'storeWrongKey'],
    ['-wal', BYTES, undefined, 'storeEncrypted'],
    ['-wal', undefined, BYTES, 'storeNotEncrypted'],
  ] as const)('with a %s is not damaged by a wrong key (#%$)', async (adjacent, own, given, code) => {
    const path = await crashed(adjacent, own);
    const before = ['', adjacent].map((suffix) => readFileSync(`${path}${suffix}`));
    await expect(sqliteStore(keyed(path, given)).open()).rejects.toMatchObject({ code });
    await expect(rekeySqlite({ path, from: given ?? OTHER_BYTES, to: 'any' })).rejects.toMatchObject({
      code: expect.stringMatching(/^store/),
    });
    expect(['', adjacent].map((suffix) => readFileSync(`${path}${suffix}`))).toEqual(before);
    expect((await contentsOf(keyed(path, own))).sort()[0]).toBe('content 0');
    expect((await inspectFile(path, own)).quickCheck).toBe('ok');
  });
});

describe('files of the SQLite store', () => {
  it.each([
    ['plain', {}],
    ['encrypted', { key: BYTES }],
  ])('are readable only by their owner, %s ones too', async (_, key) => {
    const folder = freshFolder();
    const path = join(folder, 'deep', 'memory.db');
    const store = await openWith({ path, ...key }, 'kept');
    await store.files?.backup(join(folder, 'far', 'copy.db'));
    const made = ['', '-wal', '-shm'].map((suffix) => modeOf(`${path}${suffix}`));
    expect([...made, modeOf(join(folder, 'far', 'copy.db'))]).toEqual(['600', '600', '600', '600']);
    expect([modeOf(join(folder, 'deep')), modeOf(join(folder, 'far'))]).toEqual(['700', '700']);
    await store.close();
  });

  it('have no erased content in their log', async () => {
    const folder = freshFolder();
    const store = await openWith({ path: join(folder, 'memory.db') });
    const note = (value: string) => store.write(OWNER, { notes: [{ name: 'note', value }] });
    await note('planted');
    await note('another');
    expect(bytesIn(folder).includes('planted')).toBe(true);
    expect(await store.files?.holding(['planted', 'another'])).toEqual(['another']);
    expect(bytesIn(folder).includes('planted')).toBe(false);
    await store.close();
  });

  it('are searched in pieces, across their borders, without leftovers', async () => {
    const folder = freshFolder();
    const path = join(folder, 'memory.db');
    const store = await openWith({ path });
    const value = Array.from({ length: 200_000 }, (_, at) => `<${at}>`.padEnd(16, '.')).join('');
    await store.write(OWNER, { notes: [{ name: 'note', value }] });
    await store.files?.holding(['any']);
    const bytes = readFileSync(path);
    const across = bytes.toString('latin1', 2 ** 21 - 60, 2 ** 21 + 60);
    expect(await store.files?.holding([across, 'never written', '<199999>'])).toEqual([across, '<199999>']);
    expect(readdirSync(folder).sort()).toEqual(['memory.db', 'memory.db-shm', 'memory.db-wal']);
    await store.close();
  });

  it('are searched without loading them whole', async () => {
    const path = freshPath();
    await fileWith({ path }, 'kept');
    const driver = new Database(path);
    driver.exec('create table filler (content)');
    for (let at = 0; at < 160; at++) driver.exec('insert into filler values (zeroblob(1000000))');
    driver.exec('drop table filler');
    driver.close();
    const store = await openWith({ path });
    const before = process.memoryUsage.rss();
    let most = before;
    const watching = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss());
    }, 5);
    expect(await store.files?.holding(['id-kept', 'never written'])).toEqual(['id-kept']);
    clearInterval(watching);
    expect(most - before).toBeLessThan(100e6);
    await store.close();
  });

  it('keep their mode', async () => {
    const path = freshPath();
    await fileWith({ path }, 'kept');
    chmodSync(path, 0o640);
    await fileWith({ path });
    expect(modeOf(path)).toBe('640');
  });
});
