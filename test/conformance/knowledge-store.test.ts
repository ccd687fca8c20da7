import type { Store } from '../../src/contracts/store.ts';
import { memoryStore } from '../../src/stores/memory/memory-store.ts';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { openKnowledge } from '../support/knowledge.ts';
import { knowledgeStoreConformance } from './knowledge-store.ts';

const over = (makeStore: () => Store) => async () => {
  const store = makeStore();
  await store.open();
  return { knowledge: openKnowledge(store), close: () => store.close() };
};

knowledgeStoreConformance('storedKnowledge over memoryStore', over(memoryStore));
knowledgeStoreConformance(
  'storedKnowledge over sqliteStore',
  over(() => sqliteStore({ path: ':memory:' })),
);
