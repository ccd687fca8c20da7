import {
  type DocumentChunk,
  type DocumentInfo,
  type DocumentStore,
  everyoneOf,
  type FoundChunk,
  type HeldChunk,
  type HeldDocument,
  type Replacement,
} from '../../contracts/document-store.ts';
import { type Changes, memoryPages, type Store } from '../../contracts/store.ts';
import { SouvenirError } from '../../errors.ts';
import type { Memory, MemoryUpdate } from '../../model/memory.ts';
import { parse } from '../../model/parse.ts';
import type { RecallItem, RecallOptions, RecallResult } from '../../model/recall.ts';
import { EVERYONE, homeOf, type Owner } from '../../model/scope.ts';
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

/** One query over these owners, by the engine's own recall. */
export type RecallOver = (query: string, owners: readonly Owner[], options: RecallOptions) => Promise<RecallResult>;

export interface StoredDocumentsOptions extends DocumentsConfigInput {
  readonly store: Store;
  readonly recall: RecallOver;
}

/** The name of the home that holds documents. */
export const DOCUMENTS = '.documents';

/** The home of an owner's documents. Apart from memories, so that word frequencies and vectors do not mix. */
export const documentHomeOf = (owner: Owner): Owner => homeOf({ sharedAs: DOCUMENTS }, owner);

/** The homes an owner reads: its own documents, then the tenant's. */
const documentHomesOf = (owner: Owner): Owner[] => [
  ...(owner.userId === EVERYONE ? [] : [documentHomeOf(owner)]),
  documentHomeOf(everyoneOf(owner)),
];

const TOO_FAINT = 'no document is relevant enough';

/**
 * Documents and their chunks as memories of a store, in a home of their own.
 * @example const documentStore = storedDocuments({ store, recall: (query) => ana.recall(query) });
 */
export function storedDocuments({ store, recall, ...given }: StoredDocumentsOptions): DocumentStore {
  const { topK, tokenBudget, threshold, wordsOnlyThreshold, leastShare } = parse(
    documentsConfigSchema,
    given,
    'documents',
  );

  async function documentRowOf(home: Owner, documentId: string): Promise<Memory | undefined> {
    const [row] = await store.getMemories(home, [documentRowId(home, documentId)]);
    return row?.status === 'active' ? row : undefined;
  }

  async function itemsOf(found: readonly RecallItem[], home: Owner, asOf: Date | undefined): Promise<FoundChunk[]> {
    const rows = await store.getMemories(
      home,
      found.map(({ id }) => id),
      asOf,
    );
    const documentIds = [...new Set(rows.map(({ provenance }) => provenance.documentId ?? ''))];
    const rowIds = documentIds.map((id) => documentRowId(home, id));
    // Of one that is removed by now no moment tells.
    const held = new Set(
      (await store.getMemories(home, rowIds)).flatMap(({ id, status }) => (status === 'forgotten' ? [] : id)),
    );
    const documents = new Map(
      (await store.getMemories(home, rowIds, asOf))
        .filter(({ id }) => held.has(id))
        .map((row) => [row.provenance.documentId, row]),
    );
    return rows.flatMap((row) => {
      const item = found.find(({ id }) => id === row.id);
      const document = documents.get(row.provenance.documentId);
      if (item === undefined || document?.status !== 'active') return [];
      const { title, source, sharedWith } = documentOf(document);
      const position = documentNotesOf(document).chunkIds.indexOf(row.id) + 1;
      // A chunk that its document does not name is left over from a write that was overtaken.
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
      const held: HeldDocument[] = [];
      for (const home of documentHomesOf(owner))
        for await (const page of memoryPages(store, home, { components: [DOCUMENT], statuses: ['active'] }))
          held.push(...page.map(documentOf));
      return held;
    },
    async chunks(owner, documentId) {
      for (const home of documentHomesOf(owner)) {
        const document = await documentRowOf(home, documentId);
        if (document === undefined) continue;
        const rows = await store.getMemories(home, documentNotesOf(document).chunkIds);
        return rows.map((row, at): HeldChunk => chunkOf(row, at + 1));
      }
      return [];
    },
    replace: (owner, document, chunks, at) => replaceDocument(store, documentHomeOf(owner), document, chunks, at),
    remove: (owner, documentId, at) => takeDocument(store, documentHomeOf(owner), documentId, at),
    async search(owner, query, options = {}) {
      const homes = documentHomesOf(owner);
      const result = await recall(query, homes, {
        ...{ topK, tokenBudget, threshold, leastShare, ...options },
        ...{ mode: 'relevant', components: [CHUNK], touch: false },
      });
      const isWordsOnly = options.threshold === undefined && result.evidence['meaning'] === 0;
      const { items: found, reason } =
        result.items.length > 0 && isWordsOnly && result.confidence < wordsOnlyThreshold
          ? { items: [], reason: TOO_FAINT }
          : result;
      const asOf = options.asOf === undefined ? undefined : new Date(options.asOf);
      const read = (await Promise.all(homes.map((home) => itemsOf(found, home, asOf)))).flat();
      const byId = new Map(read.map((item) => [item.id, item]));
      const items = found.flatMap(({ id }) => byId.get(id) ?? []);
      const why = reason ?? (items.length === 0 ? TOO_FAINT : undefined);
      return {
        ...{ items, confidence: result.confidence },
        ...(why !== undefined && { reason: why.replace(/\bmemory\b/, 'document') }),
        degraded: result.degraded,
      };
    },
  };
}

/** Writes new, returning and removed chunks and the document's row at once; nothing where nothing changes. */
async function replaceDocument(
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
          ...removed.map((id) => ({ id, status: 'archived', updatedAt: at }) as const),
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

/** Removes a document and its chunks; returns how many. */
function takeDocument(store: Store, home: Owner, documentId: string, at: Date): Promise<number> {
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

/** A document's progress counts its versions: a second writer, in any process, is refused and tries again. */
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
