import { STOP_WORDS } from '../stop-words.ts';
import type { TextWord } from './text-words.ts';

const OPENING = /["“]$/;
const CLOSING = /^["”]/;
const MAX_TITLE_WORDS = 9;

export function titleEnd(text: string, words: readonly TextWord[], at: number): number {
  const first = words[at];
  if (!first?.capital || !OPENING.test(first.gap)) return 0;
  for (let end = at; end < words.length && end - at < MAX_TITLE_WORDS; end++) {
    const word = words[end];
    if (!word || (end > at && !/^(?: |, |: )$/.test(word.gap))) return 0;
    if (!word.capital && !STOP_WORDS.has(word.lower)) return 0;
    if (CLOSING.test(text.slice(word.end, word.end + 1))) return end + 1;
  }
  return 0;
}
