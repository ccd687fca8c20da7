import pg from 'pg';
import { afterAll, describe, test } from 'vitest';
import { storeConformance } from '../../../test/conformance/store.ts';
import { emptyStores, testServer } from '../../../test/support/postgres.ts';

const server = await testServer();

if ('url' in server) {
  const pool = new pg.Pool({ connectionString: server.url, max: 8 });
  afterAll(() => pool.end());
  storeConformance('postgresStore', emptyStores(pool));
} else describe.skip(`postgresStore as a store: ${server.missing}`, () => test('is skipped', () => undefined));
