import type { Language } from '../../contracts/language.ts';

const MAX_CHARS = 6000;
const MAX_TERMS = 120;
const WORD = /[\p{L}\p{N}_./:@$-]+/gu;
const EDGE = /^[./:-]+|(?<![./:-])[./:-]+$/g;
const JOINT = /[_./:@-]+/;
const MIN_CHARS = 2;

/** The words of a text without stop words; of a path, an identifier or a flag, the whole and its parts: `src/queue.ts`, `src`, `queue`, `ts`. */
export function termsOf(text: string, language: Pick<Language, 'isStopWord'>): string[] {
  const words = text.slice(0, MAX_CHARS).toLowerCase().match(WORD) ?? [];
  const terms = words.flatMap((word) => {
    const whole = word.replace(EDGE, '');
    return [whole, ...(JOINT.test(whole) ? whole.split(JOINT) : [])];
  });
  const distinct = new Set(terms.filter((term) => term.length >= MIN_CHARS && !language.isStopWord(term)));
  return [...distinct].slice(0, MAX_TERMS);
}
