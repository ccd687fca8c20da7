import { afterAll, describe } from 'vitest';
import { storeConformance } from '../../../test/conformance/store.ts';
import { pglitePool } from '../../../test/support/pglite.ts';
import { emptyStores, testServer } from '../../../test/support/postgres.ts';

/** Where there is a server, it shows the same in the usual run. */
const tags = 'url' in (await testServer()) ? ['long'] : [];

describe('within the process', { tags }, () => {
  const opening = pglitePool().then((pool) => ({ pool, makeStore: emptyStores(pool) }));
  afterAll(async () => (await opening).pool.end());
  storeConformance('postgresStore on PGlite', async () => (await opening).makeStore());
});
