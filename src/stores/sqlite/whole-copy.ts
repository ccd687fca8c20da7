import { chmodSync, chownSync, closeSync, fsyncSync, openSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { SouvenirError } from '../../errors.ts';
import { type CipherKey, chooseCipher, openDriver } from './cipher.ts';
import type { Driver, DriverClass } from './driver.ts';
import type { OpenDatabaseFile } from './file-jobs.ts';
import { refuseForeign } from './migrations.ts';
import { makeFile, translateError } from './open-database.ts';

interface Copy {
  readonly bytes: number;
  readonly episodes: number;
  readonly memories: number;
  readonly isEncrypted: boolean;
}

/** Writes a database to a new file under `newKey`, verifies it, and flushes it to the disk. */
export function copyTo(
  Database: DriverClass,
  { driver, path, key }: OpenDatabaseFile,
  part: string,
  newKey: CipherKey | undefined,
): Copy {
  try {
    makeFile(part);
    driver.prepare('vacuum into ?').run(part);
  } catch (error) {
    throw translateError(error, isDamaged(error) ? path : part);
  }
  if (newKey !== key) changeKey(openDriver(Database, part, key), newKey);
  const counts = check(openDriver(Database, part, newKey, { readonly: true }), part);
  sync(part, 'r+');
  return { ...counts, bytes: statSync(part).size, isEncrypted: newKey !== undefined };
}

const isDamaged = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_CORRUPT');

function changeKey(driver: Driver, newKey: CipherKey | undefined): void {
  try {
    // The copy is flushed once it is checked.
    driver.pragma('synchronous = off');
    chooseCipher(driver);
    driver.rekey(Buffer.from(newKey ?? []));
  } finally {
    driver.close();
  }
}

function check(driver: Driver, part: string): Pick<Copy, 'episodes' | 'memories'> {
  try {
    refuseForeign(driver, part);
    if (driver.pragma('user_version', { simple: true }) === 0)
      throw new SouvenirError('storeNotADatabase', 'the copied file is not a memory');
    const integrity = driver.pragma('integrity_check(1)', { simple: true });
    if (integrity !== 'ok')
      throw new SouvenirError('storeFailed', `the copy is damaged: ${integrity}`, {
        advice: 'Nothing was put in place. Look at the file that was copied with `souvenir doctor`.',
      });
    const count = (table: string) => Number(driver.prepare(`select count(*) from ${table}`).pluck(true).get());
    return { episodes: count('episodes'), memories: count('memories') };
  } finally {
    driver.close();
  }
}

/** The copy may be read by the users who could read the file. */
export function takeAccess(path: string, part: string): void {
  const { mode, uid, gid } = statSync(path);
  if (process.getuid?.() === 0) chownSync(part, uid, gid);
  chmodSync(part, mode & 0o777);
}

/** Gives a whole file its name, which it keeps after a crash. */
export function publish(part: string, path: string): void {
  renameSync(part, path);
  // Windows cannot flush a directory, and does it by itself.
  if (process.platform !== 'win32') sync(dirname(path), 'r');
}

function sync(path: string, flags: 'r' | 'r+'): void {
  const file = openSync(path, flags);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
