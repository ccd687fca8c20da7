/** The rows of a table, a line each. A table within a cell is text of that cell. */
export class HtmlTable {
  #depth = 0;
  #rows: string[] = [];
  #row: string[] = [];
  #isHead = true;
  #lead: string | undefined;

  get isOpen(): boolean {
    return this.#depth > 0;
  }

  /** Rows and cells are this table's own, not those of one within it. */
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

  /** Ends the innermost table; the whole of it, once that was the last. */
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
