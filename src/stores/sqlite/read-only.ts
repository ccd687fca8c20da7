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

/** SQLite opens a file without write permission, and fails at the first write. */
export const isUnwritable = async (path: string): Promise<boolean> =>
  path !== ':memory:' && (await isAccessible(path, constants.R_OK)) && !(await isAccessible(path, constants.W_OK));

export async function mayOnlyRead(error: unknown, path: string): Promise<boolean> {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^SQLITE_(?:READONLY|CANTOPEN|PERM)/.test(code) && (await isAccessible(path, constants.R_OK));
}

/** SQLite needs to write next to a file even to read it. If the folder forbids that, or the schema is older, a private copy is read. */
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
    // The log has acknowledged writes of a process that crashed.
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
    // An open file stays readable; if the system refuses to remove it, it stays until its folder is cleared.
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}
