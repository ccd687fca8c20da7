import { type ClauseWord, folded } from '../../languages/english/claims/clause-word.ts';
import { compareValues } from '../../languages/english/claims/compare-values.ts';
import { readStatement } from '../../languages/english/claims/read-statement.ts';
import type { Reading } from '../../languages/english/claims/reading.ts';
import { contentWords } from '../../text/words.ts';
import { subjectKey } from './stated-claim.ts';

/** Things use one thing for a purpose; people and teams use many. */
const SOMEBODY =
  /\b(?:user|users|i|you|he|she|they|everyone|team|teams|people|staff|employee|employees|engineers?|developers?)$/;
/** "uses X", "runs on X", "is deployed with X": where one thing is, another is not. */
const BY_MEANS = /^use$| (?:with|on|by|via|through|at|for|in)$/;
const PURPOSE = 'for';
const LONGEST_VALUE = 5;
const NUMBER = /\d/;

/**
 * Whether two claims of one thing, neither of them newer, give it different values. Memory alone would let both stand; beside
 * each other in one answer they are to be told apart. What the document also says, in these words, is no difference.
 */
export function differ(held: string, said: string, stated: ReadonlySet<string>): boolean {
  const [memory, document] = [readStatement(held), readStatement(said)];
  if (memory === undefined || document === undefined || !isComparable(memory, document)) return false;
  if (isOtherNumber(memory.words, document.words)) return true;
  if (!BY_MEANS.test(memory.relation) || SOMEBODY.test(memory.subject)) return false;
  const values = [memory, document].map(({ words }) => meansOf(words));
  if (values.some(({ length }) => length === 0 || length > LONGEST_VALUE)) return false;
  const [own = [], other = []] = values;
  if (compareValues({ ...memory, words: own }, { ...document, words: other }) === 'same') return false;
  const named = new Set(contentWords(folded(other)));
  const terms = contentWords(folded(own));
  return terms.length > 0 && terms.every((term) => !named.has(term)) && !terms.every((term) => stated.has(term));
}

const plain = ({ negated, additive, ended, passing, pronoun, replaced }: Reading): boolean =>
  !negated && !additive && !ended && !passing && !pronoun && replaced.length === 0;

const isComparable = (a: Reading, b: Reading): boolean =>
  plain(a) && plain(b) && a.relation === b.relation && subjectKey(a.subject) === subjectKey(b.subject);

/** "port 8080", "port 3000": alike but for the figures. */
function isOtherNumber(a: readonly ClauseWord[], b: readonly ClauseWord[]): boolean {
  if (a.length !== b.length) return false;
  const differing = a.filter(({ fold }, at) => fold !== b[at]?.fold);
  return (
    differing.length > 0 &&
    a.every(({ fold }, at) => fold === b[at]?.fold || (NUMBER.test(fold) && NUMBER.test(b[at]?.fold ?? '')))
  );
}

/** Without what it is for. */
function meansOf(words: readonly ClauseWord[]): readonly ClauseWord[] {
  const end = words.findIndex(({ fold }, at) => at > 0 && fold === PURPOSE);
  return end < 0 ? words : words.slice(0, end);
}
