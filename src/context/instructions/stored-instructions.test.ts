import { join } from 'node:path';
import { expect, it } from 'vitest';
import { instructionStoreConformance } from '../../../test/conformance/instruction-store.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { memoryStore, sqliteStore } from '../../index.ts';
import { storedInstructions } from './stored-instructions.ts';

const folder = temporaryFolder();
let files = 0;

instructionStoreConformance('storedInstructions over memoryStore', async () => {
  const store = memoryStore();
  await store.open();
  return { instructions: storedInstructions(store), again: storedInstructions(store), close: () => store.close() };
});

instructionStoreConformance('storedInstructions over sqliteStore', async () => {
  const path = join(folder, `${files++}.db`);
  const stores = [sqliteStore({ path }), sqliteStore({ path })] as const;
  for (const store of stores) await store.open();
  const [instructions, again] = [storedInstructions(stores[0]), storedInstructions(stores[1])];
  return { instructions, again, close: async () => void (await Promise.all(stores.map((store) => store.close()))) };
});

it('refuses a version that says no author', async () => {
  const store = memoryStore();
  await store.open();
  const version = { text: 'Brief.', at: new Date(), author: 'somebody' as 'agent' };
  const owner = { tenantId: 't', userId: 'u', agentId: 'a' };
  await expect(storedInstructions(store).append(owner, version, 0)).rejects.toMatchObject({
    code: 'invalidInput',
    message: expect.stringContaining('version.author'),
  });
});
