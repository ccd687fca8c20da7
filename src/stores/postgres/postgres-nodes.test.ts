import pg from 'pg';
import { afterAll, describe, test } from 'vitest';
import { storeConformance } from '../../../test/conformance/store.ts';
import { emptyStores, testServer } from '../../../test/support/postgres.ts';
import { postgresNodes } from './postgres-nodes.ts';

const server = await testServer();

if ('url' in server) {
  const pool = new pg.Pool({ connectionString: server.url, max: 8 });
  const directory = new pg.Pool({ connectionString: server.url, max: 8 });
  const schema = `nodes_${process.pid}`;
  afterAll(async () => {
    await directory.query(`drop schema if exists ${schema}_directory cascade`);
    await Promise.all([pool.end(), directory.end()]);
  });
  const empty = emptyStores(pool);
  describe('several databases', { tags: ['long'] }, () =>
    storeConformance('postgresNodes', () =>
      postgresNodes({ directory: { pool: directory, schema }, nodes: { one: empty(), two: empty() } }),
    ),
  );
} else describe.skip(`postgresNodes as a store: ${server.missing}`, () => test('is skipped', () => undefined));
