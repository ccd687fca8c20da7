import type { ReadDocument } from './block.ts';
import { HtmlList } from './html-list.ts';
import { HtmlTable } from './html-table.ts';
import { Outline } from './outline.ts';

const HEADING = /^h([1-6])$/;
/** What begins and ends a paragraph. */
const PARTS = new Set(
  `p div section article main header footer aside nav blockquote address figure figcaption details summary dl dt dd body html form
  fieldset hr center caption`.split(/\s+/),
);

/** Puts together what stands between tags: the tags around a text tell what it is. */
export class HtmlBlocks {
  readonly #outline = new Outline();
  readonly #list = new HtmlList();
  readonly #table = new HtmlTable();
  #said: string[] = [];
  #cell: 'td' | 'th' | undefined;
  #isInPre = false;
  #isInTitle = false;
  #title: string | undefined;

  open(name: string): void {
    if (name === 'title') this.#isInTitle = this.#title === undefined;
    else if (name === 'br') this.#said.push('\n');
    else if (name === 'table') this.#openTable();
    else if (this.#table.isOpen) this.#openInTable(name);
    else if (name === 'ul' || name === 'ol') this.#openList(name === 'ol');
    else if (name === 'li' && this.#list.isOpen) this.#list.item(this.#taken());
    else if (HEADING.test(name)) this.#endParts();
    else if (name === 'pre') this.#openPre();
    else if (PARTS.has(name)) this.#part();
  }

  text(data: string): void {
    this.#said.push(this.#isInPre ? data : data.replace(/\s+/g, ' '));
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

  #taken(): string {
    const text = this.#said
      .join('')
      .replace(/ {2,}/g, ' ')
      .replace(/ ?\n ?/g, '\n')
      .trim();
    this.#said = [];
    return text;
  }

  /** Within a list a paragraph is part of its item. */
  #part(): void {
    if (this.#isInPre || this.#list.isOpen) this.#said.push(this.#isInPre ? '\n' : ' ');
    else this.#outline.add('prose', this.#taken());
  }

  /** What begins anew ends whatever was not closed. */
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
    if (!this.#table.isOutermost || !/^(?:tr|td|th)$/.test(name)) this.#said.push(' ');
    else {
      this.#endCell();
      if (name === 'tr') this.#table.endRow();
      else this.#cell = name === 'th' ? 'th' : 'td';
    }
  }

  #closeInTable(name: string): void {
    if (!this.#table.isOutermost || !/^(?:tr|td|th)$/.test(name)) this.#said.push(' ');
    else {
      this.#endCell();
      if (name === 'tr') this.#table.endRow();
    }
  }

  /** What stands between cells belongs before the table. */
  #endCell(): void {
    const text = this.#taken();
    if (this.#cell !== undefined) this.#table.cell(text, this.#cell === 'th');
    else this.#outline.add('prose', text);
    this.#cell = undefined;
  }

  #closeTable(): void {
    if (!this.#table.isOpen) return;
    if (this.#table.isOutermost) this.#endCell();
    else this.#said.push(' ');
    const table = this.#table.close();
    if (table !== undefined) this.#endTable(table);
  }

  #endTable({ text, lead }: ReturnType<HtmlTable['end']>): void {
    this.#outline.add('table', text, lead);
  }
}
