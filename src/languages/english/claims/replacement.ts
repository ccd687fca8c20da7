import { wordList } from '../../../text/word-list.ts';
import type { ClauseWord } from './clause-word.ts';

/** What takes a place, and what had it before. */
export interface Replacement {
  readonly value: readonly ClauseWord[];
  readonly replaced: readonly ClauseWord[];
}

const indexOf = (all: readonly ClauseWord[], fold: string, from = 0): number =>
  all.findIndex((word, index) => index >= from && word.fold === fold && !word.capital);

/** "from X to Y", "to Y from X". */
export function fromTo(all: readonly ClauseWord[]): Replacement | undefined {
  const from = indexOf(all, 'from');
  const to = indexOf(all, 'to');
  if (from < 0 || to < 0) return undefined;
  const [value, replaced] =
    from < to ? [all.slice(to + 1), all.slice(from + 1, to)] : [all.slice(to + 1, from), all.slice(from + 1)];
  return value.length > 0 && replaced.length > 0 ? { value, replaced } : undefined;
}

/** "Y instead of X", "Y rather than X", "Y and not X", "not X but Y". */
export function insteadOf(all: readonly ClauseWord[], negated: boolean): Replacement | undefined {
  for (const [first, second] of [
    ['instead', 'of'],
    ['rather', 'than'],
    ['and', 'not'],
  ] as const) {
    const at = indexOf(all, first, 1);
    if (at > 0 && all[at + 1]?.fold === second && at + 2 < all.length)
      return { value: all.slice(0, at), replaced: all.slice(at + 2) };
  }
  const but = negated ? indexOf(all, 'but', 1) : -1;
  if (but > 0 && but + 1 < all.length) {
    const value = all.slice(but + 1);
    return {
      value: /^(?:in|at|on|by|for|with|to)$/.test(value[0]?.fold ?? '') ? value.slice(1) : value,
      replaced: all.slice(0, but),
    };
  }
  return undefined;
}

/** "prefers sites to be quiet" sets nothing against anything. */
const CLAUSE_VERBS = wordList(
  'be have do get make go use work call send write keep talk come stay start take help avoid see look feel run eat drink read',
);
const LONGEST_OTHER = 3;

/** "X over Y", "X to Y", as a preference is told. */
export function overOther(all: readonly ClauseWord[]): Replacement | undefined {
  const at = all.findIndex(({ fold }, index) => index > 0 && /^(?:over|to|than)$/.test(fold));
  const replaced = all.slice(at + 1);
  if (at < 1 || replaced.length === 0) return undefined;
  const clause = replaced.length > LONGEST_OTHER || CLAUSE_VERBS.has(replaced[0]?.fold ?? '');
  return all[at]?.fold === 'to' && clause ? undefined : { value: all.slice(0, at), replaced };
}
