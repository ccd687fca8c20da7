import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { postgresJobs, postgresStore } from '../../src/stores/postgres/postgres-store.ts';
import { freshCli } from '../support/cli.ts';
import { freshDatabase, testServer } from '../support/postgres.ts';

const cli = freshCli();
const server = await testServer();
const reason = 'missing' in server ? `: ${server.missing}` : '';

/** Starts a worker, waits until it says that it works, and lends it out; then it is told to stop. */
async function whileWorking(args: readonly string[], work: () => Promise<void> = async () => {}) {
  const child = cli.start(['worker', '--embedder', 'none', ...args]);
  const stderr = text(child.stderr);
  const ended = once(child, 'exit');
  try {
    for await (const line of createInterface({ input: child.stdout })) if (line.includes('works for')) break;
    await work();
  } finally {
    child.kill('SIGTERM');
  }
  return { ended: await ended, stderr: await stderr };
}

test('a worker runs on a file and stops cleanly', async () => {
  expect((await cli.souvenir(['worker'])).stderr).toContain('there is no memory');
  expect((await cli.souvenir(['worker', '--user', 'ana'])).stderr).toContain('a worker serves all scopes');
  await cli.plain('record', 'The lamp is by the door.', '--user', 'ana');
  const { ended, stderr } = await whileWorking(['--redrive']);
  expect(ended).toEqual([0, null]);
  expect(stderr).toContain('0 jobs queued again');
});

/** As `npx` does it: something in between that ends at a signal without passing it on. */
const IN_BETWEEN = `require('node:child_process').spawn(process.execPath, process.argv.slice(1), { stdio: 'inherit' });`;

test('a worker started by npx stops when npx ends', async () => {
  await cli.plain('record', 'The lamp is by the door.');
  const child = cli.start(['worker', '--embedder', 'none'], {
    nodeOptions: ['-e', IN_BETWEEN],
    variables: { npm_lifecycle_event: 'npx', npm_lifecycle_script: "'souvenir'" },
  });
  const stderr = text(child.stderr);
  for await (const line of createInterface({ input: child.stdout })) if (line.includes('works for')) break;
  child.kill('SIGKILL');
  expect(await stderr).toContain('stopping');
});

test.skipIf(reason !== '')(`a worker on a database does the jobs of another process${reason}`, async () => {
  const database = await freshDatabase('url' in server ? server.url : '');
  const owner = { tenantId: 'default', userId: 'ana', agentId: 'default' };
  const place = ['--store', database.url];
  await cli.plain('record', 'My brother lives in Porto.', '--at', '2026-03-01', '--user', 'ana', ...place);
  const [store, jobs] = [postgresStore({ url: database.url }), postgresJobs({ url: database.url })];
  await store.open();
  expect(await jobs.send({ kind: 'upkeep', owner })).toBe(true);
  const { ended } = await whileWorking(place, async () => {
    while ((await store.listMemories(owner, { filter: {}, limit: 1 })).length === 0) await wait(50);
  });
  expect(ended).toEqual([0, null]);
  await Promise.all([store.close(), jobs.stop()]);
  await database.remove();
});
