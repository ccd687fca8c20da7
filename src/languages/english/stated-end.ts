import type { DateMatch } from '../../contracts/language.ts';
import { DAY_MS } from '../../model/day.ts';
import { findDates } from './dates/find-dates.ts';
import { isPast } from './verbs.ts';

/** A day without a year that lies further ahead may be the past one. */
const MAX_AHEAD_MS = 270 * DAY_MS;

const UNTIL = /\b(?:until|till|through|thru|up to and including)\s+/gi;
/** No end stated by the speaker: a question, a condition, a denial, a quotation, a weekly event. */
const NO_END =
  /[?"“”„«»]|\b(?:if|unless|whether|not|never|no|nobody|nothing|cannot|says?|said|tells?|told|asks?|asked|writes?|wrote|claims?|thinks?|heard|according|every|each|always|usually|was|were|had|did)\b|n['’]t\b/i;
/** "pushed until Friday" gives another day. */
const NEW_DAY = /^(?:moved|pushed|postponed|delayed|rescheduled|shifted|deferred)$/;
const BE = /^(?:is|are|am|be|been|being|['’]s|['’]re|['’]m|gets?)$/;
const WEEKDAYS = /^(?:mon|tues|wednes|thurs|fri|satur|sun)days?$/i;

/** The end may apply to only one of several sentences or clauses. */
const SEVERAL = /[.!;…]\s+\S|\n|,\s*(?:and|so)\b|\b(?:but|then|and (?:is|are|has|will|works|lives))\b/i;
/** "goes through March" is no end. */
const WAYS = /^(?:go|get|look|run|read|walk|work|drive|pass|come|click|page|step|browse|think|talk|live)(?:es|s|ing)?$/;

const isOver = (words: readonly string[]): boolean =>
  words.some((word, at) => NEW_DAY.test(word) || (isPast(word) && !BE.test(words[at - 1] ?? '')));

function onlyDate(text: string, now: Date): DateMatch | undefined {
  // "April" alone may be a name.
  for (const [candidate, start] of [
    [text, 0],
    [`in ${text}`, 'in '.length],
  ] as const) {
    const [date, another] = findDates(candidate, now);
    if (date !== undefined && date.start <= start)
      return another === undefined && !/^['’]s\b/.test(candidate.slice(date.end)) ? date : undefined;
  }
  return undefined;
}

/** The end of the last day or period for which a text clearly holds: "on call until 20 March". Only future ones. */
export function statedEnd(content: string, now: Date): Date | undefined {
  const [until, another] = content.matchAll(UNTIL);
  if (until === undefined || another !== undefined || NO_END.test(content) || SEVERAL.test(content)) return undefined;
  const wordsBefore =
    content
      .slice(0, until.index)
      .toLowerCase()
      .match(/['’]?[a-z]+/g) ?? [];
  // "from Monday through Friday" recurs every week.
  if (isOver(wordsBefore) || WEEKDAYS.test(wordsBefore.at(-1) ?? '')) return undefined;
  if (until[0].startsWith('thr') && WAYS.test(wordsBefore.at(-1) ?? '')) return undefined;
  const date = onlyDate(content.slice(until.index + until[0].length), now);
  if (date === undefined) return undefined;
  const ends = [date, ...(date.alternatives ?? [])].flatMap(({ from, to }) => (from && to ? [to.getTime()] : []));
  const next = Math.min(...ends.filter((end) => end > now.getTime()));
  if (!Number.isFinite(next) || (ends.length > 1 && next - now.getTime() > MAX_AHEAD_MS)) return undefined;
  return new Date(next);
}
