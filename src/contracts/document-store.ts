import type { z } from 'zod';
import type { jsonSchema } from '../model/primitives.ts';
import { recallFieldsSchema } from '../model/recall.ts';
import type { Degradation } from '../model/report.ts';
import { EVERYONE, type Owner } from '../model/scope.ts';

export type MediaType = 'text/markdown' | 'text/plain' | 'text/html';

/** The readers of a document: its user, or every user of the tenant. */
export type Audience = 'user' | 'tenant';

export interface DocumentInfo {
  readonly id: string;
  readonly title: string;
  readonly mediaType: MediaType;
  /** A path or an address. */
  readonly source?: string;
  readonly metadata: Readonly<Record<string, z.infer<typeof jsonSchema>>>;
}

/** A document without its text. */
export interface StoredDocument extends DocumentInfo {
  readonly sharedWith: Audience;
  readonly chunks: number;
  readonly createdAt: Date;
  /** The last change of its text or metadata. */
  readonly updatedAt: Date;
}

/** A piece of a document, under its headings from the outermost in. */
export interface DocumentChunk {
  readonly id: string;
  readonly documentId: string;
  readonly headings: readonly string[];
  readonly text: string;
  /** Headings and text together, as they are searched and embedded. */
  readonly content: string;
  /** Counted from 1, in the order of the document. */
  readonly position: number;
}

export interface StoredChunk extends DocumentChunk {
  readonly createdAt: Date;
}

export interface ChunkMatch extends StoredChunk {
  readonly title: string;
  readonly source?: string;
  readonly sharedWith: Audience;
  readonly score: number;
  /** The calibrated chance that it is part of the answer. */
  readonly confidence: number;
  readonly tokens: number;
}

/** The result of a search over documents. */
export interface DocumentSearchResult {
  /** Best first; empty if nothing is relevant. */
  readonly items: readonly ChunkMatch[];
  /** The calibrated chance that a document has an answer, also if `items` is empty. */
  readonly confidence: number;
  /** Why `items` is empty. */
  readonly reason?: string;
  readonly degraded: readonly Degradation[];
}

export const documentSearchOptionsSchema = recallFieldsSchema.pick({
  ...{
    topK: true,
    tokenBudget: true,
    threshold: true,
    minScoreShare: true,
    asOf: true,
    queryVector: true,
    signal: true,
  },
});
export type DocumentSearchOptions = Readonly<z.input<typeof documentSearchOptionsSchema>>;

export interface Replacement {
  readonly added: number;
  readonly removed: number;
  readonly kept: number;
}

/** The owner of a tenant's common documents. Only writes need it: reads return them with the user's own. */
export const everyoneOf = (owner: Owner): Owner => ({ ...owner, userId: EVERYONE });

/**
 * Documents in chunks. All agents of a user read the same. A write changes only documents of its owner; a read also returns the
 * tenant's common ones, and nothing of another user or tenant.
 */
export interface DocumentStore {
  /** The owner's own, then the tenant's; each in the order in which they were first added. */
  list(owner: Owner): Promise<StoredDocument[]>;
  /** In the order of the document; the owner's own if the tenant has one of the same id; empty for an unknown id. */
  chunks(owner: Owner, documentId: string): Promise<StoredChunk[]>;
  /**
   * Replaces the chunks of the document in one transaction. A chunk with a stored id keeps its row, vector and `createdAt`; chunks
   * that are not listed are no longer searched. Concurrent writers of one document, in any process, run one after another.
   */
  replace(owner: Owner, document: DocumentInfo, chunks: readonly DocumentChunk[], at: Date): Promise<Replacement>;
  /** Removes a document and returns the number of its chunks; 0 for an unknown id. */
  remove(owner: Owner, documentId: string, at: Date): Promise<number>;
  search(owner: Owner, query: string, options?: DocumentSearchOptions): Promise<DocumentSearchResult>;
}
