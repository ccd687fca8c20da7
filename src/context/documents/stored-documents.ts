import {
  type ChunkMatch,
  type DocumentChunk,
  type DocumentInfo,
  type DocumentStore,
  everyoneOf,
  type Replacement,
  type StoredChunk,
  type StoredDocument,
} from '../../contracts/document-store.ts';
import { type Changes, memoryPages, type Store } from '../../contracts/store.ts';
import { SouvenirError } from '../../errors.ts';
import type { Memory, MemoryUpdate } from '../../model/memory.ts';
import { parse } from '../../model/parse.ts';
import type { RecallItem, RecallOptions, RecallResult } from '../../model/recall.ts';
import { EVERYONE, type Owner, targetOwnerOf } from '../../model/scope.ts';
import { untilWritten } from '../../reconcile/until-written.ts';
import { type DocumentsConfigInput, documentsConfigSchema } from './ingest-document.ts';
import {
  CHUNK,
  chunkOf,
  chunkRow,
  DOCUMENT,
  documentNotesOf,
  documentOf,
  documentRow,
  documentRowId,
  notesOf,
} from './rows.ts';

export type RecallOver = (query: string, owners: readonly Owner[], options: RecallOptions) => Promise<RecallResult>;

export interface StoredDocumentsOptions extends DocumentsConfigInput {
  readonly store: Store;
  readonly recall: RecallOver;
}

export const DOCUMENTS = '.documents';

/**
 * The owner of an owner's documents. It differs from that of memories, so that word frequencies and vectors do not mix.
 */
export const documentOwnerOf = (owner: Owner): Owner => targetOwnerOf({ sharedAs: DOCUMENTS }, owner);

const documentOwnersOf = (owner: Owner): Owner[] => [
  ...(owner.userId === EVERYONE ? [] : [documentOwnerOf(owner)]),
  documentOwnerOf(everyoneOf(owner)),
];

const NOT_RELEVANT = 'no document is relevant enough';

/**
 * Documents and their chunks as memories of a store, under an owner of their own.
 * @example const documentStore = storedDocuments({ store, recall: (query) => ana.recall(query) });
 */
export function storedDocuments({ store, recall, ...given }: StoredDocumentsOptions): DocumentStore {
  const { topK, tokenBudget, threshold, wordsOnlyThreshold, minScoreShare } = parse(
    documentsConfigSchema,
    given,
    'documents',
  );

  async function documentRowOf(targetOwner: Owner, documentId: string): Promise<Memory | undefined> {
    const [row] = await store.getMemories(targetOwner, [documentRowId(targetOwner, documentId)]);
    return row?.status === 'active' ? row : undefined;
  }

  async function itemsOf(
    recalled: readonly RecallItem[],
    targetOwner: Owner,
    asOf: Date | undefined,
  ): Promise<ChunkMatch[]> {
    const rows = await store.getMemories(
      targetOwner,
      recalled.map(({ id }) => id),
      asOf,
    );
    const documentIds = [...new Set(rows.map(({ provenance }) => provenance.documentId ?? ''))];
    const rowIds = documentIds.map((id) => documentRowId(targetOwner, id));
    // A removed document is not returned, also as of an earlier moment.
    const presentIds = new Set(
      (await store.getMemories(targetOwner, rowIds)).flatMap(({ id, status }) => (status === 'forgotten' ? [] : id)),
    );
    const documents = new Map(
      (await store.getMemories(targetOwner, rowIds, asOf))
        .filter(({ id }) => presentIds.has(id))
        .map((row) => [row.provenance.documentId, row]),
    );
    return rows.flatMap((row) => {
      const item = recalled.find(({ id }) => id === row.id);
      const document = documents.get(row.provenance.documentId);
      if (item === undefined || document?.status !== 'active') return [];
      const { title, source, sharedWith } = documentOf(document);
      const position = documentNotesOf(document).chunkIds.indexOf(row.id) + 1;
      // A chunk without a position is left over from a write that lost a conflict.
      if (position === 0) return [];
      return {
        ...chunkOf(row, position),
        ...{ title, sharedWith, score: item.score, confidence: item.confidence, tokens: item.tokens },
        ...(source !== undefined && { source }),
      };
    });
  }

  return {
    async list(owner) {
      const documents: StoredDocument[] = [];
      for (const targetOwner of documentOwnersOf(owner))
        for await (const page of memoryPages(store, targetOwner, { components: [DOCUMENT], statuses: ['active'] }))
          documents.push(...page.map(documentOf));
      return documents;
    },
    async chunks(owner, documentId) {
      for (const targetOwner of documentOwnersOf(owner)) {
        const document = await documentRowOf(targetOwner, documentId);
        if (document === undefined) continue;
        const rows = await store.getMemories(targetOwner, documentNotesOf(document).chunkIds);
        return rows.map((row, at): StoredChunk => chunkOf(row, at + 1));
      }
      return [];
    },
    replace: (owner, document, chunks, at) => replaceDocument(store, documentOwnerOf(owner), document, chunks, at),
    remove: (owner, documentId, at) => removeStored(store, documentOwnerOf(owner), documentId, at),
    async search(owner, query, options = {}) {
      const targetOwners = documentOwnersOf(owner);
      const result = await recall(query, targetOwners, {
        ...{ topK, tokenBudget, threshold, minScoreShare, ...options },
        ...{ mode: 'relevant', components: [CHUNK], touch: false },
      });
      const isWordsOnly = options.threshold === undefined && result.evidence['meaning'] === 0;
      const { items: recalled, reason } =
        result.items.length > 0 && isWordsOnly && result.confidence < wordsOnlyThreshold
          ? { items: [], reason: NOT_RELEVANT }
          : result;
      const asOf = options.asOf === undefined ? undefined : new Date(options.asOf);
      const read = (await Promise.all(targetOwners.map((targetOwner) => itemsOf(recalled, targetOwner, asOf)))).flat();
      const byId = new Map(read.map((item) => [item.id, item]));
      const items = recalled.flatMap(({ id }) => byId.get(id) ?? []);
      const why = reason ?? (items.length === 0 ? NOT_RELEVANT : undefined);
      return {
        ...{ items, confidence: result.confidence },
        ...(why !== undefined && { reason: why.replace(/\bmemory\b/, 'document') }),
        degraded: result.degraded,
      };
    },
  };
}

