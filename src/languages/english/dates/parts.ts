import { around, type Day, dayAt, partsOf, type Span, type Unit } from './calendar.ts';
import { moment } from './moments.ts';
import { anyYear, readMonth } from './month-dates.ts';
import { ORDINAL_OPENERS, readCount, readOrdinal } from './numbers.ts';
import { changed, longestOf, type Phrase, type Rule, rule, type Source, settled, skip, wordAt } from './phrase.ts';
import { UNITS, unitOf } from './vocabulary.ts';
import { readWeekday } from './weekdays.ts';
import { pieceOf, weekdaysOf } from './weeks.ts';

type Part = 'early' | 'start' | 'middle' | 'late' | 'end';

const PARTS = new Map<string, Part>([
  ['early', 'early'],
  ['earlier', 'early'],
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
const isFree = (word: string): boolean => /^(?:early|earlier|mid|late)$/.test(word);

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

/** "earlier this year", "later in the week", "the rest of the month": up to today, or from today on. */
const remainder = rule(['the', 'earlier', 'later', 'rest', 'remainder'], (source, at) => {
  const start = skip(source, at, 'the');
  const word = wordAt(source, start);
  if (!/^(?:earlier|later|rest|remainder)$/.test(word)) return undefined;
  const whole = readWhole(source, skip(source, start + 1, 'in', 'of'));
  const [span] = whole?.meaning.spans ?? [];
  if (!whole || !span || span.from > source.today || span.to <= source.today) return undefined;
  const earlier = { from: span.from, to: Math.max(source.today, span.from + 1) };
  return settled(whole.end, whole.meaning.unit, word === 'earlier' ? earlier : { from: source.today, to: span.to });
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

export const partOf: Rule = longestOf([remainder, part, piece]);
