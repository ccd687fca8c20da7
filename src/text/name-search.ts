import { foldName } from '../model/graph.ts';
import { isYieldDue, yieldToEventLoop } from '../yield-to-event-loop.ts';

const IN_WORD = /^[\p{L}\p{N}\p{M}]$/u;
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;
const ASCII_IN_WORD = Array.from({ length: 0x80 }, (_, code) => IN_WORD.test(String.fromCharCode(code)));
/** Occurrences checked before the event loop gets its turn. */
const OCCURRENCES_PER_SLICE = 10_000;

const folded = (text: string): string => foldName(text).replace(/\s+/g, ' ').replaceAll('’', "'");

/** Finds names as whole words, without regard to case; in scripts without spaces, anywhere. */
export class NameSearch {
  readonly #names: readonly string[];

  constructor(names: readonly string[]) {
    this.#names = [...new Set(names.map(folded))];
  }

  isIn(text: string): boolean {
    const within = folded(text);
    return this.#names.some((name) => [...occurrencesOf(within, name)].includes(true));
  }

  /** Whether any of many texts, of any length, has any of them. The event loop gets its turn meanwhile. */
  async isInAny(texts: readonly string[]): Promise<boolean> {
    const all: string[] = [];
    for (const text of texts) {
      if (isYieldDue()) await yieldToEventLoop();
      all.push(folded(text));
    }
    // A name has no line break, so it cannot span two texts.
    const within = all.join('\n');
    for (const name of this.#names) {
      let checked = 0;
      for (const isWhole of occurrencesOf(within, name)) {
        if (isWhole) return true;
        if (++checked % OCCURRENCES_PER_SLICE === 0) await yieldToEventLoop();
      }
      if (isYieldDue()) await yieldToEventLoop();
    }
    return false;
  }
}

export const names = (text: string, name: string): boolean => new NameSearch([name]).isIn(text);

function* occurrencesOf(within: string, name: string): Generator<boolean> {
  for (let at = within.indexOf(name); at >= 0; ) {
    let next = at + 1;
    if (isInside(within, at)) while (isInside(within, next)) next++;
    else yield !isInside(within, at + name.length);
    at = within.indexOf(name, next);
  }
}

const isInside = (text: string, at: number): boolean => isOfWord(text, at - 1) && isOfWord(text, at);

function isOfWord(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 0x80) return ASCII_IN_WORD[code] as boolean;
  const isSecondHalf = code >= 0xdc00 && code <= 0xdfff;
  const sign = String.fromCodePoint(text.codePointAt(isSecondHalf ? at - 1 : at) ?? 0);
  return IN_WORD.test(sign) && !UNSPACED.test(sign);
}
