import type { ClauseWord } from './clause-word.ts';
import type { Predicate } from './reading.ts';
import { mayBePerson } from './subject.ts';
import { isPast, stemList, verbStem } from './verb-forms.ts';
import { timeParts } from './when-words.ts';

/** What an event does once. */
const COURSES = stemList('start begin end finish happen launch');
const LINK = /^(?:at|on|in)$/;

/** "starts at 9", "begins on 1 December": of an event, never of what somebody does. */
export function readCourse(rest: readonly ClauseWord[], named: readonly ClauseWord[]): Predicate | undefined {
  const [verb, link] = rest;
  const stem = verbStem(verb?.fold ?? '');
  if (!verb || !link || !COURSES.has(stem) || isPast(verb.fold) || !LINK.test(link.fold) || mayBePerson(named))
    return undefined;
  // "at" tells a clock from a number.
  const value = rest.slice(link.fold === 'at' ? 1 : 2);
  return timeParts(value) ? { relation: `when ${stem}`, single: true, value, lasting: true } : undefined;
}
