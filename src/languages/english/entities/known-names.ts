import { wordList } from '../../../text/words.ts';
import { ORGANIZATION_NAMES, PRODUCT_NAMES } from './brand-names.ts';
import { GIVEN_NAMES } from './given-names.ts';
import { isOrdinary } from './ordinary-words.ts';
import { PLACE_NAMES } from './place-names.ts';
import type { TextWord } from './text-words.ts';

const MAX_NAME_WORDS = 3;

const ALSO_WORDS = wordList(
  `alexa amber austin cologne ed excel discord florence intel jan jean lego lima max meta mit nice notion oracle patagonia
  phoenix python robin slack stripe turkey un who zara mel milo luna lily stella ray reading us nick bob bill mark charlotte
  docker georgia jordan kim kelly taylor morgan madison riley logan`,
);

export function knownNameAt(words: readonly TextWord[], at: number): number {
  let name = '';
  let length = 0;
  for (let count = 1; count <= MAX_NAME_WORDS; count++) {
    const word = words[at + count - 1];
    if (!word || (count > 1 && word.gap !== ' ')) break;
    name += count > 1 ? ` ${word.lower}` : word.lower;
    if (isKnownName(name, word.capital)) length = count;
  }
  return length;
}

function isKnownName(name: string, capital: boolean): boolean {
  if (!capital && ALSO_WORDS.has(name)) return false;
  return PLACE_NAMES.has(name) || PRODUCT_NAMES.has(name) || ORGANIZATION_NAMES.has(name) || isGivenName(name);
}

export const isGivenName = (name: string): boolean => GIVEN_NAMES.has(name) && !isOrdinary(name);
