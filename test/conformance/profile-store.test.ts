import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { storedProfile } from '../../src/context/profile/stored-profile.ts';
import type { Store } from '../../src/contracts/store.ts';
import { memoryStore } from '../../src/stores/memory/memory-store.ts';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { profileStoreConformance } from './profile-store.ts';

const opened = async <Stored extends Store>(store: Stored): Promise<Stored> => {
  await store.open();
  onTestFinished(() => store.close());
  return store;
};

for (const [name, make] of [
  ['memoryStore', memoryStore],
  ['sqliteStore', () => sqliteStore({ path: ':memory:' })],
] as const)
  profileStoreConformance(`storedProfile over ${name}`, async () => {
    const store = await opened(make());
    return { one: storedProfile(store), other: storedProfile(store) };
  });

profileStoreConformance('storedProfile over two connections to one file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'souvenir-profile-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [one, other] = [1, 2].map(() => sqliteStore({ path: join(folder, 'memory.db') }));
  return {
    one: storedProfile(await opened(one as Store)),
    other: storedProfile(await opened(other as Store)),
  };
});
