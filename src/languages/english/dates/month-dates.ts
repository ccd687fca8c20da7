import { around, dateSpan, dayAt, monthOf } from './calendar.ts';
import {
  DAY_OPENERS,
  fullYear,
  type ReadNumber,
  readMonthDay,
  readOrdinal,
  readYear,
  readYearSuffix,
  YEAR_OPENERS,
} from './numbers.ts';
import { inYear, longestOf, type Phrase, type Rule, rule, type Source, settled, skip, wordAt } from './phrase.ts';
import { yearly } from './recurrence.ts';
import { isNewDay } from './tense.ts';
import { COUNTED, DOUBTFUL_MONTHS, LEADS, MONTHS, NAMED_MONTHS } from './vocabulary.ts';

/** A month's name with the full stop of its abbreviation. */
export function readMonth(source: Source, at: number): ReadNumber | undefined {
  const value = MONTHS.get(wordAt(source, at));
  if (value === undefined) return undefined;
  const short = wordAt(source, at).length <= 4 && value !== 5;
  const stop = source.tokens[at + 1];
  return { end: short && stop?.lower === '.' && stop.glued ? at + 2 : at + 1, value };
}

const dateInYear = (end: number, year: number | undefined, month: number, date: number): Phrase | undefined =>
  dateSpan(2000, month, date) &&
  inYear(
    end,
    'day',
    year,
    yearly((each) => dateSpan(each, month, date)),
  );

/** "May 8, 2023", "Jan-1", "October, 1st", "April22". */
const monthThenDay = rule(MONTHS.keys(), (source, at) => {
  const month = readMonth(source, at);
  if (!month) return undefined;
  const next = skip(source, skip(source, month.end, ',', '-', '/', '.'), 'the');
  const date = readMonthDay(source, next);
  if (!date || COUNTED.has(wordAt(source, date.end)) || isClock(source, date.end)) return undefined;
  const year = readYearSuffix(source, date.end) ?? readShortYear(source, next, date.end);
  return dateInYear(year?.end ?? date.end, year?.value, month.value, date.value);
});

/** "8 May", "the 8th of May, 2023", "22/Jan/2019". */
const dayThenMonth = rule(['the', ...DAY_OPENERS], (source, at) => {
  const date = readMonthDay(source, skip(source, at, 'the'));
  if (!date || /[$€£]/.test(wordAt(source, at - 1))) return undefined;
  const next = skip(source, date.end, 'of', '-', '/', '.', 'day');
  const month = readMonth(source, next === date.end + 1 ? skip(source, next, 'of') : next);
  if (!month || (next === date.end && isSpelled(source, date.end) && isVerb(source, next))) return undefined;
  const year = readYearSuffix(source, month.end);
  return dateInYear(year?.end ?? month.end, year?.value, month.value, date.value);
});

/** "One may ask", "the first may be last". */
const isSpelled = (source: Source, end: number): boolean => !/^(?:\d+|st|nd|rd|th)$/.test(wordAt(source, end - 1));
const isVerb = (source: Source, at: number): boolean =>
  /^(?:may|march|mar)$/.test(wordAt(source, at)) && !source.tokens[at]?.capital;

/** "2019 May", "2019-Aug-1". */
const yearThenMonth = rule(YEAR_OPENERS, (source, at) => {
  const year = readYear(source, at);
  const month = year && readMonth(source, skip(source, year.end, ',', '-', '/'));
  if (!month) return undefined;
  const date = readMonthDay(source, skip(source, month.end, '-', '/'));
  return date
    ? settled(date.end, 'day', dateSpan(year.value, month.value, date.value))
    : settled(month.end, 'month', monthOf(year.value, month.value));
});

/** "May 2023", "June last year". */
const monthOfYear = rule(MONTHS.keys(), (source, at) => {
  const month = readMonth(source, at);
  const year = month && readYearSuffix(source, month.end);
  return year && settled(year.end, 'month', monthOf(year.value, month.value));
});

/** A month alone. */
const bareMonth = rule(MONTHS.keys(), (source, at) => {
  const month = readMonth(source, at);
  if (!month || isDoubtful(source, at)) return undefined;
  return anyYear(month.end, month.value);
});

export const anyYear = (end: number, month: number): Phrase | undefined =>
  inYear(
    end,
    'month',
    undefined,
    yearly((year) => around('month', dayAt(year, month))),
  );

/** "may" and "march" are verbs, "April" and "June" are people, unless the word before speaks for a month. */
function isDoubtful(source: Source, at: number): boolean {
  const word = wordAt(source, at);
  const before = wordAt(source, at - 1) === '-' ? wordAt(source, at - 2) : wordAt(source, at - 1);
  if (LEADS.has(before) || isNewDay(source, at)) return false;
  const capital = source.tokens[at]?.capital ?? false;
  if (before === 'this') return DOUBTFUL_MONTHS.has(word) && !capital;
  return DOUBTFUL_MONTHS.has(word) || (capital && NAMED_MONTHS.has(word));
}

/** Two digits after an ordinal or a comma: "January 1st 12", "May 8, 23". */
function readShortYear(source: Source, date: number, at: number): ReadNumber | undefined {
  const comma = skip(source, at, ',', '-', '/');
  const digits = source.tokens[comma];
  const stands = readOrdinal(source, date) !== undefined || /[-/]/.test(wordAt(source, at));
  if (!stands || comma - at > 1 || digits?.kind !== 'number' || digits.lower.length !== 2) return undefined;
  return isClock(source, comma + 1) ? undefined : { end: comma + 1, value: fullYear(source, Number(digits.lower)) };
}

/** "May 5 pm" does not exist, but "8 - 10 am" and "7:30" do. */
export const isClock = (source: Source, at: number): boolean =>
  /^(?:[ap]|[ap]m|o)$/.test(wordAt(source, at)) ||
  (wordAt(source, at) === ':' && source.tokens[at + 1]?.kind === 'number' && source.tokens[at]?.glued === true);

export const monthDate: Rule = longestOf([monthThenDay, dayThenMonth, yearThenMonth, monthOfYear, bareMonth]);
