const DEEPEST_INDENT = 8;

/** The lines of a list and of the lists within it. */
export class HtmlList {
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

  /** Ends the innermost list; all of them as text, once that was the last. */
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
