import { IRREGULAR_PASTS } from '../../languages/english/irregular-pasts.ts';
import { wordList } from '../../text/word-list.ts';

const NO_GERUNDS = wordList(
  `thing something nothing anything everything king ring string spring wing bring sing swing during morning evening meeting
  being feeling ceiling darling sibling wedding clothing interesting amazing`,
);
const SHORT_CLOSED = /^(?:[^aeiou]*|.*qu)[aeiou][^aeiouwxy]$/;
/** Longer verbs that are stressed at the end, and so double it as well. */
const DOUBLED = /(?:mit|fer|cur|^begin|^forget|set|run|plug|bug|wrap|split|map|put|cut|tag|log|pin)$/;

export const isGerund = (word: string): boolean =>
  word.length > 4 && /^[a-z][a-z-]*ing$/i.test(word) && !NO_GERUNDS.has(word.toLowerCase());

/** "split" → "splitting", "move" → "moving". */
export function gerundOf(verb: string): string {
  const base = verb.toLowerCase();
  if (isGerund(base)) return base;
  if (base.endsWith('ie')) return `${base.slice(0, -2)}ying`;
  if (base.endsWith('e') && !/(?:ee|oe|ye)$/.test(base)) return `${base.slice(0, -1)}ing`;
  return SHORT_CLOSED.test(base) || DOUBLED.test(base) ? `${base}${base.at(-1)}ing` : `${base}ing`;
}

/** "switched" → "switching", "wrote" → "writing". */
export function gerundOfPast(past: string): string {
  const word = past.toLowerCase();
  const base = IRREGULAR_PASTS.get(word);
  if (base !== undefined) return gerundOf(base);
  if (word.endsWith('eed')) return `${word.slice(0, -1)}ing`;
  if (word.endsWith('ied')) return `${word.slice(0, -3)}ying`;
  return word.endsWith('ed') ? `${word.slice(0, -2)}ing` : gerundOf(word);
}
