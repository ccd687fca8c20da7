import {
  around,
  type Day,
  dateSpan,
  dayAt,
  EARLIEST,
  firstFrom,
  LATEST,
  lastBefore,
  oneDay,
  partsOf,
  pieceOf,
  type Span,
  type Unit,
  weekdaysOf,
} from './calendar.ts';
import { anyYear, expectedDate, isClock, monthDate, readMonth } from './month-dates.ts';
import {
  COUNTED,
  DAY_OPENERS,
  MONTHS,
  ORDINAL_OPENERS,
  readCount,
  readMonthDay,
  readOrdinal,
  readYearSuffix,
  UNITS,
  unitOf,
} from './numbers.ts';
import {
  changed,
  leanAt,
  longestOf,
  type Meaning,
  type Phrase,
  type Read,
  type Rule,
  rule,
  type Source,
  settled,
  skip,
  spansOf,
  wordAt,
} from './phrase.ts';
import { anchored, moment } from './relative.ts';
import { readWeekday } from './weekdays.ts';

type Part = 'early' | 'start' | 'middle' | 'late' | 'end';

const PARTS = new Map<string, Part>([
  ['early', 'early'],
  ['beginning', 'start'],
  ['start', 'start'],
  ['mid', 'middle'],
  ['middle', 'middle'],
  ['late', 'late'],
  ['end', 'end'],
]);

/** The present unit in "the end of the month", else whatever date is named. */
function readWhole(source: Source, at: number): Phrase | undefined {
  const the = skip(source, at, 'the', 'this', 'current');
  const unit = UNITS.get(wordAt(source, the));
  const month = readMonth(source, at);
  return (
    moment.read(source, at) ??
    (month && anyYear(month.end, month.value)) ??
    (unit && unit !== 'day' && the > at ? settled(the + 1, unit, around(unit, source.today)) : undefined)
  );
}

/** Months and weeks fall into halves; so do years that are "early" and "late", but they begin, end and have a middle in thirds. */
function portion(part: Part, unit: Unit, span: Span): Span {
  const { year, month } = partsOf(span.from);
  const length = span.to - span.from;
  const months = (first: number, last: number): Span => ({ from: dayAt(year, first), to: dayAt(year, last) });
  const days = (first: Day, last: Day): Span => ({ from: span.from + first, to: span.from + last });
  if (unit === 'year') return months(...YEAR_PARTS[part]);
  if (unit === 'month') return part === 'middle' ? days(9, 20) : isFirst(part) ? days(0, 15) : days(15, length);
  if (unit === 'week') return part === 'middle' ? days(1, 5) : isFirst(part) ? days(0, 3) : days(3, length);
  if (length < 3) return span;
  if (unit === 'quarter')
    return part === 'middle'
      ? months(month + 1, month + 2)
      : isFirst(part)
        ? months(month, month + 1)
        : months(month + 2, month + 3);
  const third = Math.floor(length / 3);
  return part === 'middle' ? days(third, 2 * third) : isFirst(part) ? days(0, third) : days(length - third, length);
}

const YEAR_PARTS: Record<Part, [number, number]> = {
  early: [1, 7],
  start: [1, 5],
  middle: [5, 9],
  late: [7, 13],
  end: [9, 13],
};

const isFirst = (part: Part): boolean => part === 'early' || part === 'start';

/** "early May", but "the start of May": without its "of", that word is a verb. */
const isFree = (word: string): boolean => /^(?:early|mid|late)$/.test(word);

const EDGES: Partial<Record<Part, (span: Span) => Day>> = {
  start: (span) => span.from,
  middle: (span) => span.from + Math.floor((span.to - span.from) / 2),
  end: (span) => span.to,
};

/** "early 2020", "mid-June", "the end of March", "late last year". */
const part = rule(['the', ...PARTS.keys()], (source, at) => {
  const start = skip(source, at, 'the');
  const word = wordAt(source, start);
  const named = PARTS.get(word);
  const link = skip(source, start + 1, 'of', '-');
  const whole = named && (isFree(word) || wordAt(source, start + 1) === 'of') ? readWhole(source, link) : undefined;
  if (!named || !whole || whole.meaning.unit === 'day') return undefined;
  const { unit } = whole.meaning;
  const phrase = changed(whole, unit, (span) => portion(named, unit, span));
  const edge = isFree(word) ? undefined : EDGES[named];
  if (!phrase || !edge) return phrase;
  const ends = changed(whole, unit, (span) => ({ from: edge(span), to: edge(span) + 1 }));
  return { ...phrase, meaning: { ...phrase.meaning, ...(ends && { boundary: ends.meaning }) } };
});

