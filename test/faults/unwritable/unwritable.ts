import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sqliteStore } from '../../../src/stores/sqlite/sqlite-store.ts';
import { makeOlderFile, OLDER_SCHEMAS } from '../migrations/older-file.ts';
import { changesOf, MEMORIES_PER_WRITE, OWNER } from '../sqlite-changes.ts';

const READER = join(import.meta.dirname, 'reader.ts');
const KEY = 'ab'.repeat(32);
const WRITES = 20;
const ROWS = 50;

export interface UnwritableReport {
  readonly files: number;
  readonly wrong: readonly string[];
}

interface Kind {
  readonly key?: string;
  readonly holds: { readonly episodes: number; readonly memories: number };
  make(path: string): Promise<void>;
}

const filled = (key: string | undefined, isCrashed: boolean): Kind => ({
  ...(key !== undefined && { key }),
  holds: { episodes: WRITES, memories: WRITES * MEMORIES_PER_WRITE },
  async make(path) {
    const store = sqliteStore({ path: `${path}.made`, ...(key !== undefined && { key }) });
    await store.open();
    for (let at = 0; at < WRITES; at++) await store.write(OWNER, changesOf('kept', at));
    if (!isCrashed) await store.close();
    for (const end of ['', '-wal'])
      if (existsSync(`${path}.made${end}`)) copyFileSync(`${path}.made${end}`, `${path}${end}`);
    await store.close();
  },
});
const older = (schema: number): Kind => ({
  holds: { episodes: 2 + ROWS, memories: 3 + ROWS },
  make: async (path) => makeOlderFile(path, schema, ROWS),
});
const KINDS: Readonly<Record<string, Kind>> = {
  plain: filled(undefined, false),
  encrypted: filled(KEY, false),
  'plain with a log': filled(undefined, true),
  'encrypted with a log': filled(KEY, true),
  ...Object.fromEntries(OLDER_SCHEMAS.map((schema) => [`of schema ${schema}`, older(schema)])),
};

/** Modes of the file and of its folder, and whether it may be read. */
const MODES = [
  { file: 0o444, folder: 0o777, isReadable: true },
  { file: 0o444, folder: 0o555, isReadable: true },
  { file: 0o666, folder: 0o555, isReadable: true },
  { file: 0o000, folder: 0o777, isReadable: false },
  { file: 0o444, folder: 0o000, isReadable: false },
];

/** Opens files of every kind that an ordinary user may not write: they are read as they are, every write is refused, and not a byte changes. */
export async function openUnwritable(folder: string): Promise<UnwritableReport> {
  chmodSync(folder, 0o755);
  const cases: { what: string; path: string; place: string; kind: Kind; isReadable: boolean; bytes: string[] }[] = [];
  for (const [name, kind] of Object.entries(KINDS))
    for (const { file, folder: of, isReadable } of MODES) {
      const place = join(folder, `${cases.length}`);
      mkdirSync(place);
      const path = join(place, 'memory.db');
      await kind.make(join(folder, `made-${cases.length}.db`));
      for (const end of ['', '-wal'].filter((each) => existsSync(join(folder, `made-${cases.length}.db${each}`)))) {
        copyFileSync(join(folder, `made-${cases.length}.db${end}`), `${path}${end}`);
        chmodSync(`${path}${end}`, file);
      }
      const what = `${name}, file ${file.toString(8)} in folder ${of.toString(8)}`;
      cases.push({ what, path, place, kind, isReadable, bytes: bytesOf(place) });
      chmodSync(place, of);
    }
  const input = JSON.stringify(cases.map(({ path, kind: { key } }) => ({ path, key })));
  const { stdout, stderr } = spawnSync(process.execPath, [READER], { input, encoding: 'utf8' });
  const reported: unknown[] = stdout === '' ? [] : JSON.parse(stdout);
  const wrong = stderr === '' ? [] : [stderr];
  for (const [at, { what, place, kind, isReadable, bytes }] of cases.entries()) {
    chmodSync(place, 0o755);
    const expected = isReadable ? { ...kind.holds, write: 'storeUnwritable' } : 'storeUnwritable';
    if (JSON.stringify(reported[at]) !== JSON.stringify(expected))
      wrong.push(`${what}: ${JSON.stringify(reported[at])}`);
    if (JSON.stringify(bytesOf(place)) !== JSON.stringify(bytes)) wrong.push(`${what}: is changed`);
  }
  return { files: cases.length, wrong };
}

const bytesOf = (place: string): string[] =>
  readdirSync(place)
    // SQLite leaves an index of the log and an empty log beside a file that it reads, where it may.
    .filter((name) => !name.endsWith('-shm') && statSync(join(place, name)).size > 0)
    .map((name) => `${name} ${readFileSync(join(place, name), 'base64')}`);
