import { expect, test } from 'vitest';
import { openKnowledge } from '../../../test/support/knowledge.ts';
import { memoryStore } from '../../stores/memory/memory-store.ts';
import { chunkRow } from './rows.ts';
import { knowledgeHomeOf } from './stored-knowledge.ts';

const ana = { tenantId: 'acme', userId: 'ana', agentId: 'helper' };
const at = new Date('2026-01-01');

test('a chunk that no document names is not found, and the answer says that there is nothing', async () => {
  const store = memoryStore();
  await store.open();
  const knowledge = openKnowledge(store);
  const text = 'The shed key hangs behind the water barrel.';
  const left = { id: 'left', documentId: 'guide', headings: [], text, content: text, position: 1 };
  const guide = { id: 'guide', title: 'Guide', mediaType: 'text/plain', metadata: {} } as const;
  await store.write(knowledgeHomeOf(ana), { at, memories: [chunkRow(knowledgeHomeOf(ana), left, at)] });
  const found = async () => {
    const { items, reason } = await knowledge.recall(ana, 'Where does the shed key hang?', { threshold: 0 });
    return { ids: items.map(({ id }) => id), hasReason: reason !== undefined };
  };
  expect(await found()).toEqual({ ids: [], hasReason: true });
  const other = 'Bees gather nectar from clover.';
  await knowledge.replace(ana, guide, [{ ...left, id: 'bees', text: other, content: other }], at);
  expect(await found()).toEqual({ ids: [], hasReason: true });
  await knowledge.replace(ana, guide, [left], at);
  expect(await found()).toEqual({ ids: ['left'], hasReason: false });
});
