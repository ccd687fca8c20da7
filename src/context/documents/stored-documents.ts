import {
  type DocumentStore,
  everyoneOf,
  type FoundChunk,
  type HeldChunk,
  type HeldDocument,
} from '../../contracts/document-store.ts';
import { memoryPages, type Store } from '../../contracts/store.ts';
import type { Memory } from '../../model/memory.ts';
import { parse } from '../../model/parse.ts';
import type { RecallItem, RecallOptions, RecallResult } from '../../model/recall.ts';
import { EVERYONE, homeOf, type Owner } from '../../model/scope.ts';
import { type DocumentsConfigInput, documentsConfigSchema } from './config.ts';
import { replaceDocument, takeDocument } from './replace-document.ts';
import { CHUNK, chunkOf, DOCUMENT, documentNotesOf, documentOf, documentRowId } from './rows.ts';

/** One query over these owners, by the engine's own recall. */
export type RecallOver = (query: string, owners: readonly Owner[], options: RecallOptions) => Promise<RecallResult>;

export interface StoredDocumentsOptions extends DocumentsConfigInput {
  readonly store: Store;
  readonly recall: RecallOver;
}

/** The name of that memory. */
export const DOCUMENTS = '.documents';

/** Where an owner's documents are kept, beside what is remembered: word frequencies and vectors are their own. */
export const documentHomeOf = (owner: Owner): Owner => homeOf({ sharedAs: DOCUMENTS }, owner);

/** Where an owner's reads look: its own documents, then everybody's. */
export const documentHomesOf = (owner: Owner): Owner[] => [
  ...(owner.userId === EVERYONE ? [] : [documentHomeOf(owner)]),
  documentHomeOf(everyoneOf(owner)),
];

const TOO_FAINT = 'no document is relevant enough';

/** Documents and their chunks as memories of a store, in a home of their own. */
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
    const documents = new Map(
      (
        await store.getMemories(
          home,
          documentIds.map((id) => documentRowId(home, id)),
          asOf,
        )
      ).map((row) => [row.provenance.documentId, row]),
    );
    return rows.flatMap((row) => {
      const item = found.find(({ id }) => id === row.id);
      const document = documents.get(row.provenance.documentId);
      if (item === undefined || document?.status !== 'active') return [];
      const { title, source, sharedWith } = documentOf(document);
      const position = documentNotesOf(document).chunkIds.indexOf(row.id) + 1;
      // A chunk that its document does not name is left over from a write that another overtook.
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
