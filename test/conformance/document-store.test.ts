import { join } from 'node:path';
import type { Store } from '../../src/contracts/store.ts';
import { memoryStore } from '../../src/stores/memory/memory-store.ts';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { openDocuments } from '../support/documents.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { documentStoreConformance } from './document-store.ts';

const folder = temporaryFolder();
let files = 0;

const over = (makeStores: () => readonly [Store, Store]) => async () => {
  const [one, other] = makeStores();
  await Promise.all([one.open(), other.open()]);
  return {
    ...{ documents: openDocuments(one), again: openDocuments(other) },
    close: async () => void (await Promise.all([one.close(), other.close()])),
  };
};

documentStoreConformance(
  'storedDocuments over memoryStore',
  over(() => {
    const store = memoryStore();
    return [store, store];
  }),
);
documentStoreConformance(
  'storedDocuments over sqliteStore',
  over(() => {
    const path = join(folder, `${files++}.db`);
    return [sqliteStore({ path }), sqliteStore({ path })];
  }),
);
