import { refuseForeign } from './migrate.ts';
import { translateError } from './sqlite-error.ts';

export interface SqliteInspection {
  readonly sqliteVersion: string;
  readonly fts5: boolean;
}

export interface FileInspection {
  readonly schemaVersion: number;
  /** `ok`, or what SQLite found wrong. */
  readonly quickCheck: string;
}

/** What the SQLite that comes with the package can do. */
export async function inspectSqlite(): Promise<SqliteInspection> {
  const { default: Database } = await import('better-sqlite3-multiple-ciphers');
  const driver = new Database(':memory:');
  try {
    const row = driver
      .prepare<[], { version: string; fts5: number }>(
        "select sqlite_version() as version, sqlite_compileoption_used('ENABLE_FTS5') as fts5",
      )
      .get();
    return { sqliteVersion: row?.version ?? 'unknown', fts5: row?.fts5 === 1 };
  } finally {
    driver.close();
  }
}

/** How a file is, without changing it. Rejects like the store does for one that is not ours. */
export async function inspectFile(path: string): Promise<FileInspection> {
  const { default: Database } = await import('better-sqlite3-multiple-ciphers');
  try {
    const driver = new Database(path, { readonly: true, fileMustExist: true });
    try {
      refuseForeign(driver, path);
      return {
        schemaVersion: Number(driver.pragma('user_version', { simple: true })),
        quickCheck: String(driver.pragma('quick_check(1)', { simple: true })),
      };
    } finally {
      driver.close();
    }
  } catch (error) {
    throw translateError(error, path);
  }
}
