import { z } from 'zod';
import { audienceSchema, documentInputSchema, type IngestReport } from '../context/documents/ingest-document.ts';
import {
  type DocumentSearchResult,
  documentSearchOptionsSchema,
  type HeldDocument,
} from '../contracts/document-store.ts';
import { SouvenirError } from '../errors.ts';
import { nameSchema } from '../model/primitives.ts';
import type { Operation } from './operation.ts';
import { handleFor, scopeFields } from './scope-fields.ts';

const ingestSchema = z.strictObject({ ...scopeFields, document: documentInputSchema });

export const ingestDocumentOperation: Operation<typeof ingestSchema, Promise<IngestReport>> = {
  name: 'ingestDocument',
  summary: 'Take in documents; of one that is known only what changed.',
  input: ingestSchema,
  handler: (context, { document, ...scope }) => handleFor(context, scope).documents.add(document),
};

const scopeSchema = z.strictObject(scopeFields);

export const documentsOperation: Operation<typeof scopeSchema, Promise<HeldDocument[]>> = {
  name: 'documents',
  summary: "List the documents, the user's own first.",
  input: scopeSchema,
  handler: (context, scope) => handleFor(context, scope).documents.list(),
};

export { audienceSchema };

const removeSchema = z.strictObject({ ...scopeFields, id: nameSchema, sharedWith: audienceSchema.default('user') });

export const removeDocumentOperation: Operation<typeof removeSchema, Promise<{ readonly removed: number }>> = {
  name: 'removeDocument',
  summary: 'Take a document away with all its passages.',
  input: removeSchema,
  async handler(context, { id, sharedWith, ...scope }) {
    const removed = await handleFor(context, scope).documents.remove(id, { sharedWith });
    if (removed > 0) return { removed };
    const whose = sharedWith === 'tenant' ? 'shared with the tenant' : "among the user's own";
    throw new SouvenirError('notFound', `there is no document ${JSON.stringify(id)} ${whose}`, {
      advice: 'list the documents to see their ids, and with whom they are shared',
    });
  },
};

const searchSchema = z.strictObject({
  ...{ ...scopeFields, query: z.string() },
  ...documentSearchOptionsSchema.omit({ queryVector: true }).shape,
});

export const recallKnowledgeOperation: Operation<typeof searchSchema, Promise<DocumentSearchResult>> = {
  name: 'recallKnowledge',
  summary: 'Find the passages of documents that matter for a query, or none.',
  input: searchSchema,
  handler: (context, { query, tenantId, userId, agentId, projectId, sessionId, ...options }) =>
    handleFor(context, { tenantId, userId, agentId, projectId, sessionId }).documents.search(query, options),
};
