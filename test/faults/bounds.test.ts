import { expect, it } from 'vitest';
import { idleSessions } from '../../src/consolidate/age.ts';
import { createSouvenir } from '../../src/index.ts';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { manyVersions } from './bounds/asked.ts';
import { askForMost } from './bounds/bounds.ts';
import { cpuNow, watched } from './watched.ts';

const folder = temporaryFolder();
/** One that reads as much as it may, in one go, takes hundreds. */
const MAX_ORDINARY_CALLS = 60;
/** `npm run test:faults -- bounds` asks every operation. */
const LARGE = ['memories.add', 'memories.recordSetting', 'sessions.turns', 'memories.list', 'erase'];

it('the largest allowed request delays others no longer than many ordinary ones', async () => {
  const stored = new Map<string, number>();
  const refused: string[] = [];
  const ordinaryMs = await askForMost(folder, { turns: 100, large: 1 }, LARGE, (asked) => {
    stored.set(asked.operation, Math.max(stored.get(asked.operation) ?? 0, asked.blockedMs));
    if (asked.refused !== undefined) refused.push(`${asked.input}: ${asked.refused}`);
  });
  expect(refused).toEqual([]);
  expect([...stored.keys()].sort()).toEqual(LARGE.toSorted());
  expect([...stored].filter(([, blockedMs]) => blockedMs > MAX_ORDINARY_CALLS * ordinaryMs)).toEqual([]);
});

it('importing many versions of one memory yields to other work', async () => {
  const souvenir = await createSouvenir({ store: sqliteStore({ path: ':memory:' }), embedder: null, reader: null });
  const records = manyVersions(3000)
    .split('\n')
    .map((line) => JSON.parse(line));
  const { cpuMs, longestCpuMs } = await watched(() => souvenir.for({ userId: 'ana' }).import(records));
  expect(longestCpuMs).toBeLessThan(cpuMs / 3);
  await souvenir.close();
});

it('a store ends thousands of idle sessions while others have their turn', async () => {
  const store = sqliteStore({ path: ':memory:' });
  await store.open();
  const endedSessions = Array.from({ length: 20_000 }, (_, n) => ({ sessionId: `session ${n}`, at: new Date(0) }));
  const owner = { tenantId: 'default', userId: 'ana', agentId: 'default' };
  const { cpuMs, longestCpuMs } = await watched(() => store.write(owner, { endedSessions }));
  expect(longestCpuMs).toBeLessThan(cpuMs / 3);
  await store.close();
});

it('sessions that were idle are found in time that grows with their number, not with its square', () => {
  const millisecondsOf = (count: number): number => {
    const dates = Array.from({ length: count }, (_, n) => new Date(n * 1000));
    const sessions = dates.map((at, n) => ({ sessionId: `session ${n}`, episodes: 1, firstAt: at, lastAt: at }));
    const began = cpuNow();
    expect(idleSessions(sessions, (count / 2) * 1000)).toHaveLength(count / 2);
    return cpuNow() - began;
  };
  millisecondsOf(2000);
  expect(millisecondsOf(32_000)).toBeLessThan(100 * Math.max(millisecondsOf(2000), 1));
});