/** "the first week of July", "the last two months of 2021", "the third Friday in June". */
const piece = rule(['the', 'last', 'final', ...ORDINAL_OPENERS], (source, at) => {
  const start = skip(source, at, 'the');
  const last = /^(?:last|final)$/.test(wordAt(source, start));
  const ordinal = last ? { end: start + 1, value: -1 } : readOrdinal(source, start);
  if (!ordinal) return undefined;
  const count = readCount(source, ordinal.end);
  const named = count?.end ?? ordinal.end;
  const unit = unitOf(wordAt(source, named));
  const weekday = readWeekday(source, named);
  if (!unit && !weekday) return undefined;
  const link = skip(source, weekday?.end ?? named + 1, 'of', 'in');
  const whole = link > named ? readWhole(source, link) : undefined;
  if (!whole || whole.meaning.unit === 'day') return undefined;
  if (unit) return changed(whole, unit, (span) => pieceOf(span, unit, ordinal.value, count?.value ?? 1));
  return changed(whole, 'day', (span) => weekdaysOf(span, weekday?.value ?? 0).at(last ? -1 : ordinal.value - 1));
});

export const partOf: Rule = longestOf([part, piece]);

/** Any date or period that is no range of two. */
export const point: Rule = longestOf([moment, anchored, partOf]);

/** What is a time only as an end of a range: "now", or a month that alone would be doubted. */
export function readDoubtful(source: Source, at: number): Phrase | undefined {
  const the = skip(source, at, 'the');
  const now = skip(source, the, 'now', 'present');
  if (now > the) return settled(now, 'day', oneDay(source.today));
  const month = readMonth(source, at);
  return month && anyYear(month.end, month.value);
}

export const readEndpoint: Read = (source, at) => point.read(source, at) ?? readDoubtful(source, at);

type Side = 'since' | 'after' | 'before' | 'until';

const SIDES: readonly [side: Side, words: readonly string[]][] = [
  ['since', ['since']],
  ['since', ['starting', 'from']],
  ['since', ['starting', 'on']],
  ['since', ['starting']],
  ['since', ['beginning', 'on']],
  ['since', ['beginning']],
  ['since', ['as', 'of']],
  ['after', ['later', 'than']],
  ['after', ['after']],
  ['before', ['earlier', 'than']],
  ['before', ['prior', 'to']],
  ['before', ['before']],
  ['until', ['no', 'later', 'than']],
  ['until', ['until']],
  ['until', ['till']],
  ['until', ['til']],
  ['until', ['by']],
];

function openEnded(side: Side, meaning: Meaning, source: Source, at: number): Span[] {
  const lean = side === 'since' ? 'past' : leanAt(source, at);
  const { boundary } = meaning;
  return spansOf(boundary ?? meaning, source.today, lean).flatMap(({ from, to }): Span[] => {
    if (side === 'since') return [{ from, to: LATEST }];
    if (side === 'after') return [{ from: boundary ? from : to, to: LATEST }];
    if (side === 'before' || boundary) return [{ from: EARLIEST, to: from }];
    return [
      { from: EARLIEST, to },
      { from: EARLIEST, to: from },
    ];
  });
}

/** "since 2015", "before May", "until last week". */
export const openRange: Rule = rule(
  SIDES.map(([, [word = '']]) => word),
  (source, at) => {
    const [side, words] =
      SIDES.find(([, each]) => each.every((word, index) => wordAt(source, at + index) === word)) ?? [];
    const phrase = words && readEndpoint(source, at + words.length);
    return side && phrase && settled(phrase.end, phrase.meaning.unit, ...openEnded(side, phrase.meaning, source, at));
  },
);

const TRAILING = new Map<string, Side>([
  ['later', 'since'],
  ['onward', 'since'],
  ['onwards', 'since'],
  ['earlier', 'until'],
]);

