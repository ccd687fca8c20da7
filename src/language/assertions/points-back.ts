import type { Clause } from './clauses.ts';
import { isFiniteVerb } from './verbs.ts';
import { wordList } from './word-list.ts';

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
