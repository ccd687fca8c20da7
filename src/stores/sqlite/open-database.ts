import { closeSync, openSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type ErrorCode, SouvenirError } from '../../errors.ts';
import {
  CIPHER,
  type CipherKey,
  cipherKeyOf,
  identityOf,
  isAbsent,
  loadDriver,
  openDriver,
  refuseUnfit,
  saltOf,
} from './cipher.ts';
import { Connection } from './connection.ts';
import type { Driver } from './driver.ts';
import { migrate, migrations, refuseForeign } from './migrations.ts';
import { clearParts } from './part-file.ts';
import { isUnwritable, mayOnlyRead, type Open, openForReading } from './read-only.ts';
import { readSecret, type Secret, type StoreKey } from './store-key.ts';

const RETRY_MS = 2;
const CACHE_KIB = 16_384;
/** 16 MB of log: a page that changes often reaches the file less often. */
const CHECKPOINT_PAGES = 4_000;
const IN_MEMORY = ':memory:';

interface OpenOptions {
  readonly path: string;
  readonly busyTimeoutMs: number;
  readonly maxBytes: number | undefined;
  readonly secret: Secret | undefined;
}

interface OpenDatabase {
  readonly connection: Connection;
  readonly key: CipherKey | undefined;
}

/**
 * Opens or creates the file and migrates it; a file without write permission is opened for reading. Files of other programs stay as they are. If
 * the file is replaced meanwhile (restored, encrypted anew, created by another process), the new one is opened: writes to the old one would be
 * lost.
 */
export async function openDatabase({ path, secret, ...options }: OpenOptions): Promise<OpenDatabase> {
  const Database = await loadDriver();
  for (;;) {
    if (path !== IN_MEMORY) await prepareFile(path);
    const [identity, wasAbsent] = [identityOf(path), isAbsent(path)];
    const isEncrypted = secret !== undefined && path !== IN_MEMORY;
    const key = isEncrypted ? await cipherKeyOf(secret, () => saltOf(Database, path)) : undefined;
    const open: Open = (file, driverOptions) => openDriver(Database, file, key, driverOptions);
    let driver: Driver | undefined;
    try {
      await whenUnlocked(options.busyTimeoutMs, () => refuseUnfit(Database, path, key));
      if (await isUnwritable(path)) return { connection: await readingConnection(path, open), key };
      driver = open(path, { timeout: 0 });
      await makeReady(driver, path, options);
      if (identityOf(path) === identity) return { connection: new Connection(driver), key };
    } catch (error) {
      if (await mayOnlyRead(error, path)) {
        driver?.close();
        return { connection: await readingConnection(path, open), key };
      }
      if (identityOf(path) === identity && isAbsent(path) === wasAbsent) {
        driver?.close();
        throw error;
      }
    }
    driver?.close();
  }
}

async function readingConnection(path: string, open: Open): Promise<Connection> {
  const driver = await openForReading(path, open);
  driver.pragma(`cache_size = -${CACHE_KIB}`);
  return new Connection(driver, true);
}

async function makeReady(
  driver: Driver,
  path: string,
  { busyTimeoutMs, maxBytes }: Pick<OpenOptions, 'busyTimeoutMs' | 'maxBytes'>,
): Promise<void> {
  await whenUnlocked(busyTimeoutMs, () => {
    refuseForeign(driver, path);
    driver.pragma('journal_mode = wal');
  });
  driver.pragma('synchronous = full');
  driver.pragma(`cache_size = -${CACHE_KIB}`);
  driver.pragma('temp_store = memory');
  driver.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  if (maxBytes !== undefined) limitSize(driver, maxBytes);
  await whenUnlocked(busyTimeoutMs, () => driver.transaction(() => migrate(driver, path)).immediate());
}

/** Nobody else may read new files: SQLite gives the log the mode of the file. */
async function prepareFile(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const stats = await stat(path).catch(() => undefined);
  if (stats?.isDirectory()) {
    throw new SouvenirError('storeUnwritable', `${path} is a directory.`, {
      advice: 'Give the path of a file in it, such as souvenir.db.',
    });
  }
  if (stats === undefined) makeFile(path);
  await clearParts(path);
}

export function makeFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

function limitSize(driver: Driver, maxBytes: number): void {
  const pageSize = Number(driver.pragma('page_size', { simple: true }));
  driver.pragma(`max_page_count = ${Math.max(1, Math.floor(maxBytes / pageSize))}`);
}

