import { SouvenirError } from '../../errors.ts';

type BlockKind = 'prose' | 'list' | 'table' | 'code';

/** A part of a document, with its headings from the outermost in. */
export interface Block {
  readonly kind: BlockKind;
  readonly headings: readonly string[];
  readonly text: string;
  /** A table's header, repeated in each chunk that begins within the table. */
  readonly lead?: string;
}

export interface ParsedDocument {
  readonly blocks: readonly Block[];
  readonly title?: string;
  readonly metadata?: Readonly<Record<string, string>>;
}

const MAX_BLOCKS = 500_000;
/** A longer heading becomes a paragraph. */
const MAX_HEADING_CHARS = 200;

interface Heading {
  readonly level: number;
  readonly text: string;
}

export class Outline {
  readonly #blocks: Block[] = [];
  #path: readonly Heading[] = [];
  #headings: readonly string[] = [];
  #isBare = false;
  #title: string | undefined;

  heading(level: number, written: string): void {
    const text = written.replace(/\s+/g, ' ').trim();
    if (text === '') return;
    if (text.length > MAX_HEADING_CHARS) {
      this.add('prose', text);
      return;
    }
    this.#addBareHeading(level);
    this.#title ??= text;
    this.#path = [...this.#path.filter((heading) => heading.level < level), { level, text }];
    this.#headings = this.#path.map((heading) => heading.text);
    this.#isBare = true;
  }

  add(kind: BlockKind, written: string, lead?: string): void {
    const text = kind === 'code' ? written.replace(/^\n+/, '').trimEnd() : written.trim();
    if (text === '') return;
    this.#isBare = false;
    this.#push({ kind, headings: this.#headings, text, ...(lead !== undefined && { lead }) });
  }

  end(): { blocks: readonly Block[]; heading: string | undefined } {
    this.#addBareHeading(0);
    return { blocks: this.#blocks, heading: this.#title };
  }

  #addBareHeading(level: number): void {
    const last = this.#path.at(-1);
    if (!this.#isBare || last === undefined || last.level < level) return;
    this.#push({ kind: 'prose', headings: this.#headings.slice(0, -1), text: last.text });
    this.#isBare = false;
  }

  #push(block: Block): void {
    if (this.#blocks.length >= MAX_BLOCKS)
      throw new SouvenirError('invalidInput', `document.content: has more than ${MAX_BLOCKS} paragraphs`, {
        advice: 'split it into several documents',
      });
    this.#blocks.push(block);
  }
}
