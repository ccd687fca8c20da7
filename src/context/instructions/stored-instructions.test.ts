import { join } from 'node:path';
import { expect, it } from 'vitest';
import { instructionStoreConformance } from '../../../test/conformance/instruction-store.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { memoryStore } from '../../index.ts';
import { type Owner, targetOwnerOf } from '../../model/scope.ts';
import { sqliteStore } from '../../stores/sqlite/sqlite-store.ts';
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

it('stored instructions refuse a version without an author', async () => {
  const store = memoryStore();
  await store.open();
  const version = { text: 'Brief.', at: new Date(), author: 'somebody' as 'agent' };
  const owner = { tenantId: 't', userId: 'u', agentId: 'a' };
  await expect(storedInstructions(store).append(owner, version, 0)).rejects.toMatchObject({
    code: 'invalidInput',
    message: expect.stringContaining('version.author'),
  });
});

it('stored instructions have one current version', async () => {
  const store = memoryStore();
  await store.open();
  const owner: Owner = { tenantId: 't', userId: 'u', agentId: 'a' };
  const instructions = storedInstructions(store);
  const home = targetOwnerOf({ sharedAs: '.instructions.a' }, owner);
  const at = new Date('2024-05-01T10:00:00Z');
  for (let after = 0; after < 3; after++)
    await instructions.append(owner, { text: `Version ${after + 1}.`, at, author: 'agent' }, after);
  const holding = async () => store.listMemories(home, { filter: { statuses: ['active'] }, limit: 10 });
  expect((await holding()).map(({ content }) => content)).toEqual(['Version 3.']);

  // As they were written before.
  const all = await store.listMemories(home, { filter: { statuses: ['superseded'] }, limit: 10 });
  await store.write(home, { updates: all.map(({ id }) => ({ id, status: 'active', supersededBy: null })) });
  await instructions.append(owner, { text: 'Version 4.', at, author: 'agent' }, 3);
  expect((await holding()).map(({ content }) => content)).toEqual(['Version 4.']);
  expect((await instructions.versions(owner)).map(({ number }) => number)).toEqual([1, 2, 3, 4]);
});
