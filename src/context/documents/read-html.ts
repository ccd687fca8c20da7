import { Parser } from 'htmlparser2';
import { SouvenirError } from '../../errors.ts';
import { yieldToEventLoop } from '../../yield-to-event-loop.ts';
import { Outline, type ParsedDocument } from './outline.ts';

const HIDDEN_TAGS = 'script style noscript template svg math iframe object canvas select button dialog';
const NAVIGATION_TAGS = 'nav footer aside menu';
const setOf = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** The parser's work grows with the square of the nesting. */
const MAX_DEPTH = 5000;

/** Characters parsed before the event loop gets its turn. */
const SLICE_CHARS = 20_000;

/** Reads the visible text of HTML; navigation and the like only when there is nothing else. */
export async function readHtml(text: string): Promise<ParsedDocument> {
  const read = await parseHtml(text, setOf(`${HIDDEN_TAGS} ${NAVIGATION_TAGS}`));
  return read.blocks.length > 0 ? read : parseHtml(text, setOf(HIDDEN_TAGS));
}

async function parseHtml(text: string, skipped: ReadonlySet<string>): Promise<ParsedDocument> {
  const blocks = new HtmlBlocks();
  const skipping: string[] = [];
  let depth = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      depth++;
      if (depth > MAX_DEPTH)
        throw new SouvenirError('invalidInput', `document.content: its tags are nested more than ${MAX_DEPTH} deep`, {
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
  for (let at = 0; at < text.length; at += SLICE_CHARS) {
    await yieldToEventLoop();
    parser.write(text.slice(at, at + SLICE_CHARS));
  }
  parser.end();
  return blocks.end();
}

const HIDDEN_STYLE = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse))\b/i;

const isHidden = (attributes: Readonly<Record<string, string>>): boolean =>
  'hidden' in attributes ||
  attributes['aria-hidden'] === 'true' ||
  attributes['role'] === 'navigation' ||
  HIDDEN_STYLE.test(attributes['style'] ?? '');

const HEADING = /^h([1-6])$/;
const PARAGRAPH_TAGS = new Set(
  `p div section article main header footer aside nav blockquote address figure figcaption details summary dl dt dd body html form
  fieldset hr center caption`.split(/\s+/),
);

class HtmlBlocks {
  readonly #outline = new Outline();
  readonly #list = new HtmlList();
  readonly #table = new HtmlTable();
  #pieces: string[] = [];
  #isRaw = false;
  #cell: 'td' | 'th' | undefined;
  #isInPre = false;
  #isInTitle = false;
  #title: string | undefined;

