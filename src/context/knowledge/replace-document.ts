import type { KnowledgeChunk, KnowledgeDocument, Replacement } from '../../contracts/knowledge-store.ts';
import type { Store } from '../../contracts/store.ts';
import { SouvenirError } from '../../errors.ts';
import type { Memory, MemoryUpdate } from '../../model/memory.ts';
import type { Owner } from '../../model/scope.ts';
import { chunkRow, documentNotesOf, documentRow, documentRowId, notesOf } from './rows.ts';

/** One write: what is new, what comes back, what goes, and the document's own row if anything of it changed. */
export async function replaceDocument(
  store: Store,
  home: Owner,
  document: KnowledgeDocument,
  chunks: readonly KnowledgeChunk[],
  at: Date,
): Promise<Replacement> {
  const chunkIds = chunks.map(({ id }) => id);
  const wanted = new Set(chunkIds);
  if (wanted.size < chunkIds.length) throw new SouvenirError('invalidInput', 'chunks: two of them have the same id');
  const [row] = await store.getMemories(home, [documentRowId(home, document.id)]);
  const before = row?.status === 'active' ? documentNotesOf(row).chunkIds : [];
  const held = new Set(before);
  const removed = before.filter((id) => !wanted.has(id));
  const added = chunks.filter(({ id }) => !held.has(id));
  const known = new Set(
    (
      await store.getMemories(
        home,
        added.map(({ id }) => id),
      )
    ).map(({ id }) => id),
  );
  const [returning, fresh] = [added.filter(({ id }) => known.has(id)), added.filter(({ id }) => !known.has(id))];
  await store.write(home, {
    at,
    memories: [
      ...fresh.map((chunk) => chunkRow(home, chunk, at)),
      ...(row ? [] : [documentRow(home, document, chunkIds, at)]),
    ],
    updates: [
      ...removed.map((id) => ({ id, status: 'forgotten', updatedAt: at }) as const),
      ...returning.map(({ id }) => ({ id, status: 'active', updatedAt: at }) as const),
      ...(row ? documentUpdate(row, document, chunkIds, at) : []),
    ],
  });
  return { added: added.length, removed: removed.length, kept: chunkIds.length - added.length };
}

function documentUpdate(
  row: Memory,
  document: KnowledgeDocument,
  chunkIds: readonly string[],
  updatedAt: Date,
): MemoryUpdate[] {
  const { title: content, mediaType: category } = document;
  const metadata = notesOf(document, chunkIds);
  const isSame =
    row.status === 'active' &&
    row.content === content &&
    row.category === category &&
    JSON.stringify(documentNotesOf(row)) === JSON.stringify(metadata);
  return isSame ? [] : [{ id: row.id, content, category, metadata, status: 'active', updatedAt }];
}
