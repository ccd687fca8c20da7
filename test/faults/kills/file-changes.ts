import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, rmSync, statSync, watch } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Random } from '../../../bench/random.ts';
import { inspectFile } from '../../../src/stores/sqlite/open-database.ts';
import { rekeySqlite, restoreSqlite, sqliteStore } from '../../../src/stores/sqlite/sqlite-store.ts';
import { bytesIn } from '../../support/memory-files.ts';
import { KEY, keyOfRound } from '../file-keys.ts';
import { changesOf, MEMORIES_PER_WRITE, OWNER } from '../sqlite-changes.ts';

const CHANGER = fileURLToPath(new URL('../file-changer.ts', import.meta.url));
/** A change makes about so many things happen in its folder. */
const EVENTS = 120;

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
  equal(child.signalCode, 'SIGKILL');
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
    deepEqual(
      episodes.map(({ position }) => position),
      episodes.map((_, at) => at + 1),
    );
    counts.push(episodes.length);
  }
  const { memories, episodes } = await store.stats(OWNER);
  equal(memories.active, episodes * MEMORIES_PER_WRITE);
  const matches = await store.searchText(OWNER, { terms: ['shared'], filter: {}, limit: 1e6 });
  equal(matches.length, memories.active);
  equal((await inspectFile(path, key)).quickCheck, 'ok');
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

async function killRekey(kills: number, random: Random, folder: string): Promise<void> {
  const path = join(folder, 'memory.db');
  await fill(path, undefined, 'kept', 30);
  let at = 0;
  for (let kill = 0; kill < kills; kill++) {
    const { from = 0 } = await changeUntilKilled(folder, random.between(0, EVENTS), ['rekey', path, String(at)]);
    const opens = [await codeOf(path, keyOfRound(from)), await codeOf(path, keyOfRound(from + 1))];
    match(opens.join(' '), /^(?:opens store\w*(?:WrongKey|Encrypted)|store\w*(?:WrongKey|Encrypted) opens)$/);
    at = from + opens.indexOf('opens');
    deepEqual(await writesIn(path, keyOfRound(at), 'kept'), [30]);
  }
  // A killed process may leave a journal that is over; the next change removes it.
  do await changeKey(path, at++);
  while (keyOfRound(at) !== KEY);
  deepEqual(readdirSync(folder), ['memory.db']);
  ok(!bytesIn(folder).includes('shared'), 'what is encrypted is read');
}

async function changeKey(path: string, at: number): Promise<void> {
  const [from, to] = [keyOfRound(at), keyOfRound(at + 1)];
  await rekeySqlite({ path, ...(from && { from }), ...(to && { to }) });
}

async function killBackup(kills: number, random: Random, folder: string): Promise<void> {
  const [path, to] = [join(folder, 'memory.db'), join(folder, 'copy.db')];
  await fill(path, KEY, 'first', 30);
  for (let kill = 0; kill < kills; kill++) {
    const prefix = `round${kill}`;
    const last = await changeUntilKilled(folder, random.between(0, EVENTS), ['backup', path, to, prefix]);
    ok(!bytesIn(folder).includes('shared'), 'what is encrypted is read');
    const [first, written = 0] = await writesIn(path, KEY, 'first', prefix);
    equal(first, 30);
    ok(written >= (last['written'] ?? 0), 'what was written is lost');
    ok(existsSync(to) || last['copied'] === undefined, 'a backup is lost');
    if (!existsSync(to)) continue;
    const [copiedFirst, copied = 0] = await writesIn(to, KEY, 'first', prefix);
    equal(copiedFirst, 30);
    ok(copied >= (last['copied'] ?? 0), 'a backup lacks what was written before it');
  }
}

async function killRestore(kills: number, random: Random, folder: string): Promise<void> {
  const backups = `${folder}-backups`;
  const path = join(folder, 'memory.db');
  const [one, two] = [join(backups, 'one.db'), join(backups, 'two.db')];
  await fill(one, KEY, 'one', 10);
  await fill(two, KEY, 'two', 20);
  for (let kill = 0; kill < kills; kill++) {
    if (kill % 2 === 1) for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
    const { restoring = 0 } = await changeUntilKilled(folder, random.between(0, EVENTS), ['restore', path, one, two]);
    const isAbsent = (statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0;
    ok(!isAbsent || restoring === 0, 'what was restored is lost');
    if (!isAbsent) match(String(await writesIn(path, KEY, 'one', 'two')), /^(?:10,0|0,20)$/);
    await restoreSqlite({ path, backup: one, key: KEY, force: true });
    deepEqual(readdirSync(folder), ['memory.db']);
    deepEqual(await writesIn(path, KEY, 'one', 'two'), [10, 0]);
  }
}

/** Each works in an empty folder, and throws where a file is torn or something is lost. */
export const FILE_CHANGES = { rekey: killRekey, backup: killBackup, restore: killRestore };
