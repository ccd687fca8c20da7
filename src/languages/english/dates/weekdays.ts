import {
  type Day,
  dateSpan,
  dayAt,
  monthly,
  neighbour,
  oneDay,
  onWeekday,
  type Span,
  weekdayOf,
  weekdaysOf,
  weekly,
  yearly,
} from './calendar.ts';
import { isClock, isJoinedAfter, monthDate, numericDate } from './month-dates.ts';
import {
  COUNTED,
  DIRECTIONS,
  DOUBTFUL_WEEKDAYS,
  type ReadNumber,
  readMonthDay,
  readOrdinal,
  readYearSuffix,
  unitOf,
  WEEKDAYS,
} from './numbers.ts';
import {
  inYear,
  longestOf,
  type Phrase,
  type Rule,
  recurring,
  rule,
  type Source,
  settled,
  skip,
  wordAt,
} from './phrase.ts';

const BEFORE_WEEKDAYS = new Set(
  'on last next this past coming following until till by since from to previous'.split(' '),
);

/** "Monday", "Tues."; short names only where nothing else is meant: "sat" and "sun" are words. */
export function readWeekday(source: Source, at: number): ReadNumber | undefined {
  const word = wordAt(source, at);
  const value = WEEKDAYS.get(word);
  if (value === undefined) return undefined;
  const stop = source.tokens[at + 1];
  const dotted = word.length <= 5 && stop?.lower === '.' && stop.glued && source.tokens[at + 2]?.kind === 'number';
  return { end: dotted ? at + 2 : at + 1, value };
}

function isDoubtful(source: Source, at: number): boolean {
  if (!DOUBTFUL_WEEKDAYS.has(wordAt(source, at))) return false;
  if (BEFORE_WEEKDAYS.has(wordAt(source, at - 1))) return false;
  const before = source.tokens[at - 1];
  return (
    !source.tokens[at]?.capital || before === undefined || before.kind !== 'word' || wordAt(source, at - 1) === 'the'
  );
}

/** "last week", "the following week": the one that a weekday is said to lie in. */
function readWeek(source: Source, at: number): ReadNumber | undefined {
  const direction = skip(source, at, 'the');
  const value = DIRECTIONS.get(wordAt(source, direction));
  return value !== undefined && wordAt(source, direction + 1) === 'week' ? { end: direction + 2, value } : undefined;
}

const bareWeekday = rule(WEEKDAYS.keys(), (source, at) => {
  const day = readWeekday(source, at);
  return day && !isDoubtful(source, at) ? recurring(day.end, 'day', weekly(day.value)) : undefined;
});

/** "Friday next week", "Monday of the following week". */
const weekdayOfWeek = rule(WEEKDAYS.keys(), (source, at) => {
  const day = readWeekday(source, at);
  const week = day && readWeek(source, skip(source, day.end, 'of', 'in', ','));
  return week && settled(week.end, 'day', oneDay(neighbour('week', source.today, week.value).from + day.value));
});

/** "next week on Friday", "this week Monday". */
const weekThenWeekday = rule(['the', ...DIRECTIONS.keys()], (source, at) => {
  const week = readWeek(source, at);
  const day = week && readWeekday(source, skip(source, week.end, 'on', '-', ','));
  return day && settled(day.end, 'day', oneDay(neighbour('week', source.today, week.value).from + day.value));
});

/** In the year in which the date is such a day, or as it is where that is so in none of those about today. */
function onThatWeekday(date: Phrase, weekday: number, today: Day): Phrase {
  const { every, unit } = date.meaning;
  if (!every) return date;
  const index = every.indexOf(today);
  const spans = [index, index - 1, index + 1].map((each) => every.at(each));
  return (
    settled(
      date.end,
      unit,
      spans.find((span) => span && weekdayOf(span.from) === weekday),
    ) ?? date
  );
}

