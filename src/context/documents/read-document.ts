import type { MediaType } from '../../contracts/document-store.ts';
import { isYieldDue, yieldToEventLoop } from '../../yield-to-event-loop.ts';
import { linesOf } from './lines.ts';
import { Outline, type ParsedDocument } from './outline.ts';
import { readMarkdown } from './read-markdown.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const UNPRINTABLE = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f\ufeff]/g;

export async function readDocument(content: string, mediaType: MediaType): Promise<ParsedDocument> {
  const text = content.replace(/\r\n?/g, '\n').replace(UNPRINTABLE, '');
  if (mediaType === 'text/plain') return readText(text);
  if (mediaType === 'text/markdown') return readMarkdown(text);
  // The HTML parser loads on its first use.
  const { readHtml } = await import('./read-html.ts');
  return readHtml(text);
}

const BY_ENDING: readonly (readonly [RegExp, MediaType])[] = [
  [/\.(?:md|markdown|mdown|mdx)$/i, 'text/markdown'],
  [/\.x?html?$/i, 'text/html'],
  [/\.(?:txt|text|log)$/i, 'text/plain'],
];
const BEGINNING = 20_000;
const HTML = /<(?:!doctype html|html|head|body|article|section|div|p|h[1-6]|ul|ol|table)\b[^<>]{0,200}>/i;
const MARKDOWN = /^(?:#{1,6}[ \t]+\S|```|~~~|(?:=|-){3,}[ \t]*$)/m;

export function guessMediaType(content: string, source: string | undefined): MediaType {
  const path = source?.replace(/[?#].*$/s, '') ?? '';
  const known = BY_ENDING.find(([ending]) => ending.test(path));
  if (known !== undefined) return known[1];
  const beginning = content.slice(0, BEGINNING);
  if (/^\s*</.test(beginning) && HTML.test(beginning)) return 'text/html';
  return MARKDOWN.test(beginning) ? 'text/markdown' : 'text/plain';
}

async function readText(text: string): Promise<ParsedDocument> {
  const outline = new Outline();
  let paragraph: string[] = [];
  const flush = () => {
    if (paragraph.length > 0) outline.add('prose', paragraph.join('\n'));
    paragraph = [];
  };
  for (const line of await linesOf(text)) {
    if (isYieldDue()) await yieldToEventLoop();
    if (line.trim() === '') flush();
    else paragraph.push(line);
  }
  flush();
  return { blocks: outline.end().blocks };
}
