import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SouvenirError } from '../../errors.ts';
import { requireNode } from '../../node-version.ts';
import { Connection } from './connection.ts';
import type { Driver } from './driver.ts';
import { migrate, refuseForeign } from './migrate.ts';

const RETRY_MS = 10;
const CACHE_KIB = 32_768;
/** 16 MB of log: a page that changes often reaches the file less often. */
const CHECKPOINT_PAGES = 4_000;

export interface OpenOptions {
  readonly path: string;
  readonly busyTimeoutMs: number;
  readonly maxBytes: number | undefined;
}

/** Opens or creates the file and brings it to the newest schema. A file that is not ours is left as it is. */
export async function openDatabase({ path, busyTimeoutMs, maxBytes }: OpenOptions): Promise<Connection> {
  requireNode();
  const { default: Database } = await import('better-sqlite3-multiple-ciphers');
  if (path !== ':memory:') await prepareDirectory(path);
  const driver = new Database(path, { timeout: busyTimeoutMs });
  try {
    refuseForeign(driver, path);
    await enterWriteAheadMode(driver, busyTimeoutMs);
    driver.pragma('synchronous = full');
    driver.pragma(`cache_size = -${CACHE_KIB}`);
    driver.pragma('temp_store = memory');
    driver.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
    if (maxBytes !== undefined) limitSize(driver, maxBytes);
    driver.transaction(() => migrate(driver, path)).immediate();
    return new Connection(driver);
  } catch (error) {
    driver.close();
    throw error;
  }
}

async function prepareDirectory(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) {
    throw new SouvenirError('storeUnwritable', `${path} is a directory.`, {
      advice: 'Give the path of a file in it, such as souvenir.db.',
    });
  }
}

function limitSize(driver: Driver, maxBytes: number): void {
  const pageSize = Number(driver.pragma('page_size', { simple: true }));
  driver.pragma(`max_page_count = ${Math.max(1, Math.floor(maxBytes / pageSize))}`);
}

/** SQLite does not wait by itself when two processes make the same new file at once. */
async function enterWriteAheadMode(driver: Driver, busyTimeoutMs: number): Promise<void> {
  for (let waited = 0; ; waited += RETRY_MS) {
    try {
      driver.pragma('journal_mode = wal');
      return;
    } catch (error) {
      const busy = error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
      if (!busy || waited >= busyTimeoutMs) throw error;
      await delay(RETRY_MS);
    }
  }
}
