import { join } from 'node:path';
import type { Store } from '../../src/contracts/store.ts';
import { memoryStore } from '../../src/stores/memory/memory-store.ts';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { openKnowledge } from '../support/knowledge.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { knowledgeStoreConformance } from './knowledge-store.ts';

const folder = temporaryFolder();
let files = 0;

const over = (makeStores: () => readonly [Store, Store]) => async () => {
  const [one, other] = makeStores();
  await Promise.all([one.open(), other.open()]);
  return {
    ...{ knowledge: openKnowledge(one), again: openKnowledge(other) },
    close: async () => void (await Promise.all([one.close(), other.close()])),
  };
};

knowledgeStoreConformance(
  'storedKnowledge over memoryStore',
  over(() => {
    const store = memoryStore();
    return [store, store];
  }),
);
knowledgeStoreConformance(
  'storedKnowledge over sqliteStore',
  over(() => {
    const path = join(folder, `${files++}.db`);
    return [sqliteStore({ path }), sqliteStore({ path })];
  }),
);
