import type { Period } from './date-phrase.ts';

export type Person = 'speaker' | 'listener';

export interface Token {
  readonly text: string;
  readonly lower: string;
  readonly kind: 'word' | 'mark' | 'date';
  /** Whether a space stands before it. */
  readonly spaced: boolean;
  /** Who a pronoun was spoken of, and in which form. */
  readonly person?: Person;
  readonly form?: 'subject' | 'object' | 'possessive' | 'reflexive';
  readonly when?: Period;
}

const WORDLIKE = /[\p{L}\p{N}]/u;

export const wordToken = (text: string, spaced = true): Token => ({
  ...{ text, spaced },
  lower: text.toLowerCase().replaceAll('’', "'"),
  kind: WORDLIKE.test(text) ? 'word' : 'mark',
});
