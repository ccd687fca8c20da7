import type { MediaType } from '../../contracts/document-store.ts';

const BY_ENDING: readonly (readonly [RegExp, MediaType])[] = [
  [/\.(?:md|markdown|mdown|mdx)$/i, 'text/markdown'],
  [/\.x?html?$/i, 'text/html'],
  [/\.(?:txt|text|log)$/i, 'text/plain'],
];
/** What is looked at to tell. */
const BEGINNING = 20_000;
const HTML = /<(?:!doctype html|html|head|body|article|section|div|p|h[1-6]|ul|ol|table)\b[^<>]{0,200}>/i;
const MARKDOWN = /^(?:#{1,6}[ \t]+\S|```|~~~|(?:=|-){3,}[ \t]*$)/m;

/** By where it came from, else by how it looks. */
export function guessMediaType(content: string, source: string | undefined): MediaType {
  const path = source?.replace(/[?#].*$/s, '') ?? '';
  const known = BY_ENDING.find(([ending]) => ending.test(path));
  if (known !== undefined) return known[1];
  const beginning = content.slice(0, BEGINNING);
  if (/^\s*</.test(beginning) && HTML.test(beginning)) return 'text/html';
  return MARKDOWN.test(beginning) ? 'text/markdown' : 'text/plain';
}
