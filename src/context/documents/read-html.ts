import { Parser } from 'htmlparser2';
import { breathe } from '../../breathe.ts';
import { SouvenirError } from '../../errors.ts';
import { Outline, type ReadDocument } from './outline.ts';

const NEVER_SHOWN = 'script style noscript template svg math iframe object canvas select button dialog';
const AROUND_IT = 'nav footer aside menu';
const setOf = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** The parser's work grows with the square of the nesting. */
const DEEPEST = 5000;

/** Characters that are parsed between two moments at which others are let in. */
const PIECE = 20_000;

/** HTML: the text a reader sees; navigation and the like only where there is nothing else. */
export async function readHtml(text: string): Promise<ReadDocument> {
  const read = await parseHtml(text, setOf(`${NEVER_SHOWN} ${AROUND_IT}`));
  return read.blocks.length > 0 ? read : parseHtml(text, setOf(NEVER_SHOWN));
}

async function parseHtml(text: string, skipped: ReadonlySet<string>): Promise<ReadDocument> {
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
  for (let at = 0; at < text.length; at += PIECE) {
    await breathe();
    parser.write(text.slice(at, at + PIECE));
  }
  parser.end();
  return blocks.end();
}

const UNSEEN = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse))\b/i;

const isHidden = (attributes: Readonly<Record<string, string>>): boolean =>
  'hidden' in attributes ||
  attributes['aria-hidden'] === 'true' ||
  attributes['role'] === 'navigation' ||
  UNSEEN.test(attributes['style'] ?? '');

const HEADING = /^h([1-6])$/;
/** Tags that begin and end a paragraph. */
const PARTS = new Set(
  `p div section article main header footer aside nav blockquote address figure figcaption details summary dl dt dd body html form
  fieldset hr center caption`.split(/\s+/),
);

/** Collects the text between tags into blocks. */
class HtmlBlocks {
  readonly #outline = new Outline();
  readonly #list = new HtmlList();
  readonly #table = new HtmlTable();
  #said: string[] = [];
  /** Some of what was said stands as it was written. */
  #isRaw = false;
  #cell: 'td' | 'th' | undefined;
  #isInPre = false;
  #isInTitle = false;
  #title: string | undefined;

