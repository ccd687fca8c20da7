import { type ClauseWord, folded, isName } from './clause-word.ts';
import { compareValues, sameWords } from './compare-values.ts';
import { areExclusive } from './exclusive.ts';
import { withoutFrequency } from './frequency.ts';
import type { Reading } from './reading.ts';
import { REPLACEABLE } from './relations.ts';
import { stemList } from './verb-forms.ts';

const MANNERS: ReadonlyMap<string, string> = new Map([
  ['in', 'in'],
  ...['by', 'via', 'through', 'over'].map((link) => [link, 'by'] as const),
  ['with', 'with'],
]);
/** Without a sign of change both may be liked. */
const LOOSE_MANNER = 'with';
const TASTES = new Set(['likes', 'prefer']);
/** One has breakfast once a day; what is done every week is done beside other things. */
const OCCASION = /\b(?:morning|noon|afternoon|evening|night|meal)s?$/;
const DATED = /\d|\b(?:last|next|this)\b/;
const OCCASIONAL = new Set(['prefer', 'use', ...stemList('drink eat wear')]);

/** Ends that many things serve at once. */
const BROAD =
  /^for (?:work|fun|free|school|pleasure|life|everything|now|(?:.+ )?(?:years|months|weeks|days|hours|minutes))$/;
/** Whereto is what for. */
const RIDES = stemList('take ride drive');

interface Purpose {
  readonly head: readonly ClauseWord[];
  readonly end: string;
}

/** "Tableau" and "for dashboards", "coffee" and "every morning". */
function purposeOf({ relation, words, when }: Reading): Purpose | undefined {
  const link = RIDES.has(relation) ? /^to$/ : /^for$/;
  const to = words.findIndex(({ fold }, index) => index > 0 && link.test(fold));
  if (to > 0 && to < words.length - 1) return { head: words.slice(0, to), end: folded(words.slice(to)) };
  if (!OCCASIONAL.has(relation)) return undefined;
  const head = withoutFrequency(words);
  const often = folded(words.slice(head.length));
  if (head.length > 0 && OCCASION.test(often)) return { head, end: often };
  const occasion = when.replace(/ now$/, '');
  return OCCASION.test(occasion) && !DATED.test(occasion) ? { head: words, end: occasion } : undefined;
}

/** What is done to the same end, or on the same occasion, and is another thing. */
export function isOtherForSame(older: Reading, newer: Reading): boolean {
  if (newer.relation === 'own' || !REPLACEABLE.has(newer.relation.split(' ')[0] ?? '')) return false;
  const [was, is] = [purposeOf(older), purposeOf(newer)];
  if (!was || was.end !== is?.end || BROAD.test(was.end)) return false;
  return compareValues({ ...older, words: was.head }, { ...newer, words: is.head }) === 'different';
}

/** "emails in French" and "emails in English". */
export function isOtherManner(older: Reading, newer: Reading): boolean {
  const parts = ({ words }: Reading) => {
    const at = words.findIndex(({ fold }, index) => index > 0 && MANNERS.has(fold));
    return { link: MANNERS.get(words[at]?.fold ?? '') ?? '', head: words.slice(0, at), tail: words.slice(at + 1) };
  };
  const [was, is] = [parts(older), parts(newer)];
  if (older.relation !== 'prefer' || newer.relation !== 'prefer') return false;
  if (was.link === '' || was.link !== is.link || !sameWords(was.head, is.head)) return false;
  if (is.link === LOOSE_MANNER && !newer.fresh) return false;
  // "books by Murakami"
  if ([older, newer].some(({ words }) => words.some(({ fold }, at) => fold === 'by' && words[at + 1]?.capital)))
    return false;
  const comparable = is.link === 'by' || isName(was.tail) === isName(is.tail);
  return comparable && was.tail.length > 0 && !sameWords(was.tail, is.tail) && was.tail.length === is.tail.length;
}

/** "long answers" and "short answers": alike but for one word, which is the opposite. */
export function differByOpposite(older: Reading, newer: Reading): boolean {
  const [left, right] = [older.words.map(({ fold }) => fold), newer.words.map(({ fold }) => fold)];
  if (left.length !== right.length) return false;
  const differing = left.flatMap((word, index) => (word === right[index] ? [] : [index]));
  const [at] = differing;
  return differing.length === 1 && at !== undefined && areExclusive(left[at] ?? '', right[at] ?? '');
}

/** "likes long answers" and "prefers short answers now". */
export const isOtherTaste = (older: Reading, newer: Reading): boolean =>
  newer.fresh && TASTES.has(older.relation) && TASTES.has(newer.relation) && differByOpposite(older, newer);