/** "Monday, 5 May", "this Friday (Jun-15)": the date counts, and the weekday settles its year. */
const weekdayAndDate = rule([...DIRECTIONS.keys(), ...WEEKDAYS.keys()], (source, at) => {
  const day = readWeekday(source, DIRECTIONS.has(wordAt(source, at)) ? at + 1 : at);
  if (!day) return undefined;
  const next = skip(source, skip(source, day.end, ',', '-', '('), 'the');
  const read = monthDate.read(source, next) ?? numericDate.read(source, next);
  if (read?.meaning.unit !== 'day') return undefined;
  const date = onThatWeekday(read, day.value, source.today);
  return wordAt(source, next - 1) === '(' ? { ...date, end: skip(source, date.end, ')') } : date;
});

/** "Tuesday the eleventh", "Monday 21": a month in which that date is such a day. */
const weekdayAndNumber = rule(WEEKDAYS.keys(), (source, at) => {
  const day = readWeekday(source, at);
  const date = day && readMonthDay(source, skip(source, skip(source, day.end, ','), 'the'));
  if (!date || isClock(source, date.end) || COUNTED.has(wordAt(source, date.end)) || unitOf(wordAt(source, date.end)))
    return undefined;
  if (isJoinedAfter(source, date.end) || /[-/]/.test(wordAt(source, date.end))) return undefined;
  if (isDoubtful(source, at) && !readOrdinal(source, date.end - 2)) return undefined;
  const every = onWeekday(
    monthly((year, month) => dateSpan(year, month, date.value)),
    day.value,
  );
  return recurring(date.end, 'day', every);
});

/** "last Friday", "next Tuesday", "this coming Monday": the nearest, or that of the neighbouring week. */
const directedWeekday = rule(['the', ...DIRECTIONS.keys()], (source, at) => {
  const first = skip(source, at, 'the');
  const inner = wordAt(source, first) === 'this' && DIRECTIONS.has(wordAt(source, first + 1)) ? first + 1 : first;
  const direction = DIRECTIONS.get(wordAt(source, inner));
  const day = readWeekday(source, inner + 1);
  if (direction === undefined || !day) return undefined;
  const inWeek = oneDay(neighbour('week', source.today, direction).from + day.value);
  const ahead = (day.value - weekdayOf(source.today) + 7) % 7 || 7;
  const behind = ahead === 7 ? 7 : 7 - ahead;
  const nearest = oneDay(direction < 0 ? source.today - behind : source.today + ahead);
  if (direction === 0) return settled(day.end, 'day', inWeek);
  const spans = ['next', 'following'].includes(wordAt(source, inner)) ? [inWeek, nearest] : [nearest, inWeek];
  return settled(day.end, 'day', spans[0], spans[0]?.from === spans[1]?.from ? undefined : spans[1]);
});

export const weekday: Rule = longestOf([
  bareWeekday,
  weekdayOfWeek,
  weekThenWeekday,
  weekdayAndDate,
  weekdayAndNumber,
  directedWeekday,
]);

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

const HOLIDAYS: ReadonlyMap<string, InYear> = new Map(
  (
    [
      ['new year; new years; new year day; new years day', on(1, 1)],
      ['new year eve; new years eve', on(12, 31)],
      ['valentines; valentines day', on(2, 14)],
      ['good friday', fromEaster(-2)],
      ['easter; easter sunday', fromEaster(0)],
      ['easter monday', fromEaster(1)],
      ['mothers day', nth(5, 6, 2)],
      ['fathers day', nth(6, 6, 3)],
      ['memorial day', nth(5, 0, -1)],
      ['independence day', on(7, 4)],
      ['labor day; labour day', nth(9, 0, 1)],
      ['halloween', on(10, 31)],
      ['thanksgiving; thanksgiving day', nth(11, 3, 4)],
      ['christmas; xmas; christmas day', on(12, 25)],
      ['christmas eve', on(12, 24)],
      ['boxing day', on(12, 26)],
    ] as const
  ).flatMap(([names, day]) => names.split('; ').map((name) => [name, day])),
);
const OPENERS: ReadonlySet<string> = new Set([...HOLIDAYS.keys()].map((name) => name.split(' ')[0] ?? ''));

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
  return inYear(year?.end ?? found.end, 'day', year?.value, yearly(found.inYear));
}

export const holiday: Rule = rule(
  [...OPENERS].flatMap((word) => [word, word.replace(/s$/, '')]),
  readHoliday,
);
