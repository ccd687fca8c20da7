import { expect, test } from 'vitest';
import { openDocuments } from '../../../test/support/documents.ts';
import { memoryStore } from '../../stores/memory/memory-store.ts';
import { chunkRow } from './rows.ts';
import { documentOwnerOf } from './stored-documents.ts';

const ana = { tenantId: 'acme', userId: 'ana', agentId: 'helper' };
const at = new Date('2026-01-01');

test('search skips a chunk without a document and reports no result', async () => {
  const store = memoryStore();
  await store.open();
  const documents = openDocuments(store);
  const text = 'The shed key hangs behind the water barrel.';
  const left = { id: 'left', documentId: 'guide', headings: [], text, content: text, position: 1 };
  const guide = { id: 'guide', title: 'Guide', mediaType: 'text/plain', metadata: {} } as const;
  await store.write(documentOwnerOf(ana), { at, memories: [chunkRow(documentOwnerOf(ana), left, at)] });
  const matches = async () => {
    const { items, reason } = await documents.search(ana, 'Where does the shed key hang?', { threshold: 0 });
    return { ids: items.map(({ id }) => id), hasReason: reason !== undefined };
  };
  expect(await matches()).toEqual({ ids: [], hasReason: true });
  const other = 'Bees gather nectar from clover.';
  await documents.replace(ana, guide, [{ ...left, id: 'bees', text: other, content: other }], at);
  expect(await matches()).toEqual({ ids: [], hasReason: true });
  await documents.replace(ana, guide, [left], at);
  expect(await matches()).toEqual({ ids: ['left'], hasReason: false });
});
