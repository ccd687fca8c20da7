import { z } from 'zod';
import { audienceSchema, documentInputSchema } from '../context/documents/ingest-document.ts';
import { documentSearchOptionsSchema } from '../contracts/document-store.ts';
import { SouvenirError } from '../errors.ts';
import { idSchema, jsonSchema, messageSchema, momentSchema, nameSchema, unitSchema } from '../model/primitives.ts';
import { degradationSchema } from '../model/report.ts';
import { listOf, named, nothing, operation } from './operation.ts';

const count = z.int().nonnegative();
const mediaTypeSchema = z.enum(['text/markdown', 'text/plain', 'text/html']);

const chunkSchema = z.object({
  ...{ id: idSchema, documentId: nameSchema, headings: listOf(z.string()), text: z.string(), content: z.string() },
  ...{ position: count, createdAt: momentSchema },
});

export const chunkMatchSchema = chunkSchema.extend({
  ...{ title: z.string(), source: z.string().optional(), sharedWith: audienceSchema },
  ...{ score: z.number(), confidence: unitSchema, tokens: count },
});

const noDocument = (id: string, audience: string): SouvenirError =>
  new SouvenirError('notFound', `there is no document ${JSON.stringify(id)} ${audience}`, {
    advice: 'list the documents to see their ids and who may read them',
  });

export const documents = named({
  'documents.add': operation({
    summary: 'Add a document, or update it: only changed chunks are embedded again.',
    effect: 'writes',
    isIdempotent: true,
    capability: 'documents',
    belongsTo: 'user',
    command: 'documents add',
    input: documentInputSchema,
    output: z.object({
      ...{ documentId: nameSchema, title: z.string(), mediaType: mediaTypeSchema, sharedWith: audienceSchema },
      ...{ chunks: count, added: count, removed: count, kept: count },
    }),
    handler: ({ memory }, document) => memory.documents.add(document),
  }),
  'documents.list': operation({
    summary: "List the documents, the user's own first.",
    effect: 'reads',
    capability: 'documents',
    belongsTo: 'user',
    command: 'documents',
    input: nothing,
    output: listOf(
      z.object({
        ...{ id: nameSchema, title: z.string(), mediaType: mediaTypeSchema, source: z.string().optional() },
        ...{ metadata: z.record(z.string(), jsonSchema).readonly(), sharedWith: audienceSchema, chunks: count },
        ...{ createdAt: momentSchema, updatedAt: momentSchema },
      }),
    ),
    handler: ({ memory }) => memory.documents.list(),
  }),
  'documents.chunks': operation({
    summary: 'Show the chunks of a document in order.',
    effect: 'reads',
    capability: 'documents',
    belongsTo: 'user',
    command: 'documents chunks',
    input: z.strictObject({ id: nameSchema }),
    output: listOf(chunkSchema),
    async handler({ memory }, { id }) {
      const chunks = await memory.documents.chunks(id);
      if (chunks.length === 0) throw noDocument(id, 'that this user may read');
      return chunks;
    },
  }),
  'documents.remove': operation({
    summary: 'Remove a document and its chunks.',
    effect: 'destroys',
    capability: 'documents',
    belongsTo: 'user',
    command: 'documents remove',
    input: z.strictObject({ id: nameSchema, sharedWith: audienceSchema.default('user') }),
    output: z.object({ removed: count }),
    async handler({ memory }, { id, sharedWith }) {
      const removed = await memory.documents.remove(id, { sharedWith });
      if (removed > 0) return { removed };
      throw noDocument(id, sharedWith === 'tenant' ? 'shared with the tenant' : "among the user's own");
    },
  }),
  'documents.search': operation({
    summary: 'Find the document chunks that are relevant to a query, if any.',
    effect: 'reads',
    capability: 'documents',
    belongsTo: 'user',
    command: 'documents search',
    input: documentSearchOptionsSchema.omit({ queryVector: true, signal: true }).extend({ query: messageSchema }),
    output: z.object({
      ...{ items: listOf(chunkMatchSchema), confidence: unitSchema, reason: z.string().optional() },
      degraded: listOf(degradationSchema),
    }),
    handler: ({ memory, signal }, { query, ...options }) => memory.documents.search(query, { ...options, signal }),
  }),
});
