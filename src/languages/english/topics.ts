import { wordList } from '../../text/words.ts';
import { type ClauseWord, clauseWords } from './claims/words.ts';
import { isOfManner } from './manners.ts';
import { STOP_WORDS } from './stop-words.ts';

const EVERYDAY = wordList(
  `thanks thank hello help need think good great nice time today tomorrow yesterday work working works look looking find
  sure better best able back come came week month year first last next little question answer answers explain write show
  used using keep keeps love loves hope feel always never actually people person wants take took gave told days`,
);
const LEADS = wordList(
  `a an the my our your his her its their this these those some any no every each of about for with without in on at from between
  against`,
);
const WORD = /^\p{L}{4,30}$/u;

export function topicsIn(sentence: string): string[] {
  const nouns = runsOf(clauseWords(sentence)).flatMap(({ run: [first = '', ...more], isLed }) => {
    const last = more.slice(-1);
    return isLed ? [first, ...last] : last;
  });
  return [...new Set(nouns)].filter((word) => WORD.test(word) && !EVERYDAY.has(word) && !isOfManner(word));
}

function runsOf(words: readonly ClauseWord[]): { readonly run: readonly string[]; readonly isLed: boolean }[] {
  const runs: { run: string[]; isLed: boolean }[] = [];
  let isOpen = false;
  for (const [at, { fold, after }] of words.entries()) {
    if (!STOP_WORDS.has(fold)) {
      if (!isOpen) runs.push({ run: [], isLed: LEADS.has(words[at - 1]?.fold ?? '') });
      runs.at(-1)?.run.push(fold);
    }
    isOpen = !STOP_WORDS.has(fold) && after === '';
  }
  return runs;
}
