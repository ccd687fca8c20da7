import { around, dateSpan, dayAt, monthly, monthOf, yearly } from './calendar.ts';
import {
  AFTER_DATES,
  COUNTED,
  DAY_OPENERS,
  DOUBTFUL_MONTHS,
  fullYear,
  LEADS,
  MONTHS,
  NAMED_MONTHS,
  ORDINAL_OPENERS,
  type ReadNumber,
  readMonthDay,
  readOrdinalDay,
  readYearSuffix,
  WEEKDAYS,
} from './numbers.ts';
import {
  DIGITS,
  inYear,
  isNewDay,
  longestOf,
  type Phrase,
  type Rule,
  recurring,
  rule,
  type Source,
  settled,
  skip,
  type Token,
  wordAt,
} from './phrase.ts';

const EVIDENCE = new Set('on by since until till from before after between this next last'.split(' '));
const SEPARATORS = new Set(['-', '/', '.']);

/** Numbers joined by one separator, without what would make them a version, a phone number or a code. */
function readParts(source: Source, at: number): { digits: string[]; separator: string; end: number } | undefined {
  const first = source.tokens[at];
  const separator = wordAt(source, at + 1);
  if (first?.kind !== 'number' || !SEPARATORS.has(separator) || isJoinedBefore(source, at, separator)) return undefined;
  const digits = [first.lower];
  let end = at + 1;
  while (digits.length < 4 && isJoint(source.tokens[end], separator) && isPart(source.tokens[end + 1])) {
    digits.push(wordAt(source, end + 1));
    end += 2;
  }
  return isJoinedAfter(source, end) ? undefined : { digits, separator, end };
}

const isJoint = (token: Token | undefined, separator: string): boolean =>
  token?.glued === true && token.lower === separator;

const isPart = (token: Token | undefined): boolean => token?.glued === true && token.kind === 'number';

/** The token before makes it a part of something longer, as in "v1.2.3" or "133-03-03-2020". */
export function isJoinedBefore(source: Source, at: number, separator = '-'): boolean {
  const before = source.tokens[at - 1];
  if (!source.tokens[at]?.glued || before === undefined) return false;
  if (before.lower === '-') return before.glued && separator === '-';
  return before.kind !== 'mark' || /[/.:$#+_@=€£]/.test(before.lower);
}

/** The token after does, as in "30/4.85" or "2015-1-32a"; a time after a T does not. */
export function isJoinedAfter(source: Source, end: number): boolean {
  const next = source.tokens[end];
  if (!next?.glued) return false;
  if (next.kind === 'number') return true;
  if (next.kind === 'word') return !(next.lower === 't' && isPart(source.tokens[end + 1]));
  return next.lower === '%' || next.lower === '_' || (/[.:]/.test(next.lower) && isPart(source.tokens[end + 1]));
}

/** 2023-05-08, 5/8/2023 in American order unless only the other one exists, 8.5.2023, 9-18-15. */
const fullDate = rule([DIGITS], (source, at) => {
  const parts = readParts(source, at);
  if (parts?.digits.length !== 3) return undefined;
  const [first = '', second = '', third = ''] = parts.digits;
  const [a, b, c] = [Number(first), Number(second), Number(third)];
  if (first.length === 4) return settled(parts.end, 'day', dateSpan(a, b, c));
  if (first.length > 2 || second.length > 2 || (third.length !== 4 && third.length !== 2)) return undefined;
  if (parts.separator === '.' && third.length !== 4) return undefined;
  const year = third.length === 4 ? c : fullYear(source, c);
  const [american, european] = [dateSpan(year, a, b), dateSpan(year, b, a)];
  const order = parts.separator === '.' ? [european, american] : [american, european];
  return settled(parts.end, 'day', ...(a === b ? [american] : order));
});

/** 5/22 or 22/5 where a date is expected. */
export const expectedDate: Rule = rule([DIGITS], (source, at) => {
  const parts = readParts(source, at);
  if (parts?.digits.length !== 2 || parts.digits.some((digits) => digits.length > 2) || parts.separator === '.')
    return undefined;
  const [a = 0, b = 0] = parts.digits.map(Number);
  const [month, date] = dateSpan(2000, a, b) ? [a, b] : [b, a];
  if (!dateSpan(2000, month, date)) return undefined;
  const every = yearly((year) => dateSpan(year, month, date));
  return inYear(parts.end, 'day', undefined, every);
});

/** The same where it is not: it must look like neither a fraction nor a score, nor hours like 9-6. */
const dayAndMonth = rule([DIGITS], (source, at) => {
  const before = wordAt(source, at - 1);
  const [first, separator, second] = [wordAt(source, at), wordAt(source, at + 1), wordAt(source, at + 2)];
  const padded = first.startsWith('0') || second.startsWith('0') || (first.length === 2 && second.length === 2);
  const written = separator === '/' && (padded || Number(second) > 12) && first !== second;
  const spoken = separator === '/' ? EVIDENCE.has(before) || WEEKDAYS.has(before) : before === 'on';
  return written || spoken ? expectedDate.read(source, at) : undefined;
});

/** 2023-05, 05/2023. */
const monthAndYear = rule([DIGITS], (source, at) => {
  const parts = readParts(source, at);
  if (parts?.digits.length !== 2 || parts.separator === '.') return undefined;
  const [first = '', second = ''] = parts.digits;
  const [year, month] = first.length === 4 ? [first, second] : [second, first];
  if (year.length !== 4 || month.length > 2 || !dateSpan(Number(year), Number(month), 1) || Number(year) < 1000)
    return undefined;
  return settled(parts.end, 'month', monthOf(Number(year), Number(month)));
});

export const numericDate: Rule = longestOf([fullDate, dayAndMonth, monthAndYear]);

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
  const year = readYearSuffix(source, date.end);
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

/** "May 5 pm" does not exist, but "8 - 10 am" and "7:30" do. */
export const isClock = (source: Source, at: number): boolean =>
  /^(?:[ap]|[ap]m|o)$/.test(wordAt(source, at)) ||
  (wordAt(source, at) === ':' && source.tokens[at + 1]?.kind === 'number' && source.tokens[at]?.glued === true);

export const monthDate: Rule = longestOf([monthThenDay, dayThenMonth, monthOfYear, bareMonth]);

/** "the 3rd", where no noun follows that it could count. */
export const monthDay: Rule = rule(['the', ...ORDINAL_OPENERS], (source, at) => {
  const start = skip(source, at, 'the');
  const date = readOrdinalDay(source, start);
  const digits = source.tokens[start]?.kind === 'number';
  if (!date || !digits || (start === at && wordAt(source, at - 1) !== 'on')) return undefined;
  const next = source.tokens[date.end];
  if (next?.kind === 'word' && !AFTER_DATES.has(next.lower)) return undefined;
  if (next?.glued && next.kind !== 'mark') return undefined;
  return recurring(
    date.end,
    'day',
    monthly((year, month) => dateSpan(year, month, date.value)),
  );
});