/** The rest of "2012 or later", "May 5 and earlier", "Monday onwards" after its date. */
export function readTrailing(source: Source, at: number, phrase: Phrase): Phrase | undefined {
  const word = skip(source, phrase.end, 'or', 'and');
  const side = TRAILING.get(wordAt(source, word));
  if (!side || (word === phrase.end && !wordAt(source, word).startsWith('onward'))) return undefined;
  return settled(word + 1, phrase.meaning.unit, ...openEnded(side, phrase.meaning, source, at));
}

const JOINTS = new Set(['to', 'through', 'thru', 'until', 'till', 'til', '-', '–', '—']);

const readJoint = (source: Source, at: number, word: string): number | undefined =>
  JOINTS.has(wordAt(source, at)) || wordAt(source, at) === word ? at + 1 : undefined;

interface Ends {
  readonly first: Span;
  readonly last: Span;
}

/** What recurs is taken next to what is settled: "Jan to Feb 2017", "from 25 October to 25 January". */
function pair(first: Meaning, last: Meaning, source: Source, at: number): Ends[] {
  const { every } = last;
  const starts = first.every && !every ? [] : spansOf(first, source.today, leanAt(source, at));
  const pairs: { first: Span | undefined; last: Span | undefined }[] = every
    ? starts.map((span) => ({ first: span, last: firstFrom(every, span.from) }))
    : last.spans
        .slice(0, 1)
        .map((span) => ({ first: first.every ? lastBefore(first.every, span.to) : starts[0], last: span }));
  return pairs.filter((ends): ends is Ends => ends.first !== undefined && ends.last !== undefined);
}

/** From the first day of the one to the last day of the other; ending where the other begins is the second reading. */
function between(end: number, ends: readonly Ends[], last: Meaning): Phrase | undefined {
  const closed = ends.map((each) => ({ from: each.first.from, to: last.boundary ? each.last.from : each.last.to }));
  const halfOpen = last.boundary ? [] : ends.map((each) => ({ from: each.first.from, to: each.last.from }));
  return settled(end, last.unit, ...[...closed, ...halfOpen].filter((span) => span.from < span.to));
}

/** The rest of "from X to Y", "between X and Y" or "X - Y" after its X. */
function readTo(source: Source, at: number, first: Phrase): Phrase | undefined {
  const joint = readJoint(source, first.end, wordAt(source, at) === 'between' ? 'and' : 'to');
  const expected = first.meaning.unit === 'day' ? expectedDate : undefined;
  const last = joint === undefined ? undefined : (readEndpoint(source, joint) ?? expected?.read(source, joint));
  if (!last) return undefined;
  const { meaning } = last;
  const ends = pair(first.meaning.boundary ?? first.meaning, meaning.boundary ?? meaning, source, at);
  return between(last.end, ends, meaning);
}

const fromTo = rule(['from', 'between'], (source, at) => {
  const first = readEndpoint(source, at + 1);
  return first && readTo(source, at, first);
});

/** "April 9th through 17th", "May 3-7, 2020". */
const monthThenDays = rule(['from', 'between', 'the', ...DAY_OPENERS, ...MONTHS.keys()], (source, at) => {
  const lead = skip(source, at, 'from', 'between');
  const first = monthDate.read(source, lead);
  if (first?.meaning.unit !== 'day') return undefined;
  const joint = readJoint(source, first.end, lead > at ? 'and' : 'to');
  const date = joint === undefined ? undefined : readMonthDay(source, skip(source, joint, 'the'));
  if (!date || isClock(source, date.end) || COUNTED.has(wordAt(source, date.end))) return undefined;
  const year = readYearSuffix(source, date.end);
  const { every } = first.meaning;
  const starts = every && year ? [every.at(year.value)] : spansOf(first.meaning, source.today, leanAt(source, at));
  const ends = starts.flatMap((span) => {
    const parts = span && partsOf(span.from);
    const last = parts && dateSpan(parts.year, parts.month, date.value);
    return span && last && last.from > span.from ? [{ first: span, last }] : [];
  });
  return between(every && year ? year.end : date.end, ends, first.meaning);
});

const pointOrMore = rule([...point.opens, ...MONTHS.keys()], (source, at) => {
  const alone = point.read(source, at);
  const first = alone ?? readDoubtful(source, at);
  if (!first) return undefined;
  return readTo(source, at, first) ?? readTrailing(source, at, first) ?? alone;
});

/** Any time expression: a range, or else a point in time. */
export const expression: Rule = longestOf([pointOrMore, fromTo, monthThenDays, openRange]);
