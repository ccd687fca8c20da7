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
import { EVERYONE, type Owner } from '../../model/scope.ts';
import { chunkDocument } from './chunk-document.ts';
import { documentsConfigSchema } from './config.ts';
import { type DocumentInput, documentIdOf, documentInputSchema } from './document-input.ts';
import { guessMediaType } from './media-type.ts';
import { readDocument } from './read-document.ts';

export interface DocumentContext {
  readonly owner: Owner;
  readonly documents: DocumentStore;
  readonly clock: Clock;
}

export interface IngestContext extends DocumentContext {
  readonly tokenizer: Tokenizer;
  /** 300 unless given. */
  readonly maxTokens?: number;
}

/** What became of a document, in chunks. */
export interface IngestReport extends Replacement {
  readonly documentId: string;
  readonly title: string;
  readonly mediaType: MediaType;
  readonly sharedWith: Audience;
  readonly chunks: number;
}

const LONGEST_TITLE = 200;

/** Reads a text into chunks and makes them the document of its id; what did not change stays as it is. */
export async function ingestDocument(input: DocumentInput, context: IngestContext): Promise<IngestReport> {
  const given = parse(documentInputSchema, input, 'document');
  const { maxTokens } = parse(documentsConfigSchema, { maxTokens: context.maxTokens }, 'documents');
  const { documents, tokenizer, clock } = context;
  const { content, source, sharedWith } = given;
  const owner = shelfOf(context.owner, sharedWith);
  const mediaType = given.mediaType ?? guessMediaType(content, source);
  const { blocks, title: found, metadata } = await readDocument(content, mediaType);
  if (blocks.length === 0)
    throw new SouvenirError('invalidInput', `document.content: there is no text in it as ${mediaType}`, {
      advice: 'check mediaType, and that the text is not all markup',
    });
  const id = documentIdOf(given);
  const title = given.title ?? (found ?? source ?? id).slice(0, LONGEST_TITLE).trim();
  const held = await documents.chunks(owner, id);
  const chunks = chunkDocument(blocks, { owner, documentId: id, tokenizer, maxTokens, held });
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

/** How many chunks went; 0 for an unknown document. */
export const removeDocument = (
  documentId: string,
  { owner, documents, clock }: DocumentContext,
  sharedWith: Audience = 'user',
): Promise<number> => documents.remove(shelfOf(owner, sharedWith), documentId, clock.now());

/** Whose a document is. */
export function shelfOf(owner: Owner, sharedWith: Audience | undefined): Owner {
  if (owner.userId === EVERYONE)
    throw new SouvenirError('invalidInput', `userId: ${EVERYONE} stands for every user`, {
      advice: "name a user, and share the document with sharedWith: 'tenant'",
    });
  return sharedWith === 'tenant' ? everyoneOf(owner) : owner;
}
