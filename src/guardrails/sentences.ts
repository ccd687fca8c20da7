/** A stretch of a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const SENTENCE = /[^\s][^\n]*?(?:[.!?…]["')\]»”]*(?=\s|$)|[。！？]|(?=\n|$))/g;

/** Sentences and lines, without the white space between them. */
export const sentencesOf = (text: string): Span[] =>
  Array.from(text.matchAll(SENTENCE), ({ 0: found, index }) => ({ start: index, end: index + found.length }));
