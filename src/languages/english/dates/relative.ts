import { around, type Day, move, neighbour, oneDay, type Span, type Unit } from './calendar.ts';
import { type Duration, readDuration } from './durations.ts';
import { readHoliday } from './holidays.ts';
import { anyYear, monthDate, readMonth } from './month-dates.ts';
import { COUNT_OPENERS, readCount } from './numbers.ts';
import { numericDate } from './numeric-dates.ts';
import { seasonOf } from './periods.ts';
import { longestOf, type Phrase, type Rule, recurring, rule, type Source, settled, skip, wordAt } from './phrase.ts';
import { firstFrom, lastBefore, type Recurrence, yearly } from './recurrence.ts';
import { DIRECTIONS, SEASONS, UNITS, unitOf } from './vocabulary.ts';

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

/** "the week after next", "the month before last". */
const secondNeighbour = rule(['the', ...UNITS.keys()], (source, at) => {
  const start = skip(source, at, 'the');
  const unit = UNITS.get(wordAt(source, start));
  const side = wordAt(source, start + 1);
  const end = skip(source, start + 2, 'the');
  if (!unit) return undefined;
  if (side === 'after' && wordAt(source, end) === 'next')
    return settled(end + 1, unit, neighbour(unit, source.today, 2));
  return side === 'before' && wordAt(source, end) === 'last'
    ? settled(end + 1, unit, neighbour(unit, source.today, -2))
    : undefined;
});

/** "year to date". */
const toDate = rule(UNITS.keys(), (source, at) => {
  const unit = UNITS.get(wordAt(source, at));
  if (!unit || wordAt(source, at + 1) !== 'to' || wordAt(source, at + 2) !== 'date') return undefined;
  const span = { from: around(unit, source.today).from, to: source.today };
  return settled(at + 3, unit, span.from < span.to ? span : undefined);
});

export const relative: Rule = longestOf([
  namedDay,
  partOfDay,
  directedUnit,
  directedDuration,
  directedRecurrence,
  secondNeighbour,
  toDate,
]);