  open(name: string): void {
    if (name === 'title') this.#isInTitle = this.#title === undefined;
    else if (name === 'br') this.#append('\n');
    else if (name === 'table') this.#openTable();
    else if (this.#table.isOpen) this.#stepInTable(name, true);
    else if (name === 'ul' || name === 'ol') this.#openList(name === 'ol');
    else if (name === 'li' && this.#list.isOpen) this.#list.item(this.#takeText());
    else if (HEADING.test(name)) this.#endParts();
    else if (name === 'pre') this.#openPre();
    else if (PARAGRAPH_TAGS.has(name)) this.#endParagraph();
  }

  text(data: string): void {
    this.#append(this.#isInPre ? data : data.replace(/\s+/g, ' '));
  }

  close(name: string): void {
    const level = HEADING.exec(name)?.[1];
    if (name === 'title') this.#closeTitle();
    else if (name === 'table') this.#closeTable();
    else if (this.#table.isOpen) this.#stepInTable(name, false);
    else if (name === 'ul' || name === 'ol') this.#closeList();
    else if (name === 'li' && this.#list.isOpen) this.#list.item(this.#takeText());
    else if (level !== undefined) this.#outline.heading(Number(level), this.#takeText());
    else if (name === 'pre') this.#closePre();
    else if (PARAGRAPH_TAGS.has(name)) this.#endParagraph();
  }

  end(): ParsedDocument {
    if (this.#isInTitle) this.#closeTitle();
    if (this.#table.isOpen) this.#endTable(this.#table.end());
    this.#closePre();
    this.#endParts();
    const { blocks, heading } = this.#outline.end();
    const title = this.#title ?? heading;
    return { blocks, ...(title !== undefined && { title }) };
  }

  /** Joins runs of spaces, and drops them at line ends: a whole megabyte at once would block the loop. */
  #append(text: string): void {
    this.#isRaw ||= this.#isInPre;
    const last = this.#pieces.at(-1) ?? ' ';
    const piece = !this.#isRaw && text.startsWith(' ') && /[ \n]$/.test(last) ? text.slice(1) : text;
    if (!this.#isRaw && piece === '\n' && last.endsWith(' ')) this.#pieces.splice(-1, 1, last.slice(0, -1));
    if (piece !== '') this.#pieces.push(piece);
  }

  #takeText(): string {
    const raw = this.#pieces.join('');
    const text = this.#isRaw ? raw.replace(/ {2,}/g, ' ').replace(/ ?\n ?/g, '\n') : raw;
    this.#pieces = [];
    this.#isRaw = false;
    return text.trim();
  }

  #endParagraph(): void {
    if (this.#isInPre || this.#list.isOpen) this.#append(this.#isInPre ? '\n' : ' ');
    else this.#outline.add('prose', this.#takeText());
  }

  #endParts(): void {
    if (this.#list.isOpen) {
      this.#list.item(this.#takeText());
      this.#outline.add('list', this.#list.end());
    }
    this.#endParagraph();
  }

  #openPre(): void {
    this.#endParagraph();
    this.#isInPre = !this.#list.isOpen;
  }

  #closePre(): void {
    if (!this.#isInPre) return;
    this.#isInPre = false;
    this.#outline.add('code', this.#pieces.join(''));
    this.#pieces = [];
    this.#isRaw = false;
  }

  #closeTitle(): void {
    if (!this.#isInTitle) return;
    this.#isInTitle = false;
    const title = this.#takeText().replace(/\s+/g, ' ');
    if (title !== '') this.#title = title;
  }

  #openList(isOrdered: boolean): void {
    if (this.#list.isOpen) this.#list.item(this.#takeText());
    else this.#endParagraph();
    this.#list.open(isOrdered);
  }

  #closeList(): void {
    if (!this.#list.isOpen) return;
    this.#list.item(this.#takeText());
    const text = this.#list.close();
    if (text !== undefined) this.#outline.add('list', text);
  }

  #openTable(): void {
    if (!this.#table.isOpen) {
      this.#closePre();
      this.#endParts();
    }
    this.#table.open();
  }

  #stepInTable(name: string, isOpening: boolean): void {
    if (!this.#table.isOutermost || !/^(?:tr|td|th)$/.test(name)) {
      this.#append(' ');
      return;
    }
    this.#endCell();
    if (name === 'tr') this.#table.endRow();
    else if (isOpening) this.#cell = name === 'th' ? 'th' : 'td';
  }

  #endCell(): void {
    const text = this.#takeText();
    if (this.#cell !== undefined) this.#table.cell(text, this.#cell === 'th');
    else this.#outline.add('prose', text);
    this.#cell = undefined;
  }

  #closeTable(): void {
    if (!this.#table.isOpen) return;
    if (this.#table.isOutermost) this.#endCell();
    else this.#append(' ');
    const table = this.#table.close();
    if (table !== undefined) this.#endTable(table);
  }

  #endTable({ text, lead }: ReturnType<HtmlTable['end']>): void {
    this.#outline.add('table', text, lead);
  }
}

const MAX_INDENT = 8;

class HtmlList {
  #levels: { readonly isOrdered: boolean; items: number }[] = [];
  #lines: string[] = [];

  get isOpen(): boolean {
    return this.#levels.length > 0;
  }

  open(isOrdered: boolean): void {
    this.#levels.push({ isOrdered, items: 0 });
  }

  item(text: string): void {
    const level = this.#levels.at(-1);
    if (level === undefined || text === '') return;
    level.items++;
    const indent = '  '.repeat(Math.min(this.#levels.length - 1, MAX_INDENT));
    this.#lines.push(`${indent}${level.isOrdered ? `${level.items}.` : '-'} ${text.replace(/\n+/g, ' ')}`);
  }

  close(): string | undefined {
    this.#levels.pop();
    return this.isOpen ? undefined : this.end();
  }

  end(): string {
    const text = this.#lines.join('\n');
    this.#levels = [];
    this.#lines = [];
    return text;
  }
}

/** A table with one line per row. A nested table is text of its cell. */
class HtmlTable {
  #depth = 0;
  #rows: string[] = [];
  #row: string[] = [];
  #isHead = true;
  #lead: string | undefined;

  get isOpen(): boolean {
    return this.#depth > 0;
  }

  get isOutermost(): boolean {
    return this.#depth === 1;
  }

  open(): void {
    this.#depth++;
  }

  cell(text: string, isHead: boolean): void {
    this.#row.push(text.replace(/\n+/g, ' '));
    this.#isHead &&= isHead;
  }

  endRow(): void {
    const row = this.#row.join(' | ');
    if (/[^ |]/.test(row)) {
      if (this.#isHead && this.#rows.length === 0) this.#lead = row;
      this.#rows.push(row);
    }
    this.#row = [];
    this.#isHead = true;
  }

  close(): { text: string; lead: string | undefined } | undefined {
    this.#depth--;
    return this.isOpen ? undefined : this.end();
  }

  end(): { text: string; lead: string | undefined } {
    this.endRow();
    const table = { text: this.#rows.join('\n'), lead: this.#lead };
    this.#depth = 0;
    this.#rows = [];
    this.#lead = undefined;
    return table;
  }
}
