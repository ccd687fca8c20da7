import { wordList } from '../../../text/word-list.ts';
import type { ClauseWord } from '../claims/clause-word.ts';

/** What cannot stand within a phrase that names something. */
const ENDS_PHRASE = wordList(
  `to at in on for with from into about by of onto through around over under after before during until since near like without behind
  and or but because when while that which who whose where so as than if though although then too also
  is are was were will would can could has have had does did really just now today lately recently sometimes again always
  every each this last next twice once yesterday tomorrow here there up out off down back away instead`,
);

/** Where the phrase that begins at this word ends; never in the middle of a name for something. */
export function phraseEnd(words: readonly ClauseWord[], from: number): number {
  let at = from;
  while (at < words.length && !ENDS_PHRASE.has(words[at]?.fold ?? '')) {
    at++;
    if (/[,;:.!?–—)]/.test(words[at - 1]?.after ?? '')) break;
  }
  return at;
}
