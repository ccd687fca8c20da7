import { SouvenirError } from '../../errors.ts';
import type { Block, BlockKind } from './block.ts';

const MOST_BLOCKS = 500_000;
/** A longer one is a paragraph that somebody wrote large. */
const LONGEST_HEADING = 200;

interface Heading {
  readonly level: number;
  readonly text: string;
}

/** Collects blocks, each under the headings it stands under. */
export class Outline {
  readonly #blocks: Block[] = [];
  #path: readonly Heading[] = [];
  #headings: readonly string[] = [];
  /** Nothing stands under the last heading so far. */
  #isBare = false;
  #title: string | undefined;

  heading(level: number, written: string): void {
    const text = written.replace(/\s+/g, ' ').trim();
    if (text === '') return;
    if (text.length > LONGEST_HEADING) {
      this.add('prose', text);
      return;
    }
    this.#keepBare(level);
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
    this.#keepBare(0);
    return { blocks: this.#blocks, heading: this.#title };
  }

  /** A heading with nothing under it is itself what the document says there. */
  #keepBare(level: number): void {
    const last = this.#path.at(-1);
    if (!this.#isBare || last === undefined || last.level < level) return;
    this.#push({ kind: 'prose', headings: this.#headings.slice(0, -1), text: last.text });
    this.#isBare = false;
  }

  #push(block: Block): void {
    if (this.#blocks.length >= MOST_BLOCKS)
      throw new SouvenirError('invalidInput', `document.content: has more than ${MOST_BLOCKS} paragraphs`, {
        advice: 'split it into several documents',
      });
    this.#blocks.push(block);
  }
}
