import { numberOfWord, SMALL, TENS } from '../spelled-numbers.ts';
import {
  type Day,
  dateSpan,
  dayAt,
  firstFrom,
  lastBefore,
  monthly,
  monthOf,
  move,
  neighbour,
  oneDay,
  onWeekday,
  partsOf,
  periodAround,
  type Recurrence,
  type Span,
  type Unit,
  weekdayOf,
  weekdaysOf,
  weekly,
  weeksOf,
  yearly,
  yearOf,
} from './calendar.ts';

/** Settled days, or a recurrence that its sentence settles. */
export interface DateMeaning {
  readonly unit: Unit;
  /** Likeliest first; empty if it recurs. */
  readonly spans: readonly Span[];
  readonly every?: Recurrence;
}

interface PhraseGroups {
  readonly [group: string]: string | undefined;
}
export interface PhraseContext {
  readonly today: Day;
  readonly before: string;
  readonly after: string;
}

const settled = (unit: Unit, ...spans: (Span | undefined)[]): DateMeaning | undefined => {
  const known = spans.filter((span) => span !== undefined);
  return known.length > 0 ? { unit, spans: known } : undefined;
};
const recurs = (unit: Unit, every: Recurrence): DateMeaning => ({ unit, spans: [], every });

const ORDINALS =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'.split(
    ' ',
  );
const DIGIT = SMALL.slice(1, 10).join('|');
const TENTH = ORDINALS.slice(0, 9).join('|');
const SPELLED = `(?:${TENS.join('|')})(?:[ -](?:${DIGIT}))?|${SMALL.slice(1).toReversed().join('|')}`;
export const COUNT = `(?:\\d{1,3}|${SPELLED}|an? couple(?: of)?|couple(?: of)?|an? few|few|an?)`;
export const ORDINAL = `(?:\\d{1,2}(?:st|nd|rd|th)|(?:twenty|thirty)[ -]?(?:${TENTH})|${ORDINALS.toReversed().join('|')}|thirtieth)`;
const DATE = `(?:${ORDINAL}|\\d{1,2}|${SPELLED})`;
const YEAR = `(?:[12]\\d{3}|['’‘]\\d{2}|(?:nineteen|eighteen|twenty)(?: hundred(?: and)?)? (?:${SPELLED})|two thousand(?: and)?(?: (?:${SPELLED}))?)`;
const IN_YEAR = `(?:(?: ?, ?| |-|\\/)(?:(?:of|in) )?(?:the year )?(?<year>${YEAR})(?![\\d:])|,? (?:of )?(?<yearDirection>last|this|next|the following|the previous) year)?`;
export const MONTH_NAMES =
  'january february march april may june july august september october november december'.split(' ');
const MONTH = `(?:${MONTH_NAMES.join('|')}|(?:jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec)\\.?)`;
export const DAY_NAMES = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');
export const WEEKDAY = `(?:${DAY_NAMES.join('|')}|(?:mon|tues?|weds?|thurs?|thu|fri|sat|sun)(?:\\.(?= ?\\d))?)`;
export const UNIT =
  '(?:days?|work ?weeks?|weekends?|weeks?|wks?|fortnights?|months?|quarters?|years?|yrs?|decades?|centur(?:y|ies))';
const DIRECTION =
  '(?:this (?=past|coming|next|last|following)|the (?!this))?(?:these )?(?<direction>last|past|previous|prior|preceding|this|current|next|coming|upcoming|following)';
export const DURATION = `${COUNT}[ -]${UNIT}(?:,? (?:and )?${COUNT} ${UNIT}){0,2}`;
const SEASON = '(?:spring|summer|autumn|fall|winter)(?:time)?';

export function numberIn(text = ''): number {
  const word = text.toLowerCase().trim();
  if (/^\d/.test(word)) return Number.parseInt(word, 10);
  if (/couple/.test(word)) return 2;
  if (/few/.test(word)) return 3;
  if (/^an?$/.test(word)) return 1;
  if (word === 'thirtieth') return 30;
  const [first = '', second = ''] = word.split(/[ -]|(?<=twenty|thirty)(?=\w)/);
  const tens = TENS.includes(first) ? numberOfWord(first) : 0;
  const last = tens > 0 ? second : first;
  return tens + Math.max(SMALL.indexOf(last), ORDINALS.indexOf(last) + 1, 0);
}

