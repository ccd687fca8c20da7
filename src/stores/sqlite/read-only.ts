import { constants } from 'node:fs';
import { access, chmod, copyFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Driver, DriverOptions } from './driver.ts';
import { isNewest, migrate, refuseForeign } from './migrations.ts';

export type Open = (path: string, options?: DriverOptions) => Driver;

const isAccessible = (path: string, mode: number): Promise<boolean> =>
  access(path, mode).then(
    () => true,
    () => false,
  );

/** Whether a file that is there may not be written: SQLite opens it all the same, and fails at the first write. */
export const isUnwritable = async (path: string): Promise<boolean> =>
  path !== ':memory:' && (await isAccessible(path, constants.R_OK)) && !(await isAccessible(path, constants.W_OK));

/** Whether SQLite failed because a file that is there may be read, but nothing be written beside it. */
export async function mayOnlyRead(error: unknown, path: string): Promise<boolean> {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^SQLITE_(?:READONLY|CANTOPEN|PERM)/.test(code) && (await isAccessible(path, constants.R_OK));
}

/**
 * Opens a file that may not be written. SQLite needs to write beside it, also to read: where the folder does not let it, or the schema is an
 * older one, a copy is read that nobody else sees.
 */
export async function openForReading(path: string, open: Open): Promise<Driver> {
  let driver: Driver | undefined;
  try {
    driver = open(path, { readonly: true, fileMustExist: true, timeout: 0 });
    refuseForeign(driver, path);
    if (isNewest(driver)) return driver;
  } catch (error) {
    if (!(await mayOnlyRead(error, path))) throw error;
  }
  driver?.close();
  return openCopy(path, open);
}

async function openCopy(path: string, open: Open): Promise<Driver> {
  const folder = await mkdtemp(join(tmpdir(), 'souvenir-'));
  const copy = join(folder, 'copy.db');
  try {
    await copyFile(path, copy, constants.COPYFILE_FICLONE);
    await chmod(copy, 0o600);
    // What a process that crashed had acknowledged stands there.
    if ((await stat(`${path}-wal`).catch(() => undefined)) !== undefined) {
      await copyFile(`${path}-wal`, `${copy}-wal`);
      await chmod(`${copy}-wal`, 0o600);
    }
    const driver = open(copy, { timeout: 0 });
    driver.pragma('journal_mode = memory');
    driver.transaction(() => migrate(driver, path)).immediate();
    driver.pragma('query_only = on');
    return driver;
  } finally {
    // An open file is read on; where the system does not let it go, it stays until its folder is swept.
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}
