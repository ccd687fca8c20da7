import type { FoundDate } from '../../../contracts/language.ts';

const DAY = 86_400_000;

/** Whole days in UTC; `to` is exclusive. */
export interface Period {
  readonly from: Date;
  readonly to: Date;
}

const RELATIVE =
  /\b(?:yesterday|today|tonight|tomorrow|ago|last|past|next|this|coming|previous|following|(?:mon|tues|wednes|thurs|fri|satur|sun)day|weekend|in (?:a|an|\w+) (?:day|week|month|year)s?)\b/i;
const NAMES_ITS_DAY =
  /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d|\d (?:of )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|\d{4}/i;
const SEASON = /\b(?:spring|summer|autumn|fall|winter)\b/i;
/** After these a date stands without a preposition of its own. */
const TAKES_BARE_DATE = new Set('since until till by from before after for of to between and not'.split(' '));

/** Whether one must know the day of speaking to know what it means. */
export const isRelative = (text: string): boolean => RELATIVE.test(text) && !NAMES_ITS_DAY.test(text);

/** "Two years ago" is no certain day: the whole year then, where that is the second reading. */
export function periodOf({ text, from, to, alternatives }: FoundDate): Period | undefined {
  const isLoose = /\b(?:weeks?|months?|years?) ago$/i.test(text);
  const whole = isLoose ? alternatives?.find((other) => other.from && other.to) : undefined;
  const [start, end] = [whole?.from ?? from, whole?.to ?? to];
  return start !== undefined && end !== undefined ? { from: start, to: end } : undefined;
}

/** The same time for whoever reads it later: "on 7 May 2023", "in May 2023", "by 12 May 2023". */
export function datePhrase(date: FoundDate, before: string, spokenAt: Date): string {
  const period = periodOf(date);
  if (period === undefined) return openPhrase(date, spokenAt);
  const phrase = periodPhrase(period, date.text, spokenAt);
  return TAKES_BARE_DATE.has(before) ? phrase.replace(/^(?:on|in) /, '') : phrase;
}

function openPhrase({ text, from, to, alternatives = [] }: FoundDate, spokenAt: Date): string {
  const opening = text.split(' ', 1)[0] ?? '';
  if (from !== undefined) return `since ${day(from)}`;
  if (to === undefined) return text;
  const ends = [to, ...alternatives.flatMap((other) => other.to ?? [])];
  const end = ends.find((each) => each > spokenAt) ?? to;
  return /^before$/i.test(opening) ? `before ${day(end)}` : `${opening.toLowerCase()} ${day(lastOf(end))}`;
}

function periodPhrase({ from, to }: Period, text: string, spokenAt: Date): string {
  const days = Math.round((to.getTime() - from.getTime()) / DAY);
  if (/\byears? ago$/i.test(text)) return `in ${from.getUTCFullYear()}`;
  if (/\bmonths? ago$/i.test(text)) return `in ${month(from)}`;
  if (/\b(?:weeks? ago|few \w+ ago|couple of \w+ ago)$/i.test(text)) return `around ${day(from)}`;
  if (days <= 1) return `on ${day(from)}`;
  const season = SEASON.exec(text)?.[0];
  if (season !== undefined) return `in ${season.toLowerCase()} ${from.getUTCFullYear()}`;
  if (isWholeYear(from, to)) return `in ${from.getUTCFullYear()}`;
  if (isWholeMonth(from, to)) return `in ${month(from)}`;
  if (days === 7) return `in the week of ${day(from)}`;
  if (days <= 3 && [0, 5, 6].includes(from.getUTCDay())) return `on the weekend of ${day(from)}`;
  const lasts = Math.abs(to.getTime() - spokenAt.getTime()) <= DAY;
  return lasts ? `the time since ${month(from)}` : `between ${day(from)} and ${day(lastOf(to))}`;
}

const lastOf = (to: Date): Date => new Date(to.getTime() - DAY);

const isWholeYear = (from: Date, to: Date): boolean =>
  from.getUTCMonth() === 0 && from.getUTCDate() === 1 && to.getTime() === Date.UTC(from.getUTCFullYear() + 1, 0, 1);

const isWholeMonth = (from: Date, to: Date): boolean =>
  from.getUTCDate() === 1 && to.getTime() === Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1);

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const month = (date: Date): string => `${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;

const day = (date: Date): string => `${date.getUTCDate()} ${month(date)}`;
