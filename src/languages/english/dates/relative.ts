import {
  around,
  type Day,
  firstFrom,
  lastBefore,
  move,
  neighbour,
  oneDay,
  type Recurrence,
  type Span,
  type Unit,
  weekdayOf,
  yearly,
} from './calendar.ts';
import { anyYear, monthDate, monthDay, numericDate, readMonth } from './month-dates.ts';
import { COUNT_OPENERS, DIRECTIONS, readCount, SEASONS, UNITS, unitOf, WEEKDAYS } from './numbers.ts';
import { period, seasonOf } from './periods.ts';
import {
  changed,
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
import { holiday, readHoliday, readWeekday, weekday } from './weekdays.ts';

export interface Duration {
  readonly end: number;
  readonly parts: readonly { readonly count: number; readonly unit: Unit }[];
}

const MOST_PARTS = 4;

function readPart(source: Source, at: number): { end: number; count: number; unit: Unit } | undefined {
  const count = readCount(source, at);
  if (!count) return undefined;
  const unit = skip(source, count.end, '-');
  if (/^fortnights?$/.test(wordAt(source, unit))) return { end: unit + 1, count: 2 * count.value, unit: 'week' };
  const read = unitOf(wordAt(source, unit));
  return read && { end: unit + 1, count: count.value, unit: read };
}

/** "two weeks", "a couple of days", "2 years, 1 month and 21 days". */
export function readDuration(source: Source, at: number): Duration | undefined {
  const parts: { count: number; unit: Unit }[] = [];
  let end = at;
  for (let part = readPart(source, at); part && parts.length < MOST_PARTS; ) {
    parts.push({ count: part.count, unit: part.unit });
    end = part.end;
    part = readPart(source, skip(source, skip(source, end, ','), 'and'));
  }
  return parts.length > 0 ? { end, parts } : undefined;
}

export const moveBy = (day: Day, duration: Duration, direction: -1 | 1): Day =>
  duration.parts.reduce((moved, { count, unit }) => move(moved, count * direction, unit), day);

const DAYS = new Map([
  ['today', 0],
  ['tonight', 0],
  ['yesterday', -1],
  ['yday', -1],
  ['tomorrow', 1],
  ['tmr', 1],
  ['tmrw', 1],
  ['tomorow', 1],
]);
const PARTS_OF_DAY = new Set(['morning', 'afternoon', 'evening', 'night']);

const namedDay = rule(['current', ...DAYS.keys()], (source, at) => {
  const distance = DAYS.get(wordAt(source, at));
  if (distance !== undefined) return settled(at + 1, 'day', oneDay(source.today + distance));
  const isToday = wordAt(source, at) === 'current' && /^(?:date|day)$/.test(wordAt(source, at + 1));
  return isToday ? settled(at + 2, 'day', oneDay(source.today)) : undefined;
});

/** "this morning" is today, "last night" yesterday. */
const partOfDay = rule(['this', 'last'], (source, at) => {
  const part = wordAt(source, at + 1);
  if (wordAt(source, at) === 'this' && PARTS_OF_DAY.has(part)) return settled(at + 2, 'day', oneDay(source.today));
  return wordAt(source, at) === 'last' && part === 'night'
    ? settled(at + 2, 'day', oneDay(source.today - 1))
    : undefined;
});

/** The direction in "last", "the next", "this past", and where the words after it begin. */
function readDirection(source: Source, at: number): { end: number; value: -1 | 0 | 1; word: string } | undefined {
  const first = skip(source, skip(source, at, 'the'), 'these');
  const inner = wordAt(source, first) === 'this' && DIRECTIONS.has(wordAt(source, first + 1)) ? first + 1 : first;
  const value = DIRECTIONS.get(wordAt(source, inner));
  return value === undefined ? undefined : { end: inner + 1, value, word: wordAt(source, inner) };
}

/** "last week", "this month", "next year", "the past decade". */
const directedUnit = rule(['the', 'these', ...DIRECTIONS.keys()], (source, at) => {
  const direction = readDirection(source, at);
  if (!direction) return undefined;
  const working = skip(source, direction.end, 'working', 'work');
  const named = UNITS.get(wordAt(source, working));
  const unit = named === 'week' && working > direction.end ? 'workweek' : named;
  if (!unit || (unit === 'day' && direction.value === 0)) return undefined;
  const calendar = neighbour(unit, source.today, direction.value);
  const rolling = direction.word === 'past' &&
    unit !== 'day' && { from: move(source.today, -1, unit), to: source.today };
  return settled(working + 1, unit, calendar, rolling || undefined);
});

/** "the last 3 months", "next few days", "the 5 past years": whole quarters and decades, else counted from today. */
const directedDuration = rule(['the', 'these', ...DIRECTIONS.keys(), ...COUNT_OPENERS], (source, at) => {
  const start = skip(source, at, 'the');
  const direction = readDirection(source, start);
  if (direction) {
    const duration = readDuration(source, direction.end);
    return duration && direction.value !== 0 ? running(source, duration, direction.value) : undefined;
  }
  const count = readCount(source, start);
  const inner = count && DIRECTIONS.get(wordAt(source, count.end));
  const unit = count && unitOf(wordAt(source, count.end + 1));
  return inner && unit && count.value > 0 && !UNITS.has(wordAt(source, count.end + 1))
    ? running(source, { end: count.end + 2, parts: [{ count: count.value, unit }] }, inner)
    : undefined;
});

function running(source: Source, duration: Duration, direction: -1 | 1): Phrase | undefined {
  const [first] = duration.parts;
  if (!first) return undefined;
  const whole = duration.parts.length === 1 && ['quarter', 'decade', 'century', 'weekend'].includes(first.unit);
  const span = whole
    ? wholeUnits(source.today, first.unit, first.count * direction)
    : countedDays(source.today, duration, direction);
  return span.from < span.to ? settled(duration.end, first.unit, span) : undefined;
}

function wholeUnits(today: Day, unit: Unit, count: number): Span {
  return count < 0
    ? { from: neighbour(unit, today, count).from, to: neighbour(unit, today, -1).to }
    : { from: neighbour(unit, today, 1).from, to: neighbour(unit, today, count).to };
}

function countedDays(today: Day, duration: Duration, direction: -1 | 1): Span {
  const start = direction < 0 ? today : today + 1;
  const end = duration.parts.reduce((day, { count, unit }) => move(day, count * direction, unit), start);
  return direction < 0 ? { from: end, to: start } : { from: start, to: end };
}

/** "last May", "next summer", "this Christmas", "next 6th of April". */
const directedRecurrence = rule(['the', ...DIRECTIONS.keys()], (source, at) => {
  const direction = readDirection(source, at);
  const phrase = direction && readRecurring(source, direction.end, direction.value);
  const every = phrase?.meaning.every;
  return direction && every && settled(phrase.end, phrase.meaning.unit, towards(every, source.today, direction.value));
});

function readRecurring(source: Source, at: number, direction: -1 | 0 | 1): Phrase | undefined {
  const month = direction === 0 ? undefined : readMonth(source, at);
  const start = SEASONS.get(wordAt(source, at));
  if (start !== undefined)
    return recurring(
      at + 1,
      'quarter',
      yearly((year) => seasonOf(year, start)),
    );
  return (
    monthDate.read(source, at) ??
    numericDate.read(source, at) ??
    readHoliday(source, at) ??
    (month && anyYear(month.end, month.value))
  );
}

function towards(every: Recurrence, today: Day, direction: -1 | 0 | 1): Span | undefined {
  if (direction > 0) return firstFrom(every, today + 1);
  if (direction === 0) return every.at(every.indexOf(today));
  const last = lastBefore(every, today);
  return last && last.to > today ? lastBefore(every, last.from) : last;
}

export const relative: Rule = longestOf([namedDay, partOfDay, directedUnit, directedDuration, directedRecurrence]);

/** A date or period that names no other one. */
export const moment: Rule = longestOf([numericDate, monthDate, monthDay, weekday, relative, period, holiday]);

/** A day counted in weeks or more is meant loosely: the whole week, month or year is the second reading. */
function counted(end: number, day: number, duration: Duration) {
  const unit = duration.parts.at(-1)?.unit ?? 'day';
  return settled(end, 'day', oneDay(day), unit === 'day' ? undefined : around(unit, day));
}

/** "two days ago", "a week later", "3 months from now". */
const fromToday = rule(COUNT_OPENERS, (source, at) => {
  const duration = readDuration(source, at);
  if (!duration) return undefined;
  const [word, next] = [wordAt(source, duration.end), wordAt(source, duration.end + 1)];
  const pair = /^(?:from|after|before|to) (?:now|that|then)$/.test(`${word} ${next}`);
  if (/^(?:ago|back|earlier|prior)$/.test(word) || (pair && word === 'before'))
    return counted(duration.end + (pair ? 2 : 1), moveBy(source.today, duration, -1), duration);
  if (/^(?:later|hence|afterwards?)$/.test(word) || pair)
    return counted(duration.end + (pair ? 2 : 1), moveBy(source.today, duration, 1), duration);
  return undefined;
});

/** "in three weeks". */
const inDuration = rule(['in'], (source, at) => {
  const duration = wordAt(source, at) === 'in' ? readDuration(source, at + 1) : undefined;
  if (!duration || wordAt(source, duration.end) === 'of') return undefined;
  return counted(skip(source, duration.end, 'time'), moveBy(source.today, duration, 1), duration);
});

const SIDES = new Map<string, -1 | 1>([
  ['before', -1],
  ['after', 1],
  ['following', 1],
  ['from', 1],
  ['since', 1],
]);

/** "two days before Christmas", "a week after May 5", "2 weeks from tomorrow". */
const fromMoment = rule(['in', ...COUNT_OPENERS], (source, at) => {
  const duration = readDuration(source, skip(source, at, 'in'));
  const side = duration && SIDES.get(wordAt(source, duration.end));
  const anchor = side && moment.read(source, duration.end + 1);
  return anchor && changed(anchor, 'day', (span) => oneDay(moveBy(span.from, duration, side)));
});

/** The unit next to a span: the week before a date is the calendar week before its own. */
function beside(unit: Unit, span: Span, side: -1 | 1): Span {
  if (unit === 'day') return oneDay(side < 0 ? span.from - 1 : span.to);
  if (unit === 'weekend' && side > 0) return neighbour(unit, span.to - 1, weekdayOf(span.to - 1) < 5 ? 0 : 1);
  return neighbour(unit, side < 0 ? span.from : span.to - 1, side);
}

/** "the day after tomorrow", "the weekend before 17 July", "the Friday before my birthday" only if that is a date. */
const besideMoment = rule(['the', ...UNITS.keys(), ...WEEKDAYS.keys()], (source, at) => {
  const start = skip(source, at, 'the');
  const unit = UNITS.get(wordAt(source, start));
  const day = readWeekday(source, start);
  const end = unit ? start + 1 : day?.end;
  const side = end === undefined ? undefined : SIDES.get(wordAt(source, end));
  if (end === undefined || side === undefined || wordAt(source, end) === 'since') return undefined;
  const anchor = moment.read(source, end + 1);
  if (!anchor) {
    const near = unit === 'day' && start > at && /^(?:before|after)$/.test(wordAt(source, end));
    return near ? settled(end + 1, 'day', oneDay(move(source.today, side, 'day'))) : undefined;
  }
  if (unit) return changed(anchor, unit, (span) => beside(unit, span, side));
  const weekday = day?.value ?? 0;
  return changed(anchor, 'day', (span) =>
    oneDay(side < 0 ? lastWeekday(span.from, weekday) : nextWeekday(span.to - 1, weekday)),
  );
});

const lastWeekday = (day: number, weekday: number): number => day - ((weekdayOf(day) - weekday + 7) % 7 || 7);
const nextWeekday = (day: number, weekday: number): number => day + ((weekday - weekdayOf(day) + 7) % 7 || 7);

export const anchored: Rule = longestOf([fromToday, inDuration, fromMoment, besideMoment]);
