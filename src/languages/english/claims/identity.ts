import { wordList } from '../../../text/word-list.ts';
import { type ClauseWord, folded } from './clause-word.ts';
import { isNumber } from './numbers.ts';

/** Of these one has several: another is no contradiction. */
const SEVERAL = wordList(
  `brother sister sibling son daughter friend cousin colleague coworker uncle aunt niece nephew grandson granddaughter neighbour neighbor
  hobby interest allergy goal skill pet cat dog classmate teammate student client customer member problem issue concern reason
  example advantage strength weakness part aspect step option idea plan tip`,
);
/** What is said of these is what they are, though it be an ordinary word. */
const ATTRIBUTES = wordList(
  `colour color food drink language framework database branch name password job role title position profession occupation address number size
  version editor status theme mode breed species gender nationality religion major subject genre type kind capital currency birthplace
  birthday age username email diet dish fruit animal sport season flavour flavor instrument band movie film book song game show
  platform licence license style format stack runtime compiler shell browser host port domain location destination
  commute background specialty speciality tool runner bundler linter formatter library engine orm surname nickname salary unit mascot symbol`,
);
const ATTRIBUTE_PAIRS = new Set(['package manager', 'task manager', 'alma mater', 'home town', 'task runner']);
/** Of these a new one stands beside the old. */
const LASTING = wordList(
  'book film movie song game show album project article paper baby child kid car bike house flat toy course class phone laptop dish',
);
const NEWER = wordList('new current latest newest present');
const MARKS = wordList(
  'favourite favorite preferred default current main primary official original native first last middle chosen go-to top best',
);

const UNIFIED: ReadonlyMap<string, string> = new Map([
  ...['husband', 'wife', 'spouse'].map((noun) => [noun, 'spouse'] as const),
  ...['job', 'profession', 'occupation', 'job title'].map((noun) => [noun, 'job'] as const),
  ...['employer', 'workplace'].map((noun) => [noun, 'employer'] as const),
  ...['birthplace', 'place of birth', 'birthday', 'date of birth', 'birth date'].map(
    (noun) => [noun, 'birth'] as const,
  ),
  ...['boss', 'manager', 'line manager'].map((noun) => [noun, 'manager'] as const),
  ...['girlfriend', 'boyfriend', 'partner'].map((noun) => [noun, 'partner'] as const),
  ['hometown', 'origin'],
]);

export const isSeveral = (noun: readonly ClauseWord[]): boolean =>
  SEVERAL.has(noun.at(-1)?.fold ?? '') && !noun.some(({ fold }) => MARKS.has(fold));

/** Whether an ordinary word may be its value: a favourite food is sushi, a boss is only strict. */
export const isAttribute = (noun: readonly ClauseWord[]): boolean =>
  noun.some(({ fold }) => MARKS.has(fold)) ||
  ATTRIBUTE_PAIRS.has(folded(noun.slice(-2))) ||
  ATTRIBUTES.has(noun.at(-1)?.fold ?? '') ||
  ATTRIBUTES.has(noun[0]?.fold ?? '');

/** "new manager": the manager from now on. */
const isRenewed = (noun: readonly ClauseWord[]): boolean => {
  const last = noun.at(-1)?.fold ?? '';
  return (
    noun.length > 1 && NEWER.has(noun[0]?.fold ?? '') && !noun[0]?.capital && !SEVERAL.has(last) && !LASTING.has(last)
  );
};

export const attributeName = (noun: readonly ClauseWord[]): string => {
  const name = noun
    .filter(({ fold }, index) => !/^(?:the|a|an|current)$/.test(fold) && !(index === 0 && isRenewed(noun)))
    .map(({ fold }) => fold.replace('favorite', 'favourite').replace('color', 'colour'))
    .join(' ');
  return UNIFIED.get(name) ?? (name || 'is');
};

const ACRONYM = /^[A-Z]{2,4}$/;

/** "Ana's sister" and "the sister of Ana": whose it is, and what. */
export function ownerAndNoun(
  named: readonly ClauseWord[],
): { owner: readonly ClauseWord[]; noun: readonly ClauseWord[] } | undefined {
  const possessive = named.findLastIndex((word) => word.possessive || word.fold === 'my' || word.fold === 'our');
  const of = named.findIndex(({ fold, capital }) => fold === 'of' && !capital);
  const the = named[0]?.fold === 'the';
  // "The Lord of the Rings" is nobody's lord.
  if (
    the &&
    of > 1 &&
    of < named.length - 1 &&
    !named.slice(1, of).every(({ capital, text }) => capital && !ACRONYM.test(text))
  )
    return { owner: named.slice(of + 1), noun: named.slice(1, of) };
  if (possessive >= 0 && possessive < named.length - 1 && !isNumber(named[possessive + 1]))
    return { owner: named.slice(0, possessive + 1), noun: named.slice(possessive + 1) };
  return undefined;
}
