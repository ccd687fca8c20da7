import type { ReadDocument } from './block.ts';
import { Outline } from './outline.ts';

/** Paragraphs, between blank lines. */
export function readText(text: string): ReadDocument {
  const outline = new Outline();
  let paragraph: string[] = [];
  for (const line of [...text.split('\n'), '']) {
    if (line.trim() !== '') {
      paragraph.push(line);
      continue;
    }
    outline.add('prose', paragraph.join('\n'));
    paragraph = [];
  }
  return { blocks: outline.end().blocks };
}
