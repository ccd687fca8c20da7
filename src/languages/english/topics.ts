import { wordList, words } from '../../text/words.ts';
import { isOfManner } from './manners.ts';
import { STOP_WORDS } from './stop-words.ts';

/** Said of everything, so that they say of nothing what it is about. */
const EVERYDAY = wordList(
  `thanks thank hello help need think good great nice time today tomorrow yesterday work working works look looking find
  sure better best able back come came week month year first last next little question answer answers explain write show
  used using keep keeps love loves hope feel always never actually people person wants take took gave told days`,
);
const WORD = /^\p{L}{4,30}$/u;

export const topicsIn = (text: string): string[] =>
  words(text).filter((word) => WORD.test(word) && !STOP_WORDS.has(word) && !EVERYDAY.has(word) && !isOfManner(word));
