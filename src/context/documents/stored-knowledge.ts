import {
  everyoneOf,
  type HeldChunk,
  type HeldDocument,
  type KnowledgeItem,
  type KnowledgeStore,
} from '../../contracts/knowledge-store.ts';
import { memoryPages } from '../../contracts/memory-pages.ts';
import type { Store } from '../../contracts/store.ts';
import type { Memory } from '../../model/memory.ts';
import { parse } from '../../model/parse.ts';
import type { RecallItem, RecallOptions, RecallResult } from '../../model/recall.ts';
import { EVERYONE, homeOf, type Owner } from '../../model/scope.ts';
import { type KnowledgeConfigInput, knowledgeConfigSchema } from './config.ts';
import { replaceDocument, takeDocument } from './replace-document.ts';
import { CHUNK, chunkOf, DOCUMENT, documentNotesOf, documentOf, documentRowId } from './rows.ts';

/** One query over these owners, by the engine's own recall. */
export type RecallOver = (query: string, owners: readonly Owner[], options: RecallOptions) => Promise<RecallResult>;

export interface StoredKnowledgeOptions extends KnowledgeConfigInput {
  readonly store: Store;
  readonly recall: RecallOver;
}

/** The name of that memory. */
export const KNOWLEDGE = '.knowledge';

/** Where an owner's documents are kept, beside what is remembered: word frequencies and vectors are their own. */
export const knowledgeHomeOf = (owner: Owner): Owner => homeOf({ sharedAs: KNOWLEDGE }, owner);

/** Where an owner's reads look: its own documents, then everybody's. */
export const knowledgeHomesOf = (owner: Owner): Owner[] => [
  ...(owner.userId === EVERYONE ? [] : [knowledgeHomeOf(owner)]),
  knowledgeHomeOf(everyoneOf(owner)),
];

const TOO_FAINT = 'no document is relevant enough';

/** Documents and their chunks as memories of a store, in a home of their own. */
export function storedKnowledge({ store, recall, ...given }: StoredKnowledgeOptions): KnowledgeStore {
  const { topK, tokenBudget, threshold, wordsOnlyThreshold, leastShare } = parse(
    knowledgeConfigSchema,
    given,
    'knowledge',
  );

  async function documentRowOf(home: Owner, documentId: string): Promise<Memory | undefined> {
    const [row] = await store.getMemories(home, [documentRowId(home, documentId)]);
    return row?.status === 'active' ? row : undefined;
  }

  async function itemsOf(found: readonly RecallItem[], home: Owner, asOf: Date | undefined): Promise<KnowledgeItem[]> {
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
    async documents(owner) {
      const held: HeldDocument[] = [];
      for (const home of knowledgeHomesOf(owner))
        for await (const page of memoryPages(store, home, { components: [DOCUMENT], statuses: ['active'] }))
          held.push(...page.map(documentOf));
      return held;
    },
    async chunksOf(owner, documentId) {
      for (const home of knowledgeHomesOf(owner)) {
        const document = await documentRowOf(home, documentId);
        if (document === undefined) continue;
        const rows = await store.getMemories(home, documentNotesOf(document).chunkIds);
        return rows.map((row, at): HeldChunk => chunkOf(row, at + 1));
      }
      return [];
    },
    replace: (owner, document, chunks, at) => replaceDocument(store, knowledgeHomeOf(owner), document, chunks, at),
    remove: (owner, documentId, at) => takeDocument(store, knowledgeHomeOf(owner), documentId, at),
    async recall(owner, query, options = {}) {
      const homes = knowledgeHomesOf(owner);
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
