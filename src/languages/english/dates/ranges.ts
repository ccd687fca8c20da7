import { dateSpan, partsOf, type Span } from './calendar.ts';
import { moment } from './moments.ts';
import { isClock, monthDate } from './month-dates.ts';
import { DAY_OPENERS, readMonthDay, readYearSuffix } from './numbers.ts';
import { expectedDate } from './numeric-dates.ts';
import { openRange, readTrailing } from './open-ranges.ts';
import {
  longestOf,
  type Meaning,
  type Phrase,
  type Rule,
  rule,
  type Source,
  settled,
  skip,
  spansOf,
  wordAt,
} from './phrase.ts';
import { point, readDoubtful, readEndpoint } from './points.ts';
import { firstFrom, lastBefore } from './recurrence.ts';
import { leanAt } from './tense.ts';
import { COUNTED, MONTHS } from './vocabulary.ts';

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

/** "9 to 12 of June", "between the 4th and the 22nd of next month", "2-7 Feb". */
const daysThenMonth = rule(['from', 'between', 'the', ...DAY_OPENERS], (source, at) => {
  const lead = skip(source, at, 'from', 'between');
  const date = readMonthDay(source, skip(source, lead, 'the'));
  const joint = date && readJoint(source, date.end, lead > at ? 'and' : 'to');
  const last = joint === undefined ? undefined : moment.read(source, joint);
  if (
    !date ||
    !last ||
    last.meaning.unit !== 'day' ||
    readMonthDay(source, skip(source, joint ?? 0, 'the')) === undefined
  )
    return undefined;
  const ends = spansOf(last.meaning, source.today, leanAt(source, at)).flatMap((span) => {
    const { year, month } = partsOf(span.from);
    const first = dateSpan(year, month, date.value);
    return first && first.from < span.from ? [{ first, last: span }] : [];
  });
  return between(last.end, ends, last.meaning);
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
export const expression: Rule = longestOf([pointOrMore, fromTo, daysThenMonth, monthThenDays, openRange]);
