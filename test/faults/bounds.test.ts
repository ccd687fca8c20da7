import { expect, it } from 'vitest';
import { createSouvenir } from '../../src/index.ts';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { manyVersions } from './bounds/asked.ts';
import { askForMost } from './bounds/bounds.ts';
import { watched } from './watched.ts';

const folder = temporaryFolder();
/** One that reads as much as it may, in one go, takes hundreds. */
const MOST_ORDINARY_CALLS = 60;
/** `npm run test:faults -- bounds` asks every operation. */
const LARGE = ['memories.add', 'memories.configure'];

it('no request that is as large as one may be keeps others waiting for longer than many ordinary ones would', async () => {
  const held = new Map<string, number>();
  const refused: string[] = [];
  const ordinaryMs = await askForMost(folder, { turns: 100, large: 1 }, LARGE, (asked) => {
    held.set(asked.operation, Math.max(held.get(asked.operation) ?? 0, asked.heldMs));
    if (asked.refused !== undefined) refused.push(`${asked.input}: ${asked.refused}`);
  });
  expect(refused).toEqual([]);
  expect([...held.keys()].sort()).toEqual(LARGE.toSorted());
  expect([...held].filter(([, heldMs]) => heldMs > MOST_ORDINARY_CALLS * ordinaryMs)).toEqual([]);
});

it('the versions of one memory in an import are read while others have their turn', async () => {
  const souvenir = await createSouvenir({ store: sqliteStore({ path: ':memory:' }), embedder: null, reader: null });
  const records = manyVersions(3000)
    .split('\n')
    .map((line) => JSON.parse(line));
  const { cpuMs, longestCpuMs } = await watched(() => souvenir.for({ userId: 'ana' }).import(records));
  expect(longestCpuMs).toBeLessThan(cpuMs / 3);
  await souvenir.close();
});
