import { createHash } from 'node:crypto';
import { z } from 'zod';
import type {
  DocumentChunk,
  DocumentInfo,
  MediaType,
  StoredChunk,
  StoredDocument,
} from '../../contracts/document-store.ts';
import type { Memory } from '../../model/memory.ts';
import { jsonObjectSchema } from '../../model/primitives.ts';
import { EVERYONE, type Owner } from '../../model/scope.ts';

/** Components of chunks, which are searched, and of document rows. */
export const CHUNK = 'chunk';
export const DOCUMENT = 'document';

const chunkNotes = z.object({ headings: z.array(z.string()), begins: z.int().nonnegative() });
const documentNotes = z.object({
  source: z.string().optional(),
  given: jsonObjectSchema,
  chunkIds: z.array(z.string()),
  version: z.int().nonnegative().default(0),
});
type DocumentNotes = z.output<typeof documentNotes>;

export const documentRowId = (targetOwner: Owner, documentId: string): string =>
  createHash('sha256')
    .update(JSON.stringify([targetOwner.tenantId, targetOwner.userId, documentId]))
    .digest('base64url')
    .slice(0, 32);

/** Chunks count as always valid: a question about last winter must not return what was added then. */
const ALWAYS = new Date(0);
const NEUTRAL_FIELDS = {
  importance: 0.5,
  confidence: 1,
  salience: 0.5,
  entityIds: [],
  accessCount: 0,
  status: 'active',
} as const;

const rowOf = (targetOwner: Owner, documentId: string, at: Date) => ({
  ...targetOwner,
  ...NEUTRAL_FIELDS,
  entityIds: [],
  type: 'semantic' as const,
  confidenceTrajectory: [{ confidence: NEUTRAL_FIELDS.confidence, at }],
  provenance: { episodeIds: [], turnIds: [], documentId },
  createdAt: at,
  updatedAt: at,
  validAt: ALWAYS,
});

export const chunkRow = (
  targetOwner: Owner,
  { id, documentId, headings, text, content }: DocumentChunk,
  at: Date,
): Memory => ({
  ...rowOf(targetOwner, documentId, at),
  id,
  component: CHUNK,
  category: 'chunk',
  content,
  metadata: { headings: [...headings], begins: content.length - text.length },
});

export const notesOf = (document: DocumentInfo, chunkIds: readonly string[], version: number): Memory['metadata'] => ({
  ...(document.source !== undefined && { source: document.source }),
  given: { ...document.metadata },
  chunkIds: [...chunkIds],
  version,
});

export const documentRow = (
  targetOwner: Owner,
  document: DocumentInfo,
  metadata: Memory['metadata'],
  at: Date,
): Memory => ({
  ...rowOf(targetOwner, document.id, at),
  id: documentRowId(targetOwner, document.id),
  component: DOCUMENT,
  category: document.mediaType,
  content: document.title,
  metadata,
});

/** The document row has the position, so that a chunk's row stays as it is when chunks are inserted before it. */
export function chunkOf({ id, content, provenance, metadata, createdAt }: Memory, position: number): StoredChunk {
  const { headings, begins } = chunkNotes.parse(metadata);
  const documentId = provenance.documentId ?? '';
  return { id, documentId, headings, text: content.slice(begins), content, position, createdAt };
}

export const documentNotesOf = ({ metadata }: Memory): DocumentNotes => documentNotes.parse(metadata);

export function documentOf(row: Memory): StoredDocument {
  const { source, given, chunkIds } = documentNotesOf(row);
  return {
    id: row.provenance.documentId ?? '',
    title: row.content,
    mediaType: row.category as MediaType,
    ...(source !== undefined && { source }),
    metadata: given,
    sharedWith: row.userId === EVERYONE ? 'tenant' : 'user',
    chunks: chunkIds.length,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}
