import { existsSync, mkdirSync, realpathSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { StoreBackup } from '../../contracts/store.ts';
import { reasonOf, SouvenirError } from '../../errors.ts';
import { identityOf, isAbsent, openDriver, refuseUnfit } from './cipher.ts';
import type { Driver, DriverClass, DriverOptions } from './driver.ts';
import { type DatabaseFile, type FileJobs, WAIT_MS } from './file-jobs.ts';
import { refuseForeign } from './migrations.ts';
import { makeFile, translateError, whenUnlocked } from './open-database.ts';
import { clearParts, partOf } from './part-file.ts';
import { openForReading } from './read-only.ts';
import { copyTo, publish, takeAccess } from './whole-copy.ts';

const EXCLUSIVE_WAIT_MS = 500;

/** Copies a file that others may write to meanwhile; the copy appears whole and checked, or not at all. */
export async function backUp(
  Database: DriverClass,
  { path, key, to, force, isReadOnly }: FileJobs['backUp']['input'],
): Promise<StoreBackup> {
  refuseTaken(to, path, force);
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  await clearParts(to);
  const driver = isReadOnly
    ? await openForReading(path, (file, options) => openDriver(Database, file, key, options))
    : await openSouvenirFile(Database, { path, key }, { fileMustExist: true, timeout: WAIT_MS });
  const part = partOf(to);
  try {
    driver.pragma('query_only = off');
    const copy = copyTo(Database, { driver, path, key }, part, key);
    refuseTaken(to, path, force);
    publish(part, to);
    return { path: to, ...copy };
  } finally {
    driver.close();
    rmSync(part, { force: true });
  }
}

export async function rekey(Database: DriverClass, { key, newKey, ...input }: FileJobs['rekey']['input']) {
  const path = realpathSync(input.path);
  await clearParts(path);
  const driver = await openExclusively(Database, { path, key });
  const part = partOf(path);
  try {
    copyTo(Database, { driver, path, key }, part, newKey);
    takeAccess(path, part);
    publish(part, path);
  } finally {
    driver.close();
    rmSync(part, { force: true });
  }
  return undefined;
}

export async function restore(
  Database: DriverClass,
  { backup, force, key, ...input }: FileJobs['restore']['input'],
): Promise<StoreBackup> {
  mkdirSync(dirname(input.path), { recursive: true, mode: 0o700 });
  const path = existsSync(input.path) ? realpathSync(input.path) : input.path;
  refuseRestoring(path, backup.path, force);
  await clearParts(path);
  const driver = await openSouvenirFile(Database, backup, { readonly: true, fileMustExist: true });
  const wasAbsent = isAbsent(path);
  const part = partOf(path);
  try {
    // Locked until the copy has its name: others wait, and then open the copy.
    makeFile(path);
    const locked = await openExclusively(Database, { path, key }).catch(refuseUnreadable(path));
    try {
      const copy = copyTo(Database, { driver, ...backup }, part, backup.key);
      takeAccess(path, part);
      publish(part, path);
      return { path, ...copy };
    } catch (error) {
      if (wasAbsent) rmSync(path, { force: true });
      throw error;
    } finally {
      locked.close();
    }
  } finally {
    driver.close();
    rmSync(part, { force: true });
  }
}

async function openSouvenirFile(
  Database: DriverClass,
  { path, key }: DatabaseFile,
  options: DriverOptions,
): Promise<Driver> {
  await whenUnlocked(WAIT_MS, () => refuseUnfit(Database, path, key));
  const driver = openDriver(Database, path, key, options);
  try {
    refuseForeign(driver, path);
    return driver;
  } catch (error) {
    driver.close();
    throw translateError(error, path);
  }
}

/** Opens a file that nobody else can open until it is closed, with an empty log; refuses a file that somebody has open. */
async function openExclusively(Database: DriverClass, { path, key }: DatabaseFile): Promise<Driver> {
  const driver = openDriver(Database, path, key, { timeout: 0, fileMustExist: true });
  try {
    await whenUnlocked(EXCLUSIVE_WAIT_MS, () => {
      refuseUnfit(Database, path, key);
      refuseForeign(driver, path);
      // Changes the header of the file; its journal undoes a crash in the middle.
      driver.pragma('journal_mode = delete');
      // Nothing is written from here on: a new file stays empty, and no journal stays next to the copy.
      driver.pragma('journal_mode = memory');
      driver.pragma('locking_mode = exclusive');
      driver.exec('begin exclusive; rollback');
    });
    return driver;
  } catch (error) {
    driver.close();
    const isLocked = error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
    if (!isLocked) throw error;
    throw new SouvenirError('storeLocked', `${path} is in use.`, {
      advice: 'Close every program that has it open, this one too, and try again.',
      cause: error,
    });
  }
}

function refuseTaken(to: string, path: string, force: boolean): void {
  if (existsSync(to) && identityOf(to) === identityOf(path))
    throw new SouvenirError('invalidInput', `${to} is the memory itself.`, { advice: 'Name another file.' });
  if (!force && existsSync(to))
    throw new SouvenirError('conflict', `${to} exists already.`, {
      advice: 'Name another file, or replace it with `force: true`.',
    });
  if (existsSync(`${to}-wal`) || existsSync(`${to}-journal`))
    throw new SouvenirError('conflict', `${to} is a database in use: it has a log beside it.`, {
      advice: 'Name another file.',
    });
}

function refuseRestoring(path: string, backup: string, force: boolean): void {
  if (identityOf(path) === identityOf(backup))
    throw new SouvenirError('invalidInput', `${backup} is the memory itself.`, { advice: 'Name a backup of it.' });
  if (!force && !isAbsent(path))
    throw new SouvenirError('conflict', `${path} is a memory already.`, {
      advice: 'Restore to another path, or replace it with `force: true`.',
    });
}

const refuseUnreadable = (path: string) => (error: unknown) => {
  if (SouvenirError.is(error) && error.code === 'storeLocked') throw error;
  throw new SouvenirError('storeFailed', `${path} cannot be replaced: ${reasonOf(error)}`, {
    advice: 'Close every program that has it open, move it away with its -wal and -shm, and restore again.',
    cause: error,
  });
};
