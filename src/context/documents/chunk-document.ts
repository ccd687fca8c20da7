import { createHash } from 'node:crypto';
import type { ChunkMatch, DocumentChunk } from '../../contracts/document-store.ts';
import type { Tokenizer } from '../../contracts/tokenizer.ts';
import { SouvenirError } from '../../errors.ts';
import type { Owner } from '../../model/scope.ts';
import { yieldToEventLoop } from '../../yield-to-event-loop.ts';
import type { Block } from './outline.ts';
import { pack, type Sizes, unitsOf } from './pack.ts';

const MAX_CHUNKS = 20_000;
/** A text with more characters per token is too long by any tokenizer and is not counted. */
const MAX_TOKEN_CHARS = 40;
const HEADING_SHARE = 1 / 3;
const HEADING_MARK = ' › ';
const GAP = '\n\n';

interface ChunkOptions {
  readonly owner: Owner;
  readonly documentId: string;
  readonly tokenizer: Tokenizer;
  readonly maxTokens: number;
  readonly existing?: readonly Pick<DocumentChunk, 'headings' | 'text'>[];
}

/** Cuts a document into chunks by its structure: never across headings, never over the size. */
export async function chunkDocument(blocks: readonly Block[], options: ChunkOptions): Promise<DocumentChunk[]> {
  const existing = Map.groupBy(options.existing ?? [], ({ headings }) => keyOf(headings));
  const repeats = new Map<string, number>();
  const chunks: DocumentChunk[] = [];
  for (const section of sectionsOf(blocks)) {
    const { headings } = section;
    const prefix = prefixOf(headings, options);
    const sizes = sizesOf(prefix, options);
    const units: Awaited<ReturnType<typeof unitsOf>> = [];
    for (const block of section.blocks) {
      await yieldToEventLoop();
      for (const unit of await unitsOf(block, sizes.fits)) units.push(unit);
    }
    const before = (existing.get(keyOf(headings)) ?? []).map(({ text }) => text);
    for (const text of await pack(units, before, sizes)) {
      await yieldToEventLoop();
      if (chunks.length >= MAX_CHUNKS)
        throw new SouvenirError('invalidInput', `document.content: has more than ${MAX_CHUNKS} chunks`, {
          advice: 'split it into several documents',
        });
      const content = `${prefix}${text}`;
      const key = keyOf([...headings, content]);
      const repeat = repeats.get(key) ?? 0;
      repeats.set(key, repeat + 1);
      const id = chunkId(options, headings, content, repeat);
      chunks.push({ id, documentId: options.documentId, headings, text, content, position: chunks.length + 1 });
    }
  }
  return chunks;
}

const keyOf = (parts: readonly string[]): string => JSON.stringify(parts);

function sectionsOf(blocks: readonly Block[]): { headings: readonly string[]; blocks: Block[] }[] {
  const sections: { headings: readonly string[]; blocks: Block[] }[] = [];
  for (const block of blocks) {
    const last = sections.at(-1);
    if (last !== undefined && isSamePath(last.headings, block.headings)) last.blocks.push(block);
    else sections.push({ headings: block.headings, blocks: [block] });
  }
  return sections;
}

const isSamePath = (a: readonly string[], b: readonly string[]): boolean =>
  a === b || (a.length === b.length && a.every((heading, at) => heading === b[at]));

function prefixOf(headings: readonly string[], { tokenizer, maxTokens }: ChunkOptions): string {
  for (let from = 0; from < headings.length; from++) {
    const prefix = `${headings.slice(from).join(HEADING_MARK)}${GAP}`;
    if (tokenizer.count(prefix) <= maxTokens * HEADING_SHARE) return prefix;
  }
  return '';
}

function sizesOf(prefix: string, { tokenizer, maxTokens }: ChunkOptions): Sizes {
  const count = (text: string) => tokenizer.count(text);
  return {
    fits: (text) => text.length <= maxTokens * MAX_TOKEN_CHARS && count(`${prefix}${text}`) <= maxTokens,
    count,
    maxTokens: maxTokens - count(prefix),
  };
}

const chunkId = (
  { owner, documentId }: ChunkOptions,
  headings: readonly string[],
  content: string,
  repeat: number,
): string =>
  createHash('sha256')
    .update(JSON.stringify([owner.tenantId, owner.userId, documentId, headings, content, repeat]))
    .digest('base64url')
    .slice(0, 32);

/**
 * A chunk's document and headings: "Handbook › Leave › Parental leave".
 * @example
 * const { items } = await ana.documents.search('parental leave');
 * console.log(items.map(citationOf));
 */
export const citationOf = ({ title, headings }: Pick<ChunkMatch, 'title' | 'headings'>): string =>
  [title, ...(headings[0] === title ? headings.slice(1) : headings)].join(HEADING_MARK);
