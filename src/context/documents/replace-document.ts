import type { DocumentChunk, DocumentInfo, Replacement } from '../../contracts/document-store.ts';
import type { Changes, Store } from '../../contracts/store.ts';
import { SouvenirError } from '../../errors.ts';
import type { Memory, MemoryUpdate } from '../../model/memory.ts';
import type { Owner } from '../../model/scope.ts';
import { untilWritten } from '../until-written.ts';
import { chunkRow, DOCUMENT, documentNotesOf, documentRow, documentRowId, notesOf } from './rows.ts';

/** One write: what is new, what comes back, what goes, and the document's own row. Nothing where nothing changes. */
export async function replaceDocument(
  store: Store,
  home: Owner,
  document: DocumentInfo,
  chunks: readonly DocumentChunk[],
  at: Date,
): Promise<Replacement> {
  const chunkIds = chunks.map(({ id }) => id);
  const wanted = new Set(chunkIds);
  if (wanted.size < chunkIds.length) throw new SouvenirError('invalidInput', 'chunks: two of them have the same id');
  return untilWritten(
    async () => {
      const [row] = await store.getMemories(home, [documentRowId(home, document.id)]);
      const before = row?.status === 'active' ? documentNotesOf(row).chunkIds : [];
      const held = new Set(before);
      const added = chunks.filter(({ id }) => !held.has(id));
      const addedIds = added.map(({ id }) => id);
      const known = new Set((await store.getMemories(home, addedIds)).map(({ id }) => id));
      return { row, added, known, removed: before.filter((id) => !wanted.has(id)) };
    },
    async ({ row, added, known, removed }) => {
      const counts = { added: added.length, removed: removed.length, kept: chunkIds.length - added.length };
      if (row !== undefined && saysSame(row, document, chunkIds)) return counts;
      const [returning, fresh] = [added.filter(({ id }) => known.has(id)), added.filter(({ id }) => !known.has(id))];
      const version = versionAfter(row);
      const { title: content, mediaType: category } = document;
      const metadata = notesOf(document, chunkIds, version);
      await store.write(home, {
        at,
        memories: [
          ...fresh.map((chunk) => chunkRow(home, chunk, at)),
          ...(row === undefined ? [documentRow(home, document, metadata, at)] : []),
        ],
        updates: [
          ...removed.map((id) => forgotten(id, at)),
          ...returning.map(({ id }) => ({ id, status: 'active', updatedAt: at }) as const),
          ...(row === undefined
            ? []
            : [{ id: row.id, content, category, metadata, status: 'active', updatedAt: at } as const]),
        ],
        progress: stepTo(version, home, document.id),
      });
      return counts;
    },
  );
}

/** Takes a document away with all its chunks, and tells how many. */
export function takeDocument(store: Store, home: Owner, documentId: string, at: Date): Promise<number> {
  return untilWritten(
    async () => (await store.getMemories(home, [documentRowId(home, documentId)]))[0],
    async (row) => {
      if (row?.status !== 'active') return 0;
      const { chunkIds } = documentNotesOf(row);
      const version = versionAfter(row);
      const metadata = { ...row.metadata, version };
      await store.write(home, {
        at,
        updates: [{ ...forgotten(row.id, at), metadata }, ...chunkIds.map((id) => forgotten(id, at))],
        progress: stepTo(version, home, documentId),
      });
      return chunkIds.length;
    },
  );
}

const forgotten = (id: string, updatedAt: Date): MemoryUpdate => ({ id, status: 'forgotten', updatedAt });

const versionAfter = (row: Memory | undefined): number => (row === undefined ? 0 : documentNotesOf(row).version) + 1;

/** Each document's own progress counts its versions: whoever comes second is refused, whatever the process, and looks again. */
const stepTo = (version: number, home: Owner, documentId: string): NonNullable<Changes['progress']> => [
  { component: DOCUMENT, sessionId: documentRowId(home, documentId), from: version - 1, through: version },
];

function saysSame(row: Memory, document: DocumentInfo, chunkIds: readonly string[]): boolean {
  const notes = documentNotesOf(row);
  return (
    row.status === 'active' &&
    row.content === document.title &&
    row.category === document.mediaType &&
    JSON.stringify(notes) === JSON.stringify(notesOf(document, chunkIds, notes.version))
  );
}