  open(name: string): void {
    if (name === 'title') this.#isInTitle = this.#title === undefined;
    else if (name === 'br') this.#say('\n');
    else if (name === 'table') this.#openTable();
    else if (this.#table.isOpen) this.#openInTable(name);
    else if (name === 'ul' || name === 'ol') this.#openList(name === 'ol');
    else if (name === 'li' && this.#list.isOpen) this.#list.item(this.#taken());
    else if (HEADING.test(name)) this.#endParts();
    else if (name === 'pre') this.#openPre();
    else if (PARTS.has(name)) this.#part();
  }

  text(data: string): void {
    this.#say(this.#isInPre ? data : data.replace(/\s+/g, ' '));
  }

  close(name: string): void {
    const level = HEADING.exec(name)?.[1];
    if (name === 'title') this.#closeTitle();
    else if (name === 'table') this.#closeTable();
    else if (this.#table.isOpen) this.#closeInTable(name);
    else if (name === 'ul' || name === 'ol') this.#closeList();
    else if (name === 'li' && this.#list.isOpen) this.#list.item(this.#taken());
    else if (level !== undefined) this.#outline.heading(Number(level), this.#taken());
    else if (name === 'pre') this.#closePre();
    else if (PARTS.has(name)) this.#part();
  }

  end(): ReadDocument {
    if (this.#isInTitle) this.#closeTitle();
    if (this.#table.isOpen) this.#endTable(this.#table.end());
    this.#closePre();
    this.#endParts();
    const { blocks, heading } = this.#outline.end();
    const title = this.#title ?? heading;
    return { blocks, ...(title !== undefined && { title }) };
  }

  /** Puts one space where several come together, and none beside a line end: in a megabyte at once it would hold the loop. */
  #say(text: string): void {
    this.#isRaw ||= this.#isInPre;
    const last = this.#said.at(-1) ?? ' ';
    const said = !this.#isRaw && text.startsWith(' ') && /[ \n]$/.test(last) ? text.slice(1) : text;
    if (!this.#isRaw && said === '\n' && last.endsWith(' ')) this.#said.splice(-1, 1, last.slice(0, -1));
    if (said !== '') this.#said.push(said);
  }

  #taken(): string {
    const said = this.#said.join('');
    const text = this.#isRaw ? said.replace(/ {2,}/g, ' ').replace(/ ?\n ?/g, '\n') : said;
    this.#said = [];
    this.#isRaw = false;
    return text.trim();
  }

  /** Within a list a paragraph is part of its item. */
  #part(): void {
    if (this.#isInPre || this.#list.isOpen) this.#say(this.#isInPre ? '\n' : ' ');
    else this.#outline.add('prose', this.#taken());
  }

  /** Ends an unclosed list or paragraph. */
  #endParts(): void {
    if (this.#list.isOpen) {
      this.#list.item(this.#taken());
      this.#outline.add('list', this.#list.end());
    }
    this.#part();
  }

  #openPre(): void {
    this.#part();
    this.#isInPre = !this.#list.isOpen;
  }

  #closePre(): void {
    if (!this.#isInPre) return;
    this.#isInPre = false;
    this.#outline.add('code', this.#said.join(''));
    this.#said = [];
    this.#isRaw = false;
  }

  #closeTitle(): void {
    if (!this.#isInTitle) return;
    this.#isInTitle = false;
    const title = this.#taken().replace(/\s+/g, ' ');
    if (title !== '') this.#title = title;
  }

  #openList(isOrdered: boolean): void {
    if (this.#list.isOpen) this.#list.item(this.#taken());
    else this.#part();
    this.#list.open(isOrdered);
  }

  #closeList(): void {
    if (!this.#list.isOpen) return;
    this.#list.item(this.#taken());
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

  #openInTable(name: string): void {
    if (!this.#table.isOutermost || !/^(?:tr|td|th)$/.test(name)) this.#say(' ');
    else {
      this.#endCell();
      if (name === 'tr') this.#table.endRow();
      else this.#cell = name === 'th' ? 'th' : 'td';
    }
  }

  #closeInTable(name: string): void {
    if (!this.#table.isOutermost || !/^(?:tr|td|th)$/.test(name)) this.#say(' ');
    else {
      this.#endCell();
      if (name === 'tr') this.#table.endRow();
    }
  }

  /** Text between cells is put before the table. */
  #endCell(): void {
    const text = this.#taken();
    if (this.#cell !== undefined) this.#table.cell(text, this.#cell === 'th');
    else this.#outline.add('prose', text);
    this.#cell = undefined;
  }

  #closeTable(): void {
    if (!this.#table.isOpen) return;
    if (this.#table.isOutermost) this.#endCell();
    else this.#say(' ');
    const table = this.#table.close();
    if (table !== undefined) this.#endTable(table);
  }

  #endTable({ text, lead }: ReturnType<HtmlTable['end']>): void {
    this.#outline.add('table', text, lead);
  }
}

const DEEPEST_INDENT = 8;

/** The lines of a list and of the lists within it. */
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
    const indent = '  '.repeat(Math.min(this.#levels.length - 1, DEEPEST_INDENT));
    this.#lines.push(`${indent}${level.isOrdered ? `${level.items}.` : '-'} ${text.replace(/\n+/g, ' ')}`);
  }

  /** Ends the innermost list; returns the text of all once the outermost ended. */
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

/** A table's rows, a line each. A table within a cell is text of that cell. */
class HtmlTable {
  #depth = 0;
  #rows: string[] = [];
  #row: string[] = [];
  #isHead = true;
  #lead: string | undefined;

  get isOpen(): boolean {
    return this.#depth > 0;
  }

  /** Whether rows and cells are of this table, not of one within it. */
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

  /** Ends the innermost table; returns it once the outermost ended. */
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
