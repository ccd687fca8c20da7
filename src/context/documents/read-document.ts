import type { MediaType } from '../../contracts/document-store.ts';
import type { ReadDocument } from './block.ts';
import { readMarkdown } from './read-markdown.ts';
import { readText } from './read-text.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const UNPRINTABLE = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f\ufeff]/g;

/** The blocks of a text of this kind. */
export async function readDocument(content: string, mediaType: MediaType): Promise<ReadDocument> {
  const text = content.replace(/\r\n?/g, '\n').replace(UNPRINTABLE, '');
  if (mediaType === 'text/plain') return readText(text);
  if (mediaType === 'text/markdown') return readMarkdown(text);
  // Only who has such documents waits for the parser to load.
  const { readHtml } = await import('./read-html.ts');
  return readHtml(text);
}
