import { existsSync } from 'node:fs';
import { inspectDatabase } from '../stores/postgres/open-database.ts';
import { inspectFile, inspectSqlite } from '../stores/sqlite/open-database.ts';
import type { StoreKey } from '../stores/sqlite/store-key.ts';
import { isAddress } from './address.ts';

/** How far the tables of a memory are, and how far this version can bring them; 0 where there are none. */
export interface SchemaStatus {
  /** What keeps them, with its version. */
  readonly engine: string;
  readonly schema: number;
  readonly newest: number;
  /** Of a database: whether there are tables for jobs, and who asks, where row-level security does not hold them. */
  readonly hasJobs?: boolean;
  readonly unwalledRole?: string;
}

/** Looks without changing anything. */
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
