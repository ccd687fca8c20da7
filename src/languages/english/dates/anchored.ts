import { around, move, neighbour, oneDay, type Span, type Unit, weekdayOf } from './calendar.ts';
import { type Duration, moveBy, readDuration } from './durations.ts';
import { moment } from './moments.ts';
import { COUNT_OPENERS, readCount } from './numbers.ts';
import { changed, longestOf, type Rule, rule, settled, skip, wordAt } from './phrase.ts';
import { UNITS, WEEKDAYS } from './vocabulary.ts';
import { readWeekday } from './weekdays.ts';

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

/** "within the next ten days". */
const within = rule(['within'], (source, at) => {
  if (wordAt(source, at) !== 'within') return undefined;
  const duration = readDuration(source, skip(source, skip(source, at + 1, 'the'), 'next'));
  const to = duration ? moveBy(source.today, duration, 1) : source.today;
  return duration && to > source.today ? settled(duration.end, 'day', { from: source.today, to }) : undefined;
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

/** "three weeks starting tomorrow". */
const starting = rule(COUNT_OPENERS, (source, at) => {
  const duration = readDuration(source, at);
  if (!duration || !/^(?:starting|beginning)$/.test(wordAt(source, duration.end))) return undefined;
  const anchor = moment.read(source, skip(source, duration.end + 1, 'on', 'from'));
  const length = (span: Span): Span => ({ from: span.from, to: moveBy(span.from, duration, 1) });
  return anchor && changed(anchor, 'day', (span) => (length(span).to > span.from ? length(span) : undefined));
});

/** "the week of May 5", "the week beginning 4 February", "the weekend of Halloween". */
const unitAround = rule(['the', ...UNITS.keys()], (source, at) => {
  const start = skip(source, at, 'the');
  const unit = UNITS.get(wordAt(source, start));
  const link = /^(?:of|starting|beginning)$/.test(wordAt(source, start + 1));
  if (!link || (unit !== 'week' && unit !== 'month' && unit !== 'weekend')) return undefined;
  const anchor = moment.read(source, skip(source, start + 2, 'on'));
  return anchor?.meaning.unit === 'day' ? changed(anchor, unit, (span) => around(unit, span.from)) : undefined;
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

/** "two Sundays ago", "three Fridays from now". */
const countedWeekdays = rule(COUNT_OPENERS, (source, at) => {
  const count = readCount(source, at);
  const weekday = count && WEEKDAYS.get(wordAt(source, count.end).replace(/s$/, ''));
  if (weekday === undefined || !count || count.value < 1) return undefined;
  const [weeks, words] = [7 * (count.value - 1), `${wordAt(source, count.end + 1)} ${wordAt(source, count.end + 2)}`];
  if (words.startsWith('ago '))
    return settled(count.end + 2, 'day', oneDay(lastWeekday(source.today, weekday) - weeks));
  return words === 'from now'
    ? settled(count.end + 3, 'day', oneDay(nextWeekday(source.today, weekday) + weeks))
    : undefined;
});

export const anchored: Rule = longestOf([
  fromToday,
  inDuration,
  within,
  fromMoment,
  starting,
  unitAround,
  besideMoment,
  countedWeekdays,
]);
