// Run as a process of its own: does the jobs of a PostgreSQL database, and says so before each extraction.
//   node job-worker.ts URL SCHEMA MODEL_MS
import { writeSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { createSouvenir, defineAgent } from '../../src/index.ts';
import { postgresJobs, postgresStore } from '../../src/stores/postgres/postgres-store.ts';
import { keeper } from '../support/keeper.ts';

const [url = '', schema = '', modelMs = ''] = process.argv.slice(2);
const slow = keeper({
  async consolidate(batch, context) {
    writeSync(1, 'extracting\n');
    // As long as a model takes.
    await wait(Number(modelMs));
    return keeper().consolidate(batch, context);
  },
});
const souvenir = await createSouvenir({
  ...{ store: postgresStore({ url, schema }), jobs: postgresJobs({ url, schema }) },
  ...{ agents: defineAgent({ components: [slow] }), embedder: null, schedule: {} },
});
process.once('SIGTERM', async () => {
  await souvenir.close();
  process.stdin.destroy();
});
// It does not outlive the tests.
process.stdin.once('end', () => process.exit(1)).resume();
