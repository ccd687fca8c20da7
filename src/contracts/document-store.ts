import type { z } from 'zod';
import type { jsonSchema } from '../model/primitives.ts';
import { recallFieldsSchema } from '../model/recall.ts';
import type { Degradation } from '../model/report.ts';
import { EVERYONE, type Owner } from '../model/scope.ts';

export type MediaType = 'text/markdown' | 'text/plain' | 'text/html';

/** Who may read a document: its user alone, or every user of the tenant. */
export type Audience = 'user' | 'tenant';

/** What is known of a document apart from its text. */
export interface DocumentInfo {
  readonly id: string;
  readonly title: string;
  readonly mediaType: MediaType;
  /** Where it came from: a path, an address. */
  readonly source?: string;
  readonly metadata: Readonly<Record<string, z.infer<typeof jsonSchema>>>;
}

/** A document as it is held. */
export interface StoredDocument extends DocumentInfo {
  readonly sharedWith: Audience;
  readonly chunks: number;
  readonly createdAt: Date;
  /** When its text or what is known of it last changed. */
  readonly updatedAt: Date;
}

/** A piece of a document, under its headings from the outermost in. */
export interface DocumentChunk {
  readonly id: string;
  readonly documentId: string;
  readonly headings: readonly string[];
  readonly text: string;
  /** What is searched and embedded: headings and text together. */
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
  /** How likely it is part of the answer. */
  readonly confidence: number;
  /** Of its content. */
  readonly tokens: number;
}

export interface DocumentSearchResult {
  /** Best first; empty when nothing held is relevant. */
  readonly items: readonly ChunkMatch[];
  /** How likely it is that a document holds an answer, told even when none is given. */
  readonly confidence: number;
  /** Why there is nothing, when there is nothing. */
  readonly reason?: string;
  readonly degraded: readonly Degradation[];
}

export const documentSearchOptionsSchema = recallFieldsSchema.pick({
  ...{ topK: true, tokenBudget: true, threshold: true, leastShare: true, asOf: true, queryVector: true, signal: true },
});
export type DocumentSearchOptions = Readonly<z.input<typeof documentSearchOptionsSchema>>;

/** What `replace` did, in chunks. */
export interface Replacement {
  readonly added: number;
  readonly removed: number;
  readonly kept: number;
}

/** Where a tenant's common documents are written. Reads need no such owner: they see them beside the user's own. */
export const everyoneOf = (owner: Owner): Owner => ({ ...owner, userId: EVERYONE });

/**
 * Documents in chunks, apart from what is remembered of anybody. All agents of a user read the same. A write touches what the
 * owner itself holds; a read also sees what everybody of the tenant may read, and nothing of another user or tenant.
 */
export interface DocumentStore {
  /** The owner's own, then those of everybody; each in the order in which they were first ingested. */
  list(owner: Owner): Promise<StoredDocument[]>;
  /** In the order of the document; the owner's own where everybody has one of the same id; none of an unknown one. */
  chunks(owner: Owner, documentId: string): Promise<StoredChunk[]>;
  /**
   * Makes these the chunks of the document, all at once. A chunk whose id is held stays as it is, with its row, its vector and its
   * beginning; those not named are found by no search from then on. Writers of one document come one after another, in whichever
   * process they are.
   */
  replace(owner: Owner, document: DocumentInfo, chunks: readonly DocumentChunk[], at: Date): Promise<Replacement>;
  /** Takes a document away with all its chunks, and tells how many; 0 for an unknown one. */
  remove(owner: Owner, documentId: string, at: Date): Promise<number>;
  /** What is relevant to the query, or nothing and why. */
  search(owner: Owner, query: string, options?: DocumentSearchOptions): Promise<DocumentSearchResult>;
}
