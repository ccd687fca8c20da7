/** A full stop after these, or after a single letter, ends no sentence. */
const ABBREVIATIONS = 'Mr|Mrs|Ms|Dr|Prof|St|Jr|Sr|Inc|Ltd|Co|Corp|vs|etc|No|Vol|Mt|Ave|e\\.g|i\\.e';
const END = new RegExp(`(?<=[.!?])(?<!\\b(?:${ABBREVIATIONS}|\\p{L})\\.)\\s+|(?<=[。！？])|\\n+`, 'gu');

/**
 * The sentences and lines of a text, unchanged, by the punctuation of most languages; lazily, as a text may be long.
 */
export function* sentencesIn(text: string): Iterable<string> {
  let from = 0;
  for (const { 0: end, index } of text.matchAll(END)) {
    const sentence = text.slice(from, index);
    if (sentence.trim() !== '') yield sentence;
    from = index + end.length;
  }
  const last = text.slice(from);
  if (last.trim() !== '') yield last;
}

export const sentencesOf = (text: string): string[] => [...sentencesIn(text)];