/** Refuses if the path names another file by now: writes to a removed or replaced file are lost when it is closed. */
export function sameFileCheck(path: string): () => void {
  const absolutePath = resolve(path);
  const opened = identityOf(absolutePath);
  return () => {
    const now = identityOf(absolutePath);
    if (now === opened) return;
    const how = now === undefined ? 'removed' : 'replaced';
    throw new SouvenirError('storeGone', `${path} was ${how} while it was open.`, {
      advice:
        'Put the file back where it was, or close this memory and open it again; what is not written yet waits until then.',
    });
  };
}

/** Waits for another connection's lock without blocking the event loop, as the driver's own wait would. */
export async function whenUnlocked<Result>(timeoutMs: number, action: () => Result): Promise<Awaited<Result>> {
  for (const began = performance.now(); ; await delay(RETRY_MS)) {
    try {
      return await action();
    } catch (error) {
      const isLocked = error instanceof Error && 'code' in error && /^SQLITE_(?:BUSY|LOCKED)/.test(String(error.code));
      if (!isLocked || performance.now() - began >= timeoutMs) throw error;
    }
  }
}

interface SqliteInspection {
  readonly sqliteVersion: string;
  readonly fts5: boolean;
  readonly newestSchema: number;
}

interface FileInspection {
  readonly schemaVersion: number;
  /** `ok`, or the errors that SQLite found. */
  readonly quickCheck: string;
  readonly cipher: string | undefined;
}

export async function inspectSqlite(): Promise<SqliteInspection> {
  const Database = await loadDriver();
  const driver = new Database(IN_MEMORY);
  try {
    const row = driver
      .prepare<[], { version: string; fts5: number }>(
        "select sqlite_version() as version, sqlite_compileoption_used('ENABLE_FTS5') as fts5",
      )
      .get();
    return { sqliteVersion: row?.version ?? 'unknown', fts5: row?.fts5 === 1, newestSchema: migrations.length };
  } finally {
    driver.close();
  }
}

/** Does not change the file. Rejects like the store for files of other programs. */
export async function inspectFile(path: string, given?: StoreKey): Promise<FileInspection> {
  const Database = await loadDriver();
  try {
    const secret = given === undefined ? undefined : await readSecret(given);
    const key = secret && (await cipherKeyOf(secret, () => saltOf(Database, path)));
    refuseUnfit(Database, path, key);
    const driver = openDriver(Database, path, key, { readonly: true, fileMustExist: true });
    try {
      refuseForeign(driver, path);
      return {
        schemaVersion: Number(driver.pragma('user_version', { simple: true })),
        quickCheck: String(driver.pragma('quick_check(1)', { simple: true })),
        cipher: key && CIPHER,
      };
    } finally {
      driver.close();
    }
  } catch (error) {
    throw translateError(error, path);
  }
}

const TRANSLATIONS: readonly (readonly [pattern: RegExp, code: ErrorCode, message: string, advice: string])[] = [
  [
    /^SQLITE_(BUSY|LOCKED)/,
    'storeLocked',
    'is locked by another process',
    'Close the other program that writes to it, or raise busyTimeoutMs.',
  ],
  [
    /^SQLITE_FULL/,
    'storeFull',
    'cannot grow: the disk is full, or the file as large as it may be',
    'Free some space and try again. What was stored before is unharmed.',
  ],
  [
    /^SQLITE_NOTADB/,
    'storeNotADatabase',
    'is not a Souvenir database',
    'Choose another path. The file was not touched.',
  ],
  [
    /^(SQLITE_(CANTOPEN|READONLY|PERM|AUTH)|EACCES|EPERM|EROFS|ENOTDIR|EISDIR|EEXIST|ENOENT|ENAMETOOLONG)/,
    'storeUnwritable',
    'cannot be written',
    'Choose a path in a directory that this user may write to.',
  ],
  [
    /^SQLITE_CONSTRAINT/,
    'conflict',
    'already holds something of what was written',
    'Give every episode and every memory an id of its own.',
  ],
  [
    /^SQLITE_CORRUPT/,
    'storeFailed',
    'is damaged',
    'Move it away with its -wal and -shm and restore a backup, or save what is readable with `sqlite3 <file> .recover`.',
  ],
];

export function translateError(error: unknown, path: string): SouvenirError {
  if (SouvenirError.is(error)) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const known = TRANSLATIONS.find(([pattern]) => pattern.test(code));
  if (known) return new SouvenirError(known[1], `${path} ${known[2]}.`, { advice: known[3], cause: error });
  const reason = error instanceof Error ? error.message : String(error);
  return new SouvenirError('storeFailed', `${path} failed: ${reason}`, { cause: error });
}
