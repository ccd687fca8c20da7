import { dateSpan, dayAt, neighbour, oneDay, type Span, weekdayOf } from './calendar.ts';
import { readYearSuffix } from './numbers.ts';
import { changed, inYear, type Phrase, type Rule, rule, type Source, wordAt } from './phrase.ts';
import { yearly } from './recurrence.ts';
import { weekdaysOf } from './weeks.ts';

type InYear = (year: number) => Span | undefined;

const on =
  (month: number, date: number): InYear =>
  (year) =>
    dateSpan(year, month, date);

/** The nth such weekday of a month, from its end if negative. */
const nth =
  (month: number, weekday: number, n: number): InYear =>
  (year) =>
    weekdaysOf({ from: dayAt(year, month), to: dayAt(year, month + 1) }, weekday).at(n < 0 ? n : n - 1);

/** The Gregorian computus of Meeus, Jones and Butcher. */
function easterOf(year: number): number {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100];
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const days = h + l - 7 * Math.floor((a + 11 * h + 22 * l) / 451) + 114;
  return dayAt(year, Math.floor(days / 31), (days % 31) + 1);
}

const fromEaster =
  (distance: number): InYear =>
  (year) =>
    oneDay(easterOf(year) + distance);

const HOLIDAYS: ReadonlyMap<string, InYear> = new Map([
  ['new year', on(1, 1)],
  ['new years', on(1, 1)],
  ['new year day', on(1, 1)],
  ['new years day', on(1, 1)],
  ['new year eve', on(12, 31)],
  ['new years eve', on(12, 31)],
  ['valentines', on(2, 14)],
  ['valentines day', on(2, 14)],
  ['st patricks day', on(3, 17)],
  ['good friday', fromEaster(-2)],
  ['easter', fromEaster(0)],
  ['easter sunday', fromEaster(0)],
  ['easter monday', fromEaster(1)],
  ['mothers day', nth(5, 6, 2)],
  ['fathers day', nth(6, 6, 3)],
  ['memorial day', nth(5, 0, -1)],
  ['juneteenth', on(6, 19)],
  ['independence day', on(7, 4)],
  ['labor day', nth(9, 0, 1)],
  ['labour day', nth(9, 0, 1)],
  ['halloween', on(10, 31)],
  ['veterans day', on(11, 11)],
  ['thanksgiving', nth(11, 3, 4)],
  ['thanksgiving day', nth(11, 3, 4)],
  ['black friday', (year) => oneDay((nth(11, 3, 4)(year)?.from ?? 0) + 1)],
  ['christmas', on(12, 25)],
  ['xmas', on(12, 25)],
  ['christmas day', on(12, 25)],
  ['christmas eve', on(12, 24)],
  ['boxing day', on(12, 26)],
]);
const OPENERS: ReadonlySet<string> = new Set([...HOLIDAYS.keys()].map((name) => name.split(' ')[0] ?? ''));

/** The weekend that a holiday lengthens: before it on a Monday or Tuesday, else after it. */
function longWeekend({ from, to }: Span): Span {
  const weekend = neighbour('weekend', from, weekdayOf(from) < 2 ? -1 : 0);
  return { from: Math.min(from, weekend.from), to: Math.max(to, weekend.to) };
}

/** "Christmas", "New Year's Eve 2022", "Valentine's Day last year". */
export function readHoliday(source: Source, at: number): Phrase | undefined {
  let name = '';
  let found: { end: number; inYear: InYear } | undefined;
  for (let end = at; end < at + 7; end++) {
    const token = source.tokens[end];
    if (token === undefined) break;
    if (/^['’.]$/.test(token.lower)) continue;
    name += token.lower === 's' && token.glued ? 's' : `${name && ' '}${token.lower}`;
    const inYear = HOLIDAYS.get(name);
    if (inYear) found = { end: end + 1, inYear };
    else if (end === at && !OPENERS.has(name) && !OPENERS.has(`${name}s`)) break;
  }
  if (!found) return undefined;
  const year = readYearSuffix(source, found.end);
  const phrase = inYear(year?.end ?? found.end, 'day', year?.value, yearly(found.inYear));
  if (!phrase || wordAt(source, phrase.end) !== 'weekend') return phrase;
  return changed({ ...phrase, end: phrase.end + 1 }, 'weekend', longWeekend);
}

export const holiday: Rule = rule(
  [...OPENERS].flatMap((word) => [word, word.replace(/s$/, '')]),
  readHoliday,
);
