import { z } from 'zod';
import type { Clock } from '../../contracts/clock.ts';
import {
  type Audience,
  type DocumentStore,
  everyoneOf,
  type MediaType,
  type Replacement,
} from '../../contracts/document-store.ts';
import type { Tokenizer } from '../../contracts/tokenizer.ts';
import { SouvenirError } from '../../errors.ts';
import { parse } from '../../model/parse.ts';
import { givenJsonObjectSchema, nameSchema, unitSchema } from '../../model/primitives.ts';
import { EVERYONE, type Owner } from '../../model/scope.ts';
import { sha256 } from '../../text/sha256.ts';
import { chunkDocument } from './chunk-document.ts';
import { guessMediaType, readDocument } from './read-document.ts';

/** Defaults chosen on a corpus; docs/decisions/0012 has the figures. */
export const documentsConfigSchema = z.strictObject({
  /** Tokens per chunk, headings included. */
  maxTokens: z.int().min(50).max(8000).default(300),
  /** Minimum confidence of a returned chunk, so that a question no document answers returns nothing. */
  threshold: unitSchema.default(0.4),
  /** The same without an embedder: shared words alone are weaker evidence. */
  wordsOnlyThreshold: unitSchema.default(0.48),
  minScoreShare: unitSchema.default(0.6),
  topK: z.int().min(1).max(100).default(5),
  tokenBudget: z.int().min(0).default(1500),
});
export type DocumentsConfigInput = Readonly<z.input<typeof documentsConfigSchema>>;

/** Parsed and written within seconds. */
const MAX_DOCUMENT_LENGTH = 10_000_000;

const MEDIA_TYPES = {
  'text/markdown': 'text/markdown',
  markdown: 'text/markdown',
  'text/plain': 'text/plain',
  text: 'text/plain',
  'text/html': 'text/html',
  html: 'text/html',
} as const;

export const audienceSchema = z.enum(['user', 'tenant']);

export const documentInputSchema = z.strictObject({
  /**
   * The same id replaces the document. Defaults to the source, else the title, else a hash of the content; a name with
   * a secret is hashed.
   */
  id: nameSchema.optional(),
  /** Defaults to the title in the document itself. */
  title: nameSchema.optional(),
  content: z
    .string()
    .max(MAX_DOCUMENT_LENGTH, `is longer than ${MAX_DOCUMENT_LENGTH} characters; split it`)
    .refine((text) => text.trim() !== '', 'is empty'),
  /** Guessed from the source or the content unless given. */
  mediaType: z
    .enum(Object.keys(MEDIA_TYPES) as [keyof typeof MEDIA_TYPES])
    .transform((name) => MEDIA_TYPES[name])
    .optional(),
  /** Where it came from: a path or an address. It is never opened. */
  source: z.string().trim().min(1).max(2000).optional(),
  metadata: givenJsonObjectSchema.default({}),
  /** Who may read it. */
  sharedWith: audienceSchema.default('user'),
});
/** A document to add, or its new text. */
export type DocumentInput = Readonly<z.input<typeof documentInputSchema>>;

const MAX_ID_CHARS = 200;

type NamedDocument = Pick<DocumentInput, 'source' | 'title' | 'content'>;

/** A hash covers the document before redaction: two that differ in a secret alone are two documents. */
function documentIdOf(given: NamedDocument, redacted: NamedDocument): string {
  const named = given.source ?? given.title;
  const isUnredacted = named === (redacted.source ?? redacted.title);
  if (named !== undefined && isUnredacted && named.length <= MAX_ID_CHARS) return named;
  return sha256(named ?? given.content).slice(0, 32);
}

interface DocumentContext {
  readonly owner: Owner;
  readonly documents: DocumentStore;
  readonly clock: Clock;
}

interface IngestContext extends DocumentContext {
  readonly tokenizer: Tokenizer;
  /** Defaults to 300. */
  readonly maxTokens?: number;
  readonly secrets?: {
    redact<Value>(owner: Owner, value: Value): Value;
    redactLong(owner: Owner, text: string): Promise<string>;
  };
}

/** A document that was added, in chunks. */
export interface IngestReport extends Replacement {
  readonly documentId: string;
  readonly title: string;
  readonly mediaType: MediaType;
  readonly sharedWith: Audience;
  readonly chunks: number;
}

const MAX_TITLE_CHARS = 200;

/** Parses a text into chunks and replaces the document of its id. Unchanged chunks stay as they are. */
export async function ingestDocument(input: DocumentInput, context: IngestContext): Promise<IngestReport> {
  const { id: givenId, ...parsed } = parse(documentInputSchema, input, 'document');
  const given = await withoutSecrets(parsed, context);
  const { maxTokens } = parse(documentsConfigSchema, { maxTokens: context.maxTokens }, 'documents');
  const { documents, tokenizer, clock } = context;
  const { content, source, sharedWith } = given;
  const owner = audienceOwnerOf(context.owner, sharedWith);
  const mediaType = given.mediaType ?? guessMediaType(content, source);
  const { blocks, title: documentTitle, metadata } = await readDocument(content, mediaType);
  if (blocks.length === 0)
    throw new SouvenirError('invalidInput', `document.content: there is no text in it as ${mediaType}`, {
      advice: 'check mediaType, and that the text is not all markup',
    });
  const id = givenId ?? documentIdOf(parsed, given);
  const title = given.title ?? (documentTitle ?? source ?? id).slice(0, MAX_TITLE_CHARS).trim();
  const existing = await documents.chunks(owner, id);
  const chunks = await chunkDocument(blocks, { owner, documentId: id, tokenizer, maxTokens, existing });
  const replacement = await documents.replace(
    owner,
    {
      ...{ id, title, mediaType, metadata: { ...metadata, ...given.metadata } },
      ...(source !== undefined && { source }),
    },
    chunks,
    clock.now(),
  );
  return { documentId: id, title, mediaType, sharedWith, chunks: chunks.length, ...replacement };
}

/** Redacted before it is cut, because a secret may span two chunks. */
async function withoutSecrets<Given extends { readonly content: string }>(
  { content, ...rest }: Given,
  { secrets, owner }: IngestContext,
) {
  if (secrets === undefined) return { content, ...rest };
  return { content: await secrets.redactLong(owner, content), ...secrets.redact(owner, rest) };
}

/** Removes a document; returns how many chunks it had, 0 for an unknown one. */
export const removeDocument = (
  documentId: string,
  { owner, documents, clock }: DocumentContext,
  sharedWith: Audience = 'user',
): Promise<number> => documents.remove(audienceOwnerOf(owner, sharedWith), documentId, clock.now());

/** The owner under which a document is stored. */
export function audienceOwnerOf(owner: Owner, sharedWith: Audience | undefined): Owner {
  if (owner.userId === EVERYONE)
    throw new SouvenirError('invalidInput', `userId: ${EVERYONE} stands for every user`, {
      advice: "name a user, and share the document with sharedWith: 'tenant'",
    });
  return sharedWith === 'tenant' ? everyoneOf(owner) : owner;
}
