import { z } from 'zod';
import { audienceSchema, type DocumentInput } from '../context/documents/document-input.ts';
import { type IngestReport, ingestDocument, removeDocument, shelfOf } from '../context/documents/ingest-document.ts';
import { documentHomeOf } from '../context/documents/stored-documents.ts';
import {
  type Audience,
  type DocumentSearchOptions,
  type DocumentSearchResult,
  type DocumentStore,
  documentSearchOptionsSchema,
  type HeldChunk,
  type HeldDocument,
} from '../contracts/document-store.ts';
import { parse } from '../model/parse.ts';
import { type Owner, ownerOf, type ScopeInput, scopeInputSchema } from '../model/scope.ts';
import type { Engine } from './engine.ts';

/** Documents, kept and searched beside what is remembered of anybody. */
export interface Knowing {
  /** Takes in a text as Markdown, HTML or plain text. The same id again changes only what changed. */
  ingestDocument(document: DocumentInput, scope?: ScopeInput): Promise<IngestReport>;
  /** Takes a document away with all its chunks, and returns how many those were. */
  removeDocument(id: string, options?: ScopeInput & { readonly sharedWith?: Audience }): Promise<number>;
  documents(scope?: ScopeInput): Promise<HeldDocument[]>;
  documentChunks(id: string, scope?: ScopeInput): Promise<HeldChunk[]>;
  /** What the documents say to this, or nothing and why. */
  recallKnowledge(query: string, options?: DocumentSearchOptions & ScopeInput): Promise<DocumentSearchResult>;
}

const removeSchema = z.strictObject({ ...scopeInputSchema.shape, sharedWith: audienceSchema.default('user') });
const recallSchema = documentSearchOptionsSchema.extend(scopeInputSchema.shape);

export function knowingOf(engine: Engine, documents: DocumentStore, maxTokens?: number): Knowing {
  const { clock, tokenizer } = engine;
  const ownerIn = (scope?: ScopeInput) => ownerOf(engine.scopeOf(scope));
  const homeFor = (owner: Owner, sharedWith?: Audience) => documentHomeOf(shelfOf(owner, sharedWith));
  const size = maxTokens === undefined ? {} : { maxTokens };
  return {
    async ingestDocument(document, scope) {
      const owner = ownerIn(scope);
      const home = homeFor(owner, document?.sharedWith);
      const report = await engine.inTurn(home, () =>
        ingestDocument(document, { owner, documents, clock, tokenizer, ...size }),
      );
      engine.embedLater(home);
      return report;
    },
    async removeDocument(id, options = {}) {
      const { sharedWith, ...scope } = parse(removeSchema, options, 'removeDocument');
      const owner = ownerIn(scope);
      const documentId = parse(z.string(), id, 'id');
      return engine.inTurn(homeFor(owner, sharedWith), () =>
        removeDocument(documentId, { owner, documents, clock }, sharedWith),
      );
    },
    async documents(scope) {
      return documents.list(ownerIn(scope));
    },
    async documentChunks(id, scope) {
      return documents.chunks(ownerIn(scope), parse(z.string(), id, 'id'));
    },
    async recallKnowledge(query, input = {}) {
      const parsed = parse(recallSchema, input, 'recallKnowledge');
      const { tenantId, userId, agentId, projectId: _, sessionId: __, ...options } = parsed;
      // What is undefined would take the place of the settings.
      const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
      return documents.search(ownerIn({ tenantId, userId, agentId }), parse(z.string(), query, 'query'), given);
    },
  };
}
