import { wordList } from '../../../text/word-list.ts';
import { STOP_WORDS } from '../stop-words.ts';
import type { Clause } from './clauses.ts';
import type { Token } from './token.ts';
import { isFiniteVerb } from './verbs.ts';

/** "It is hard to say": what it stands for follows. */
const ANNOUNCES =
  /^(?:is|was|has been|feels|felt|means|takes|took|will be|would be) .*\b(?:to|that|how|when|seeing|having|being|knowing|if|what|where)\b/;
const ANNOUNCED_WITHIN = 8;
const PERSONS = wordList('they he she');
const DEMONSTRATIVES = wordList('this that these those');

/** "It helps a lot", "this is new": what it is about was said before, so it cannot stand alone. */
export function pointsBack({ tokens }: Clause): boolean {
  const [first, ...rest] = tokens.map(({ lower }) => lower);
  if (first === undefined) return false;
  if (first === 'it') return !ANNOUNCES.test(rest.slice(0, ANNOUNCED_WITHIN).join(' '));
  return PERSONS.has(first) || (DEMONSTRATIVES.has(first) && isFiniteVerb(rest[0] ?? ''));
}

const BARE_OBJECT = /^(?:this|that|it)$/;
/** Words of its own beside those that point. */
const MOST_OWN_WORDS = 3;

/** "And she will be there", "and Ana always gets that wrong": nothing in it is worth a place behind another clause. */
export function onlyPointsBack({ tokens }: Clause): boolean {
  const words = tokens.filter(({ kind }) => kind !== 'mark');
  const first = words[0]?.lower ?? '';
  const isOfOther = PERSONS.has(first) || (DEMONSTRATIVES.has(first) && isFiniteVerb(words[1]?.lower ?? ''));
  const pointsAt = words.some(({ lower }, at) => at > 1 && BARE_OBJECT.test(lower) && isBare(words[at + 1]));
  if (!isOfOther && !(words[0]?.form === 'subject' && pointsAt)) return false;
  const isPlain = words.every(
    ({ kind, text, form }, at) => kind === 'word' && (form !== undefined || at === 0 || !/\d|^\p{Lu}/u.test(text)),
  );
  return (
    isPlain &&
    words.filter((token) => token.form === undefined && !STOP_WORDS.has(token.lower)).length <= MOST_OWN_WORDS
  );
}

/** "Gets that wrong", unlike "gets that job" as far as an ending or its absence tells. */
const isBare = (next: Token | undefined): boolean =>
  next === undefined || /^(?:wrong|right|all|too|every|a|so|for|to|at|and|now|again|up|very|much)$/.test(next.lower);
