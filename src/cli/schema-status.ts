import { existsSync } from 'node:fs';
import { inspectDatabase } from '../stores/postgres/open-database.ts';
import { inspectFile, inspectSqlite } from '../stores/sqlite/open-database.ts';
import type { StoreKey } from '../stores/sqlite/store-key.ts';
import { isAddress } from './address.ts';

/** The schema version of a memory, and the newest one that this version supports; 0 without tables. */
export interface SchemaStatus {
  /** The storage engine, with its version. */
  readonly engine: string;
  readonly schema: number;
  readonly newest: number;
  /** Databases only: whether job tables exist, and the database user if row-level security does not apply to it. */
  readonly hasJobs?: boolean;
  readonly unwalledRole?: string;
}

export async function schemaStatus(location: string, key: StoreKey | undefined): Promise<SchemaStatus> {
  if (isAddress(location)) {
    const { server, vector, schema, newest, hasJobs, role, isUnwalled } = await inspectDatabase(location);
    return {
      engine: `PostgreSQL ${server}, ${vector === null ? 'no pgvector yet' : `pgvector ${vector}`}`,
      ...{ schema, newest, hasJobs, ...(isUnwalled && { unwalledRole: role }) },
    };
  }
  const { sqliteVersion, newestSchema: newest } = await inspectSqlite();
  const schema = existsSync(location) ? (await inspectFile(location, key)).schemaVersion : 0;
  return { engine: `SQLite ${sqliteVersion}`, schema, newest };
}
