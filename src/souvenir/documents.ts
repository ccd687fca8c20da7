import { z } from 'zod';
import {
  audienceOwnerOf,
  audienceSchema,
  type DocumentInput,
  type IngestReport,
  ingestDocument,
  removeDocument,
} from '../context/documents/ingest-document.ts';
import { documentOwnerOf } from '../context/documents/stored-documents.ts';
import {
  type Audience,
  type DocumentSearchOptions,
  type DocumentSearchResult,
  type DocumentStore,
  documentSearchOptionsSchema,
  type StoredChunk,
  type StoredDocument,
} from '../contracts/document-store.ts';
import { parse } from '../model/parse.ts';
import { messageSchema, nameSchema } from '../model/primitives.ts';
import { ownerOf, type Scope } from '../model/scope.ts';
import type { Engine } from './engine.ts';

/** Documents, chunked and searched together with memories; the same in every project. */
export interface Documents {
  /**
   * Adds a document in Markdown, HTML or plain text. Adding the same id again changes only the chunks that changed.
   * @example await ana.documents.add({ id: 'handbook', title: 'Handbook', content: '# Leave\n\nThirty days a year.' });
   */
  add(document: DocumentInput): Promise<IngestReport>;
  /**
   * Lists the documents that this user may read.
   * @example const documents = await ana.documents.list();
   */
  list(): Promise<StoredDocument[]>;
  /**
   * Returns a document's chunks, in order.
   * @example const chunks = await ana.documents.chunks('handbook');
   */
  chunks(id: string): Promise<StoredChunk[]>;
  /**
   * Removes a document with its chunks; returns how many chunks.
   * @example await ana.documents.remove('handbook');
   */
  remove(id: string, options?: { readonly sharedWith?: Audience }): Promise<number>;
  /**
   * Returns the chunks that answer a query, or none, and why.
   * @example const { items } = await ana.documents.search('how many days of leave?');
   */
  search(query: string, options?: DocumentSearchOptions): Promise<DocumentSearchResult>;
}

const removeSchema = z.strictObject({ sharedWith: audienceSchema.default('user') });

type DocumentsContext = Pick<
  Engine,
  'agentOf' | 'clock' | 'tokenizer' | 'documents' | 'secrets' | 'recorder' | 'work' | 'embedding'
>;

export function documentsOf(engine: DocumentsContext, documents: DocumentStore, scope: Scope): Documents {
  const { clock, tokenizer } = engine;
  const { maxTokens } = engine.documents;
  const size = maxTokens === undefined ? {} : { maxTokens };
  const checkedOwner = () => {
    engine.agentOf(scope);
    return ownerOf(scope);
  };
  return {
    async add(document) {
      const owner = checkedOwner();
      const targetOwner = documentOwnerOf(audienceOwnerOf(owner, document?.sharedWith));
      if (typeof document?.content === 'string') engine.recorder.admit(owner, [document]);
      const report = await engine.work.inTurn(targetOwner, () =>
        ingestDocument(document, { owner, documents, clock, tokenizer, secrets: engine.secrets, ...size }),
      );
      engine.embedding.embedLater(targetOwner);
      return report;
    },
    async list() {
      return documents.list(checkedOwner());
    },
    async chunks(id) {
      return documents.chunks(checkedOwner(), parse(nameSchema, id, 'id'));
    },
    async remove(id, options = {}) {
      const { sharedWith } = parse(removeSchema, options, 'remove');
      const owner = checkedOwner();
      const documentId = parse(nameSchema, id, 'id');
      return engine.work.inTurn(documentOwnerOf(audienceOwnerOf(owner, sharedWith)), () =>
        removeDocument(documentId, { owner, documents, clock }, sharedWith),
      );
    },
    async search(query, options = {}) {
      const parsed = parse(documentSearchOptionsSchema, options, 'search');
      // An undefined option would override the setting.
      const given = Object.fromEntries(Object.entries(parsed).filter(([, value]) => value !== undefined));
      return documents.search(checkedOwner(), parse(messageSchema, query, 'query'), given);
    },
  };
}
