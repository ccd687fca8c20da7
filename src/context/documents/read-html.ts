import { Parser } from 'htmlparser2';
import { SouvenirError } from '../../errors.ts';
import type { ReadDocument } from './block.ts';
import { HtmlBlocks } from './html-blocks.ts';

const NEVER_SHOWN = 'script style noscript template svg math iframe object canvas select button dialog';
const AROUND_IT = 'nav footer aside menu';
const setOf = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** What is open in real documents is far less; beyond it the parser's own work grows with the square. */
const DEEPEST = 5000;

/** What a reader of the page would read; navigation and the like only where there is nothing else. */
export function readHtml(text: string): ReadDocument {
  const read = parseHtml(text, setOf(`${NEVER_SHOWN} ${AROUND_IT}`));
  return read.blocks.length > 0 ? read : parseHtml(text, setOf(NEVER_SHOWN));
}

function parseHtml(text: string, skipped: ReadonlySet<string>): ReadDocument {
  const blocks = new HtmlBlocks();
  const skipping: string[] = [];
  let depth = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      depth++;
      if (depth > DEEPEST)
        throw new SouvenirError('invalidInput', `document.content: its tags are nested more than ${DEEPEST} deep`, {
          advice: 'close them, or ingest the text without its tags',
        });
      if (skipping.length > 0 ? skipping[0] === name : skipped.has(name) || isHidden(attributes)) skipping.push(name);
      else if (skipping.length === 0) blocks.open(name);
    },
    ontext(data) {
      if (skipping.length === 0) blocks.text(data);
    },
    onclosetag(name) {
      depth--;
      if (skipping.length === 0) blocks.close(name);
      else if (skipping.at(-1) === name) skipping.pop();
    },
  });
  parser.end(text);
  return blocks.end();
}

const UNSEEN = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse))\b/i;

const isHidden = (attributes: Readonly<Record<string, string>>): boolean =>
  'hidden' in attributes ||
  attributes['aria-hidden'] === 'true' ||
  attributes['role'] === 'navigation' ||
  UNSEEN.test(attributes['style'] ?? '');