/** Writes new, restored and removed chunks and the document row in one transaction; nothing without a change. */
async function replaceDocument(
  store: Store,
  targetOwner: Owner,
  document: DocumentInfo,
  chunks: readonly DocumentChunk[],
  at: Date,
): Promise<Replacement> {
  const chunkIds = chunks.map(({ id }) => id);
  const wanted = new Set(chunkIds);
  if (wanted.size < chunkIds.length) throw new SouvenirError('invalidInput', 'chunks: two of them have the same id');
  return untilWritten(
    async () => {
      const [row] = await store.getMemories(targetOwner, [documentRowId(targetOwner, document.id)]);
      const before = row?.status === 'active' ? documentNotesOf(row).chunkIds : [];
      const existingIds = new Set(before);
      const added = chunks.filter(({ id }) => !existingIds.has(id));
      const addedIds = added.map(({ id }) => id);
      const known = new Set((await store.getMemories(targetOwner, addedIds)).map(({ id }) => id));
      return { row, added, known, removed: before.filter((id) => !wanted.has(id)) };
    },
    async ({ row, added, known, removed }) => {
      const counts = { added: added.length, removed: removed.length, kept: chunkIds.length - added.length };
      if (row !== undefined && isUnchanged(row, document, chunkIds)) return counts;
      const [returning, fresh] = [added.filter(({ id }) => known.has(id)), added.filter(({ id }) => !known.has(id))];
      const version = versionAfter(row);
      const { title: content, mediaType: category } = document;
      const metadata = notesOf(document, chunkIds, version);
      await store.write(targetOwner, {
        at,
        memories: [
          ...fresh.map((chunk) => chunkRow(targetOwner, chunk, at)),
          ...(row === undefined ? [documentRow(targetOwner, document, metadata, at)] : []),
        ],
        updates: [
          ...removed.map((id) => ({ id, status: 'archived', updatedAt: at }) as const),
          ...returning.map(({ id }) => ({ id, status: 'active', updatedAt: at }) as const),
          ...(row === undefined
            ? []
            : [{ id: row.id, content, category, metadata, status: 'active', updatedAt: at } as const]),
        ],
        progress: progressTo(version, targetOwner, document.id),
      });
      return counts;
    },
  );
}

function removeStored(store: Store, targetOwner: Owner, documentId: string, at: Date): Promise<number> {
  return untilWritten(
    async () => (await store.getMemories(targetOwner, [documentRowId(targetOwner, documentId)]))[0],
    async (row) => {
      if (row?.status !== 'active') return 0;
      const { chunkIds } = documentNotesOf(row);
      const version = versionAfter(row);
      const metadata = { ...row.metadata, version };
      await store.write(targetOwner, {
        at,
        updates: [{ ...forgotten(row.id, at), metadata }, ...chunkIds.map((id) => forgotten(id, at))],
        progress: progressTo(version, targetOwner, documentId),
      });
      return chunkIds.length;
    },
  );
}

const forgotten = (id: string, updatedAt: Date): MemoryUpdate => ({ id, status: 'forgotten', updatedAt });

const versionAfter = (row: Memory | undefined): number => (row === undefined ? 0 : documentNotesOf(row).version) + 1;

/** A document's progress counts its versions: a second writer, in any process, is refused and retries. */
const progressTo = (version: number, targetOwner: Owner, documentId: string): NonNullable<Changes['progress']> => [
  { component: DOCUMENT, sessionId: documentRowId(targetOwner, documentId), from: version - 1, through: version },
];

function isUnchanged(row: Memory, document: DocumentInfo, chunkIds: readonly string[]): boolean {
  const notes = documentNotesOf(row);
  return (
    row.status === 'active' &&
    row.content === document.title &&
    row.category === document.mediaType &&
    JSON.stringify(notes) === JSON.stringify(notesOf(document, chunkIds, notes.version))
  );
}
