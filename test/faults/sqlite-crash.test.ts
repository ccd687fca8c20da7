import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { inspectFile } from '../../src/stores/sqlite/open-database.ts';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { minute, vector } from '../conformance/store/samples.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { changesOf, EMBEDDER, MEMORIES_PER_WRITE, OWNER } from './sqlite-changes.ts';

const WRITER = fileURLToPath(new URL('sqlite-writer.ts', import.meta.url));
const folder = temporaryFolder();

/** Kills a writer in mid-work, some time after it has said `enough`; returns the last number it said was durable. */
async function writeUntilKilled(path: string, prefix: string, enough: number): Promise<number> {
  const child = spawn(process.execPath, [WRITER, path, prefix, '100000'], { stdio: ['ignore', 'pipe', 'inherit'] });
  let last = -1;
  for await (const line of createInterface({ input: child.stdout })) {
    last = Number(line);
    if (last === enough) child.kill('SIGKILL');
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  expect(child.signalCode).toBe('SIGKILL');
  return last;
}

test('a writer killed in mid-write loses nothing that resolved and leaves nothing torn', async () => {
  const path = join(folder, 'crash.db');
  const limit = 100_000;
  let expectedEpisodes = 0;
  for (const [round, enough] of [3, 11, 26, 40, 57].entries()) {
    const prefix = `round${round}`;
    const last = await writeUntilKilled(path, prefix, enough);
    expect(last).toBeGreaterThanOrEqual(enough);

    const store = sqliteStore({ path });
    await store.open();
    const episodes = await store.listEpisodes(OWNER, { sessionId: prefix, limit });
    expect(episodes.length).toBeGreaterThan(last);
    expect(episodes.map(({ position }) => position)).toEqual(episodes.map((_, index) => index + 1));
    expectedEpisodes += episodes.length;

    const expectedMemories = expectedEpisodes * MEMORIES_PER_WRITE;
    const query = { filter: {}, limit };
    const { memories } = await store.stats(OWNER);
    const near = await store.searchVector(OWNER, { embedderId: EMBEDDER, vector: vector(1, 1, 1), ...query });
    const matches = await store.searchText(OWNER, { terms: ['shared'], ...query });
    expect([memories.active, near.length, matches.length]).toEqual([
      expectedMemories,
      expectedMemories,
      expectedMemories,
    ]);
    expect(await store.countUnembedded(OWNER, EMBEDDER)).toBe(0);
    const first = { filter: { asOf: minute(0) }, limit };
    const nearThen = await store.searchVector(OWNER, { embedderId: EMBEDDER, vector: vector(1, 1, 1), ...first });
    const matchesThen = await store.searchText(OWNER, { terms: ['shared'], ...first });
    expect([nearThen.length, matchesThen.length]).toEqual([expectedMemories, expectedMemories]);
    for (const [number] of episodes.entries()) {
      const [, second] = await store.versionsOf(OWNER, [`${prefix}-${number}-0`]);
      expect(second?.since).toEqual(number + 1 < episodes.length ? minute(number + 1) : undefined);
    }
    expect(await store.progressSteps(OWNER)).toHaveLength(expectedEpisodes);

    await store.write(OWNER, changesOf(prefix, episodes.length));
    expectedEpisodes += 1;
    await store.close();
    expect((await inspectFile(path)).quickCheck).toBe('ok');
  }
});
