import { wordList } from '../../language/assertions/word-list.ts';

const NO_GERUNDS = wordList(
  `thing something nothing anything everything king ring string spring wing bring sing swing during morning evening meeting
  being feeling ceiling darling sibling wedding clothing interesting amazing`,
);
const SHORT_CLOSED = /^(?:[^aeiou]*|.*qu)[aeiou][^aeiouwxy]$/;
/** Longer verbs that are stressed at the end, and so double it as well. */
const DOUBLED = /(?:mit|fer|cur|^begin|^forget|set|run|plug|bug|wrap|split|map|put|cut|tag|log|pin)$/;

const ODD_PASTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ ran: 'run', reran: 'rerun', wrote: 'write', rewrote: 'rewrite', made: 'make', took: 'take', went: 'go' },
    ...{ broke: 'break', built: 'build', rebuilt: 'rebuild', sent: 'send', kept: 'keep', left: 'leave', gave: 'give' },
    ...{ got: 'get', did: 'do', found: 'find', held: 'hold', froze: 'freeze', brought: 'bring', bought: 'buy' },
    ...{ slept: 'sleep', ate: 'eat', drank: 'drink', fed: 'feed', taught: 'teach', began: 'begin', spent: 'spend' },
  }),
);

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
  const base = ODD_PASTS.get(word);
  if (base !== undefined) return gerundOf(base);
  if (word.endsWith('eed')) return `${word.slice(0, -1)}ing`;
  if (word.endsWith('ied')) return `${word.slice(0, -3)}ying`;
  return word.endsWith('ed') ? `${word.slice(0, -2)}ing` : gerundOf(word);
}
