import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, rmSync, statSync, watch } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type Random, seededRandom } from '../../bench/random.ts';
import { inspectFile } from '../../src/stores/sqlite/open-database.ts';
import { rekeySqlite, restoreSqlite, sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { bytesIn, freshFolders } from '../support/memory-files.ts';
import { KEY, keyOfRound } from './file-keys.ts';
import { changesOf, MEMORIES_PER_WRITE, OWNER } from './sqlite-changes.ts';

const CHANGER = fileURLToPath(new URL('file-changer.ts', import.meta.url));
const KILLS = Number(process.env['SOUVENIR_FAULTS_KILLS'] ?? 2);
const MANY = 40;
/** A change makes about so many things happen in its folder. */
const EVENTS = 120;
const freshFolder = freshFolders();

/** Kills a changer once so many things have happened in the folder since it began; returns the last number it said with each word. */
async function changeUntilKilled(folder: string, events: number, args: readonly string[]) {
  const child = spawn(process.execPath, [CHANGER, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const last: Record<string, number> = {};
  let left = events;
  const watcher = watch(folder, () => {
    if (Object.keys(last).length > 0 && left-- === 0) child.kill('SIGKILL');
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const [word = '', number] = line.split(' ');
    last[word] = Number(number);
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  watcher.close();
  expect(child.signalCode).toBe('SIGKILL');
  return last;
}

const keyed = (path: string, key: Buffer | undefined) => ({ path, ...(key && { key }) });

async function fill(path: string, key: Buffer | undefined, prefix: string, count: number): Promise<void> {
  const store = sqliteStore(keyed(path, key));
  await store.open();
  for (let number = 0; number < count; number++) await store.write(OWNER, changesOf(prefix, number));
  await store.close();
}

/** How many writes of each prefix a sound file holds, each of them whole. */
async function writesIn(path: string, key: Buffer | undefined, ...prefixes: string[]): Promise<number[]> {
  const store = sqliteStore(keyed(path, key));
  await store.open();
  const counts: number[] = [];
  for (const sessionId of prefixes) {
    const episodes = await store.listEpisodes(OWNER, { sessionId, limit: 1e6 });
    expect(episodes.map(({ position }) => position)).toEqual(episodes.map((_, at) => at + 1));
    counts.push(episodes.length);
  }
  const { memories, episodes } = await store.stats(OWNER);
  expect(memories.active).toBe(episodes * MEMORIES_PER_WRITE);
  const found = await store.searchText(OWNER, { terms: ['shared'], filter: {}, limit: 1e6 });
  expect(found).toHaveLength(memories.active);
  expect((await inspectFile(path, key)).quickCheck).toBe('ok');
  await store.close();
  return counts;
}

/** Opened as the store does: who only reads cannot undo what was begun. */
const codeOf = (path: string, key: Buffer | undefined): Promise<string> => {
  const store = sqliteStore(keyed(path, key));
  return store.open().then(
    () => store.close().then(() => 'opens'),
    ({ code }) => code,
  );
};

async function killRekey(kills: number, random: Random): Promise<void> {
  const folder = freshFolder();
  const path = join(folder, 'memory.db');
  await fill(path, undefined, 'kept', 30);
  let at = 0;
  for (let kill = 0; kill < kills; kill++) {
    const { from = 0 } = await changeUntilKilled(folder, random.between(0, EVENTS), ['rekey', path, String(at)]);
    const opens = [await codeOf(path, keyOfRound(from)), await codeOf(path, keyOfRound(from + 1))];
    expect(opens).toEqual(expect.arrayContaining(['opens', expect.stringMatching(/WrongKey|Encrypted/)]));
    at = from + opens.indexOf('opens');
    expect(await writesIn(path, keyOfRound(at), 'kept')).toEqual([30]);
  }
  for (; keyOfRound(at) !== KEY; at++) await changeKey(path, at);
  expect(readdirSync(folder)).toEqual(['memory.db']);
  expect(bytesIn(folder).includes('shared')).toBe(false);
}

async function changeKey(path: string, at: number): Promise<void> {
  const [from, to] = [keyOfRound(at), keyOfRound(at + 1)];
  await rekeySqlite({ path, ...(from && { from }), ...(to && { to }) });
}

async function killBackup(kills: number, random: Random): Promise<void> {
  const folder = freshFolder();
  const [path, to] = [join(folder, 'memory.db'), join(folder, 'copy.db')];
  await fill(path, KEY, 'first', 30);
  for (let kill = 0; kill < kills; kill++) {
    const prefix = `round${kill}`;
    const last = await changeUntilKilled(folder, random.between(0, EVENTS), ['backup', path, to, prefix]);
    expect(bytesIn(folder).includes('shared')).toBe(false);
    const [first, written = 0] = await writesIn(path, KEY, 'first', prefix);
    expect(first).toBe(30);
    expect(written).toBeGreaterThanOrEqual(last['written'] ?? 0);
    expect(existsSync(to) || last['copied'] === undefined).toBe(true);
    if (!existsSync(to)) continue;
    const [copiedFirst, copied] = await writesIn(to, KEY, 'first', prefix);
    expect(copiedFirst).toBe(30);
    expect(copied).toBeGreaterThanOrEqual(last['copied'] ?? 0);
  }
}

async function killRestore(kills: number, random: Random): Promise<void> {
  const [folder, backups] = [freshFolder(), freshFolder()];
  const path = join(folder, 'memory.db');
  const [one, two] = [join(backups, 'one.db'), join(backups, 'two.db')];
  await fill(one, KEY, 'one', 10);
  await fill(two, KEY, 'two', 20);
  for (let kill = 0; kill < kills; kill++) {
    if (kill % 2 === 1) for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
    const { restoring = 0 } = await changeUntilKilled(folder, random.between(0, EVENTS), ['restore', path, one, two]);
    const isAbsent = (statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0;
    expect(isAbsent && restoring > 0).toBe(false);
    if (!isAbsent)
      expect([
        [10, 0],
        [0, 20],
      ]).toContainEqual(await writesIn(path, KEY, 'one', 'two'));
    await restoreSqlite({ path, backup: one, key: KEY, force: true });
    expect(readdirSync(folder)).toEqual(['memory.db']);
    expect(await writesIn(path, KEY, 'one', 'two')).toEqual([10, 0]);
  }
}

describe.each([
  ['encrypting, rekeying and decrypting', killRekey],
  ['backing up what is written to', killBackup],
  ['restoring', killRestore],
])('a process killed while %s', (_, kill) => {
  const title = 'leaves files whole, and loses nothing';
  it(title, { timeout: 120_000 + KILLS * 10_000 }, () => kill(KILLS, seededRandom(1)));
  it(`${title}, ${MANY} times`, { tags: ['long'], timeout: MANY * 30_000 }, () => kill(MANY, seededRandom(2)));
});