function yearIn(text: string, today: Day): number {
  const word = text.toLowerCase();
  if (/^\d/.test(word)) return Number(word);
  if (/^['’‘]/.test(word)) return fullYear(Number(word.slice(1)), today);
  const thousand = /^two thousand(?: and)? ?(.*)$/.exec(word);
  if (thousand !== null) return 2000 + (thousand[1] === '' ? 0 : numberIn(thousand[1]));
  const [century = '', rest = ''] = [word.split(' ')[0], word.replace(/^\S+(?: hundred(?: and)?)? /, '')];
  return 100 * numberIn(century) + numberIn(rest);
}

/** The year of two digits: at most twenty years ahead. */
function fullYear(twoDigits: number, today: Day): number {
  const latest = partsOf(today).year + 20;
  return latest - ((((latest - twoDigits) % 100) + 100) % 100);
}

const TOWARDS: Readonly<Record<string, -1 | 0 | 1>> = {
  this: 0,
  current: 0,
  next: 1,
  coming: 1,
  upcoming: 1,
  following: 1,
};
const directionOf = (text = ''): -1 | 0 | 1 => TOWARDS[text.toLowerCase().replace('the ', '')] ?? -1;
const monthIn = (text = ''): number =>
  MONTH_NAMES.findIndex((name) => name.startsWith(text.slice(0, 3).toLowerCase())) + 1;
export const weekdayIn = (text = ''): number =>
  DAY_NAMES.findIndex((name) => name.startsWith(text.slice(0, 3).toLowerCase()));

export function unitIn(text = ''): Unit {
  const word = text.toLowerCase().replace(' ', '').replace(/ies$/, 'y').replace(/s$/, '');
  return word === 'wk' || word === 'fortnight' ? 'week' : word === 'yr' ? 'year' : (word as Unit);
}

const COUNTED_UNIT = new RegExp(`(${COUNT})[ -](${UNIT})`, 'gi');

export function moveBy(day: Day, duration: string, direction: -1 | 1): Day {
  const parts = [...duration.matchAll(COUNTED_UNIT)];
  return parts.reduce((moved, [, count, unit = '']) => {
    const times = numberIn(count) * (/^fortnight/i.test(unit) ? 2 : 1);
    return move(moved, direction * times, unitIn(unit));
  }, day);
}

const statedYear = ({ year, yearDirection }: PhraseGroups, { today }: PhraseContext): number | undefined => {
  if (year !== undefined) return yearIn(year, today);
  return yearDirection === undefined ? undefined : partsOf(today).year + directionOf(yearDirection);
};
const inYear = (
  unit: Unit,
  groups: PhraseGroups,
  context: PhraseContext,
  at: (year: number) => Span | undefined,
): DateMeaning | undefined => {
  const year = statedYear(groups, context);
  return year === undefined ? recurs(unit, yearly(at)) : settled(unit, at(year));
};

/** Units and clock words that make a preceding number no date. */
const COUNTS =
  /^ ?(?::\d|[ap]\.?m\b|o'clock|%|(?:bucks|calories|characters|dollars|employees|euros|feet|followers|grams|hours?|items|kcal|kg|kilometers|km|meters|metres|miles|minutes?|people|percent|pieces|points|pounds|seconds|steps|times|tokens|users|views|words|yards)\b)/i;
const LEADS =
  /^(?:in|of|since|until|till|til|during|early|mid|late|by|before|after|through|around|between|last|next|past|previous|coming|following|to|for)$/;
const AFTER_DATE =
  /^(?:[^\p{L}\p{N}_%\s]|\s*$|\s+[^\p{L}\p{N}]| ?(?:a|about|after|also|am|an|and|are|as|at|because|before|but|by|did|do|does|for|from|had|has|have|he|how|i|if|in|is|it|my|no|not|on|or|our|she|should|so|than|that|the|their|then|there|they|this|to|until|was|we|were|what|when|where|which|who|will|with|would|you|your)\b)/iu;

const monthDay = (groups: PhraseGroups, context: PhraseContext): DateMeaning | undefined => {
  const [month, date] = [monthIn(groups['month']), numberIn(groups['date'])];
  if (COUNTS.test(context.after) || dateSpan(2000, month, date) === undefined) return undefined;
  // "One may ask".
  if (/^(?:may|march|mar)$/.test(groups['month'] ?? '') && !/\d/.test(groups['date'] ?? '')) return undefined;
  const meaning = inYear('day', groups, context, (year) => dateSpan(year, month, date));
  if (groups['weekday'] === undefined || meaning?.every === undefined) return meaning;
  const { year } = partsOf(context.today);
  const onDay = [year, year - 1, year + 1]
    .map((each) => dateSpan(each, month, date))
    .find((span) => span && weekdayOf(span.from) === weekdayIn(groups['weekday']));
  return settled('day', onDay) ?? meaning;
};

function monthDays(groups: PhraseGroups, context: PhraseContext): DateMeaning | undefined {
  const [month, date, last] = [monthIn(groups['month']), numberIn(groups['date']), numberIn(groups['lastDate'])];
  if (COUNTS.test(context.after) || last <= date) return undefined;
  return inYear('day', groups, context, (year) => {
    const [first, end] = [dateSpan(year, month, date), dateSpan(year, month, last)];
    return first && end && { from: first.from, to: end.to };
  });
}

function bareMonth({ month: word = '', ...groups }: PhraseGroups, context: PhraseContext): DateMeaning | undefined {
  const month = monthIn(word);
  const isLed = LEADS.test(context.before) || (context.before === 'this' && !/^[A-Z]/.test(word));
  const isDoubtful = word.length < 5 || /^march$/i.test(word) || /^(?:April|June|August)$/.test(word);
  if (statedYear(groups, context) === undefined && isDoubtful && !isLed) return undefined;
  return inYear('month', groups, context, (year) => monthOf(year, month));
}

function numeric(
  { a = '', separator, b = '', c = '' }: PhraseGroups,
  { today }: PhraseContext,
): DateMeaning | undefined {
  const [first, second, third] = [Number(a), Number(b), Number(c)];
  if (separator === '.' && c.length !== 4) return undefined;
  const year = c.length === 4 ? third : fullYear(third, today);
  const [american, european] = [dateSpan(year, first, second), dateSpan(year, second, first)];
  return settled(
    'day',
    ...(first === second ? [american] : separator === '.' ? [european, american] : [american, european]),
  );
}

/** 5/22 must not be a fraction or a score. */
function dayAndMonth({ a = '', separator, b = '' }: PhraseGroups, { before }: PhraseContext): DateMeaning | undefined {
  const isPadded = a.startsWith('0') || b.startsWith('0') || (a.length === 2 && b.length === 2) || Number(b) > 12;
  const isLed = /^(?:on|by|since|until|till|from|before|after|between|this|next|last)$/.test(before);
  if (separator === '-' ? before !== 'on' : !(isPadded && a !== b) && !isLed && weekdayIn(before) < 0) return undefined;
  const [month, date] = dateSpan(2000, Number(a), Number(b)) ? [Number(a), Number(b)] : [Number(b), Number(a)];
  return (
    dateSpan(2000, month, date) &&
    recurs(
      'day',
      yearly((year) => dateSpan(year, month, date)),
    )
  );
}

const OWN = /^(?:my|your|our|his|her|its|their)$|['’]s$/;

/** "My last week at Siemens", "the last week of the course": the last of several, not the one before today's. */
const isOfSeveral = ({ before, after }: PhraseContext): boolean =>
  /^ (?:of|before)\b/.test(after) || (OWN.test(before) && /^ (?:as|at|for|in|on|there|together|with)\b/.test(after));

/** "last Friday", "this coming Monday": the nearest, or that of the neighbouring week. */
function directedWeekday({ direction, weekday }: PhraseGroups, context: PhraseContext): DateMeaning | undefined {
  if (isOfSeveral(context)) return { unit: 'day', spans: [] };
  const { today } = context;
  const [towards, day] = [directionOf(direction), weekdayIn(weekday)];
  const inWeek = oneDay(neighbour('week', today, towards).from + day);
  if (towards === 0) return settled('day', inWeek);
  const ahead = (day - weekdayOf(today) + 7) % 7 || 7;
  const nearest = oneDay(towards > 0 ? today + ahead : today - (ahead === 7 ? 7 : 7 - ahead));
  const [first, other] = /^(?:next|following)$/i.test(direction ?? '') ? [inWeek, nearest] : [nearest, inWeek];
  return settled('day', first, first.from === other.from ? undefined : other);
}

const weekdayOfWeek = ({ weekday, direction }: PhraseGroups, { today }: PhraseContext): DateMeaning | undefined =>
  settled('day', oneDay(neighbour('week', today, directionOf(direction)).from + weekdayIn(weekday)));

/** Short names only without another meaning: "sat" and "sun" are words. */
function bareWeekday({ weekday = '' }: PhraseGroups, { before }: PhraseContext): DateMeaning | undefined {
  const isLed = /^(?:on|last|next|this|past|coming|following|until|till|by|since|from|to|previous)$/.test(before);
  if (
    weekday.length < 6 &&
    !/^(?:tues|thurs)/i.test(weekday) &&
    !isLed &&
    !(/^[A-Z]/.test(weekday) && /^[a-z]+$/.test(before) && before !== 'the')
  )
    return undefined;
  return recurs('day', weekly(weekdayIn(weekday)));
}

/** "last week", "the past decade"; "the last day" is one of many, "in the last day" is since yesterday. */
function directedUnit({ direction, unit }: PhraseGroups, context: PhraseContext): DateMeaning | undefined {
  const { today, before } = context;
  const [towards, of] = [directionOf(direction), unitIn(unit)];
  if (isOfSeveral(context) || (of === 'day' && towards === 0)) return undefined;
  if (of === 'day' && /^last$/i.test(direction ?? '') && !/^(?:during|in|over|within)$/.test(before)) return undefined;
  const rolling =
    direction?.toLowerCase() === 'past' && of !== 'day' ? { from: move(today, -1, of), to: today } : undefined;
  return settled(of, neighbour(of, today, towards), rolling);
}

/** "the last 3 months", "next few days": whole quarters and decades, else counted from today. */
function directedDuration(
  { direction, duration = '', unit }: PhraseGroups,
  { today }: PhraseContext,
): DateMeaning | undefined {
  const [towards, of] = [directionOf(direction), unitIn(unit)];
  if (towards === 0) return undefined;
  const count = numberIn(duration);
  if (/^(?:quarter|decade|century|weekend)$/.test(of)) {
    const ends = [neighbour(of, today, towards), neighbour(of, today, count * towards)];
    return settled(of, { from: Math.min(...ends.map(({ from }) => from)), to: Math.max(...ends.map(({ to }) => to)) });
  }
  const start = towards < 0 ? today : today + 1;
  const end = moveBy(start, duration, towards);
  return end === start ? undefined : settled(of, { from: Math.min(start, end), to: Math.max(start, end) });
}

/** A day counted in weeks or more is meant loosely: the whole week, month or year is the second reading. */
function counted(
  { duration = '', way = '', ahead }: PhraseGroups,
  { today, after }: PhraseContext,
): DateMeaning | undefined {
  if (ahead !== undefined && (way !== '' || /^ (?:of|or|and)\b/.test(after))) return undefined;
  const direction = ahead !== undefined || /^(?:later|hence|afterwards?|from|after|to)/i.test(way) ? 1 : -1;
  const day = moveBy(today, duration, direction);
  const unit = unitIn(duration.split(/[ -]/).at(-1));
  return settled('day', oneDay(day), unit === 'day' ? undefined : periodAround(unit, day));
}

const FIXED: Readonly<Record<string, number>> = {
  ...{ today: 0, tonight: 0, tomorrow: 1, tmr: 1, tmrw: 1, yesterday: -1, 'last night': -1 },
  ...{
    'the day before yesterday': -2,
    'day before yesterday': -2,
    'the day after tomorrow': 2,
    'day after tomorrow': 2,
  },
};

const onDay = (month: number, date: number) => (year: number) => dateSpan(year, month, date);
const nthDay = (month: number, weekday: number, n: number) => (year: number) =>
  weekdaysOf({ from: dayAt(year, month), to: dayAt(year, month + 1) }, weekday).at(n < 0 ? n : n - 1);
const fromEaster = (distance: number) => (year: number) => oneDay(easterOf(year) + distance);

/** The Gregorian computus of Meeus, Jones and Butcher. */
function easterOf(year: number): number {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100];
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const days = h + l - 7 * Math.floor((a + 11 * h + 22 * l) / 451) + 114;
  return dayAt(year, Math.floor(days / 31), (days % 31) + 1);
}

const HOLIDAYS: readonly (readonly [name: string, at: (year: number) => Span | undefined])[] = [
  ["new year['’]?s? eve", onDay(12, 31)],
  ["new year(?:['’]?s?(?: day)?)", onDay(1, 1)],
  ["valentine['’]?s?(?: day)?", onDay(2, 14)],
  ['good friday', fromEaster(-2)],
  ['easter monday', fromEaster(1)],
  ['easter(?: sunday)?', fromEaster(0)],
  ["mother['’]?s['’]? day", nthDay(5, 6, 2)],
  ["father['’]?s['’]? day", nthDay(6, 6, 3)],
  ['memorial day', nthDay(5, 0, -1)],
  ['independence day', onDay(7, 4)],
  ['labou?r day', nthDay(9, 0, 1)],
  ['halloween', onDay(10, 31)],
  ['thanksgiving(?: day)?', nthDay(11, 3, 4)],
  ['christmas eve', onDay(12, 24)],
  ['(?:christmas|xmas)(?: day)?', onDay(12, 25)],
  ['boxing day', onDay(12, 26)],
];
const HOLIDAY = HOLIDAYS.map(([name]) => name).join('|');
const WHOLE_HOLIDAYS = HOLIDAYS.map(([name, days]) => [new RegExp(`^(?:${name})$`, 'i'), days] as const);
const holidayIn = (text: string) => WHOLE_HOLIDAYS.find(([name]) => name.test(text))?.[1];
const WHOLE_SEASON = new RegExp(`^${SEASON}$`, 'i');

const seasonMonth = (text: string): number =>
  ({ sp: 3, su: 6, au: 9, fa: 9, wi: 12 })[text.slice(0, 2).toLowerCase()] ?? 3;
const seasonOf = (year: number, month: number): Span => ({ from: dayAt(year, month), to: dayAt(year, month + 3) });

function directedRecurrence({ direction, what = '' }: PhraseGroups, { today }: PhraseContext): DateMeaning | undefined {
  const towards = directionOf(direction);
  const holiday = holidayIn(what);
  const isSeason = WHOLE_SEASON.test(what);
  if (towards === 0 && !holiday && !isSeason && /^(?:May|March|April|June|August|\w{3,4}\.?)$/.test(what))
    return undefined;
  const every = yearly(
    holiday ?? ((year) => (isSeason ? seasonOf(year, seasonMonth(what)) : monthOf(year, monthIn(what)))),
  );
  const last = lastBefore(every, today);
  const behind = last && last.to > today ? lastBefore(every, last.from) : last;
  const ways = { [-1]: behind, 0: every.at(every.indexOf(today)), 1: firstFrom(every, today + 1) };
  return settled(holiday ? 'day' : isSeason ? 'quarter' : 'month', ways[towards]);
}

function bareYear(
  { year = '', named }: PhraseGroups,
  { today, before, after }: PhraseContext,
): DateMeaning | undefined {
  const value = yearIn(year, today);
  const isLed =
    named !== undefined || LEADS.test(before) || /^(?:from|and|or|the|year|than)$/.test(before) || /^['’]/.test(year);
  if (COUNTS.test(after)) return undefined;
  const isLikely = /^\d/.test(year) && value >= 1900 && value <= partsOf(today).year + 20 && AFTER_DATE.test(after);
  return isLed || isLikely ? settled('year', yearOf(value)) : undefined;
}

function partOfYear(groups: PhraseGroups, context: PhraseContext): DateMeaning | undefined {
  const unit = /^(?:q|.*quarter)/i.test(groups['part'] ?? '') ? 'quarter' : 'half';
  const value = numberIn(/\d/.exec(groups['part'] ?? '')?.[0] ?? groups['part']?.split(' ')[0]);
  if (value < 1 || value > (unit === 'half' ? 2 : 4) || (unit === 'half' && statedYear(groups, context) === undefined))
    return undefined;
  return inYear(unit, groups, context, (year) => neighbour(unit, dayAt(year, 1), value - 1));
}

function season({ season: word = '', ...groups }: PhraseGroups, context: PhraseContext): DateMeaning | undefined {
  const isLed = LEADS.test(context.before) || /^(?:this|in)$/.test(context.before);
  if (/^(?:spring|fall)$/i.test(word) && statedYear(groups, context) === undefined && !isLed) return undefined;
  return inYear('quarter', groups, context, (year) => seasonOf(year, seasonMonth(word)));
}

function theNth({ date, the }: PhraseGroups, { before, after }: PhraseContext): DateMeaning | undefined {
  if ((the === undefined && before !== 'on') || !AFTER_DATE.test(after)) return undefined;
  return recurs(
    'day',
    monthly((year, month) => dateSpan(year, month, numberIn(date))),
  );
}

const decade = ({ decade: digits = '' }: PhraseGroups, { today }: PhraseContext): DateMeaning | undefined =>
  settled(
    'decade',
    periodAround('decade', dayAt(digits.length === 4 ? Number(digits) : fullYear(Number(digits), today), 1)),
  );

/**
 * The text for the patterns, with all offsets unchanged: in lower case, and `_` for letters and digits they do not
 * have. Without the flags `i` and `u` they compile in a fraction of the time, which counts for the first texts of a
 * process.
 */
export const folded = (text: string): string =>
  text
    .replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase())
    .replace(/(?!\p{ASCII})[\p{L}\p{N}]/gu, (letter) => '_'.repeat(letter.length));

const pattern = (source: string): RegExp => new RegExp(`(?<![\\w$€£#]|\\d[.,/:-])(?:${source})(?!\\w)`, 'dg');
const UNIT_AFTER = new RegExp(`^ ${UNIT}\\b`);
const NO_CODE = '(?<![a-z_./:-])';

const word = (source: string): RegExp => new RegExp(`(?<!\\w)(?:${source})(?!\\w)`);

/**
 * A pattern that every text with such a phrase matches. Patterns of phrases are long: one is compiled and tried only if
 * its key matches.
 */
const KEY = {
  digit: /\d/,
  month: word(MONTH),
  /** "May5" and "mayfirst": numbers begin with these letters. */
  monthBeforeDate: new RegExp(`(?<!\\w)${MONTH}(?![a-dg-mp-ru-z_])`),
  weekday: word(WEEKDAY),
  unit: word(UNIT),
  season: word(SEASON),
  holiday: word(HOLIDAY),
  yearly: word(`${MONTH}|${SEASON}|${HOLIDAY}`),
  year: /\d|nineteen|eighteen|twenty|two thousand/,
  namedDay: /day|night|tomorrow|tmr/,
  thisDay: /this|current/,
  now: word('now|the present'),
  partOfYear: /[qh]\d|quarter|half/,
};

export const PHRASES: readonly (readonly [
  key: RegExp,
  pattern: RegExp,
  read: (groups: PhraseGroups, context: PhraseContext) => DateMeaning | undefined,
])[] = [
  [
    KEY.digit,
    new RegExp(
      `${NO_CODE}(?<!\\d)(?<y>\\d{4})(?<s>[-/.])(?<m>\\d{1,2})\\k<s>(?<d>\\d{1,2})(?!\\d|[.:/-]\\d|[a-su-z_%])`,
      'dg',
    ),
    ({ y, m, d }) => settled('day', dateSpan(Number(y), Number(m), Number(d))),
  ],
  [
    KEY.digit,
    new RegExp(
      `${NO_CODE}(?<!\\d)(?<a>\\d{1,2})(?<separator>[-/.])(?<b>\\d{1,2})\\k<separator>(?<c>\\d{4}|\\d{2})(?!\\d|[.:/-]\\d|[a-z_%])`,
      'dg',
    ),
    numeric,
  ],
  [
    KEY.digit,
    new RegExp(`${NO_CODE}(?<!\\d)(?<a>\\d{1,2})(?<separator>[-/])(?<b>\\d{1,2})(?!\\d|[.:/-]\\d|[a-z_%])`, 'dg'),
    dayAndMonth,
  ],
  [
    KEY.digit,
    new RegExp(
      `${NO_CODE}(?<!\\d)(?:(?<y>[12]\\d{3})[-/](?<m>\\d{1,2})|(?<mm>\\d{1,2})[-/](?<yy>[12]\\d{3}))(?!\\d|[.:/-]\\d|[a-z_%])`,
      'dg',
    ),
    ({ y, yy, m, mm }) =>
      dateSpan(Number(y ?? yy), Number(m ?? mm), 1)
        ? settled('month', monthOf(Number(y ?? yy), Number(m ?? mm)))
        : undefined,
  ],
  [
    KEY.monthBeforeDate,
    pattern(
      `(?:(?:(?:this|next|last) )?(?<weekday>${WEEKDAY})(?:,? \\(?| - )(?:the )?)?(?<month>${MONTH})(?:,? |-|\\/)?(?:the )?(?<date>${DATE})(?!\\d)${IN_YEAR}`,
    ),
    monthDay,
  ],
  [
    KEY.month,
    pattern(
      `(?:(?:(?:this|next|last) )?(?<weekday>${WEEKDAY}),? )?(?:the )?(?<date>${DATE})(?: day)?(?: of |[ -/])(?<month>${MONTH})${IN_YEAR}`,
    ),
    monthDay,
  ],
  [
    KEY.month,
    pattern(
      `(?<month>${MONTH}) (?:the )?(?<date>${DATE})(?: ?[-–] ?| to | through | thru )(?:the )?(?<lastDate>${DATE})(?!\\d)${IN_YEAR}`,
    ),
    monthDays,
  ],
  [KEY.month, pattern(`(?<month>${MONTH})${IN_YEAR}`), bareMonth],
  [
    KEY.weekday,
    pattern(`(?<weekday>${WEEKDAY}),? (?:the )?(?<date>${DATE})(?![:/-]?\\d)`),
    ({ weekday, date }, { after }) =>
      COUNTS.test(after) || UNIT_AFTER.test(after) || numberIn(date) > 31
        ? undefined
        : recurs(
            'day',
            onWeekday(
              monthly((year, month) => dateSpan(year, month, numberIn(date))),
              weekdayIn(weekday),
            ),
          ),
  ],
  [KEY.weekday, pattern(`${DIRECTION} (?<weekday>${WEEKDAY})`), directedWeekday],
  [
    KEY.weekday,
    pattern(
      `(?<weekday>${WEEKDAY}),? (?:(?:of|in) )?(?:the )?(?<direction>last|this|next|following|previous|coming) week`,
    ),
    weekdayOfWeek,
  ],
  [
    KEY.weekday,
    pattern(`(?:the )?(?<direction>last|this|next|following|previous|coming) week,? (?:on |- )?(?<weekday>${WEEKDAY})`),
    weekdayOfWeek,
  ],
  [KEY.weekday, pattern(`(?<weekday>${WEEKDAY})(?! (?:mornings|afternoons|evenings|nights)\\b)`), bareWeekday],
  [
    KEY.namedDay,
    pattern(
      '(?<day>(?:the )?day (?:before yesterday|after tomorrow)|today|tonight|tomorrow|tmrw?|yesterday|last night)',
    ),
    ({ day = '' }, { today }) => settled('day', oneDay(today + (FIXED[day.toLowerCase()] ?? 0))),
  ],
  [
    KEY.thisDay,
    pattern('this (?:morning|afternoon|evening|noon)|(?:the )?current (?:date|day)'),
    (_, { today }) => settled('day', oneDay(today)),
  ],
  [
    KEY.unit,
    pattern(`${DIRECTION} (?<unit>${UNIT})`),
    ({ unit = '', ...groups }, context) =>
      unit.endsWith('s') ? undefined : directedUnit({ unit, ...groups }, context),
  ],
  [
    KEY.unit,
    pattern(
      `(?:the )?(?<count>${COUNT}) (?<direction>past|last|previous|next|coming|upcoming|following) (?<unit>${UNIT})`,
    ),
    ({ count, direction, unit }, context) =>
      directedDuration({ direction, unit, duration: `${count} ${unit}` }, context),
  ],
  [KEY.unit, pattern(`(?:the )?(?:${DIRECTION} )(?<duration>${COUNT} (?<unit>${UNIT}))`), directedDuration],
  [
    KEY.unit,
    pattern(
      `(?<ahead>in )?(?<duration>${DURATION})(?: (?<way>ago|back|earlier|prior|later|hence|afterwards?|(?:from|after|before|to) (?:now|that|then)))?(?:['’]? time)?`,
    ),
    (groups, context) =>
      groups['ahead'] === undefined && groups['way'] === undefined ? undefined : counted(groups, context),
  ],
  [KEY.yearly, pattern(`${DIRECTION} (?<what>${MONTH}|${SEASON}|${HOLIDAY})`), directedRecurrence],
  [
    KEY.holiday,
    pattern(`(?<holiday>${HOLIDAY})${IN_YEAR}`),
    ({ holiday = '', ...groups }, context) => inYear('day', groups, context, (year) => holidayIn(holiday)?.(year)),
  ],
  [KEY.digit, pattern(`(?<the>the )?(?<date>\\d{1,2}(?:st|nd|rd|th))`), theNth],
  [KEY.year, pattern(`(?<named>(?:the )?year )?(?<year>${YEAR})(?![-/]\\d)`), bareYear],
  [
    KEY.digit,
    pattern('(?<first>[12]\\d{3})[-–](?<last>[12]\\d{3})(?!-)'),
    ({ first, last }) => settled('year', { from: yearOf(Number(first)).from, to: yearOf(Number(last)).to }),
  ],
  [
    KEY.now,
    pattern('(?<=(?:to|until|till|through|thru|[-–]) )(?:now|the present)'),
    (_, { today }) => settled('day', oneDay(today)),
  ],
  [
    KEY.unit,
    pattern(
      '(?<=(?:early|start|beginning|middle|mid|late|end) (?:of|in) )(?:the|this) (?<unit>week|month|quarter|year)',
    ),
    ({ unit }, { today }) => settled(unitIn(unit), periodAround(unitIn(unit), today)),
  ],
  [KEY.partOfYear, pattern(`(?:the )?(?<part>q[1-4]|h[12]|(?:${ORDINAL}) (?:quarter|half))${IN_YEAR}`), partOfYear],
  [KEY.digit, pattern(`(?<year>${YEAR})[ -](?<part>q[1-4]|h[12])`), partOfYear],
  [KEY.season, pattern(`(?:the )?(?<season>${SEASON})${IN_YEAR}`), season],
  [
    KEY.digit,
    pattern(`(?:the )?['’‘]?(?<decade>[12]\\d\\d0|\\d0)['’]?s`),
    (groups, context) =>
      /^(?:my|his|her|their|your|our|mid|early|late)$/.test(context.before) ? undefined : decade(groups, context),
  ],
  [
    KEY.unit,
    pattern(`week (?<week>\\d{1,2})${IN_YEAR}`),
    (groups, context) =>
      settled(
        'week',
        weeksOf(yearOf(statedYear(groups, context) ?? partsOf(context.today).year))[Number(groups['week']) - 1],
      ),
  ],
  [KEY.unit, pattern('the weekend'), () => recurs('weekend', weekly(5, 2))],
];
