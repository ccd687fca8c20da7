import type { Clause } from '../clause.ts';
import { type ClauseWord, folded } from '../clause-word.ts';
import { sameWords } from '../compare-values.ts';
import { foldSubject } from '../subject.ts';
import { isAdverb } from '../verb-group.ts';
import { isWhenWord } from '../when-words.ts';

/** Nothing, or when it was: "in the week of 1 May". */
export const isWhenOnly = (words: readonly ClauseWord[]): boolean =>
  words.every(
    (word) => isWhenWord(word) || isAdverb(word.fold) || /^(?:just|finally|recently|already)$/.test(word.fold),
  );

const CLOCK = /\b\d{1,2}(?::\d{2}|\s?(?:am|pm)\b|\so'clock)|\b(?:noon|midnight)\b|\bat \d{1,2}\b/;
const DAY = /\b\d{1,2}(?:st|nd|rd|th)?\b|day\b|\b(?:tonight|morning|afternoon|evening|night|week|weekend)\b/;

/** Whoever leaves at six is back in the morning. */
export const hasClock = (when: string): boolean => CLOCK.test(when);

/** As exactly as a journey is told. */
export const hasDay = (when: string): boolean => hasClock(when) || DAY.test(when);

/** The older value is this one, with no more than details after it: "Berlin with her cats". */
export const isHead = (head: readonly ClauseWord[], value: readonly ClauseWord[]): boolean =>
  head.length > 0 &&
  head.length <= value.length &&
  sameWords(head, value.slice(0, head.length)) &&
  value[head.length]?.capital !== true;

/** "Tom", "Tom and Ana": each that the subject names. */
export function membersOf(named: readonly ClauseWord[]): readonly (readonly ClauseWord[])[] {
  const and = named.findIndex(({ fold }) => fold === 'and');
  return and > 0 && and < named.length - 1 ? [named.slice(0, and), named.slice(and + 1)] : [named];
}

/** The members as claims name their subjects. */
export const subjectsOf = (named: readonly ClauseWord[], clause: Clause): readonly string[] =>
  membersOf(named).flatMap((member) => foldSubject(member, clause) ?? []);

const CALLED = /^(?:called|named)$/;

/** "a dog called Rex": what it is, and its name if it is told. */
export function nounAndName(words: readonly ClauseWord[]): { noun: string; name: string } {
  const called = words.findIndex(({ fold }) => CALLED.test(fold));
  const name = words.findIndex(({ capital }) => capital);
  const end = called > 0 ? called : name > 0 ? name : words.length;
  return { noun: words[end - 1]?.fold ?? '', name: folded(words.slice(called > 0 ? called + 1 : end)) };
}
