import { dateSpan, neighbour, partsOf } from './calendar.ts';
import { DAY_OPENERS, ORDINAL_OPENERS, readMonthDay, readOrdinalDay } from './numbers.ts';
import { longestOf, type Rule, recurring, rule, type Source, settled, skip, wordAt } from './phrase.ts';
import { monthly } from './recurrence.ts';
import { AFTER_DATES, DIRECTIONS, UNITS } from './vocabulary.ts';

/** "the 3rd", where no noun follows that it could count. */
const theNth = rule(['the', ...ORDINAL_OPENERS], (source, at) => {
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

/** "last month", "the following month". */
function readMonthsAway(source: Source, at: number): { end: number; value: number } | undefined {
  const direction = skip(source, at, 'the');
  const value = DIRECTIONS.get(wordAt(source, direction));
  const named = UNITS.get(wordAt(source, direction + 1)) === 'month';
  return value !== undefined && named ? { end: direction + 2, value } : undefined;
}

/** "the 15th of next month", "23 this month". */
const nthOfMonth = rule(['the', ...DAY_OPENERS], (source, at) => {
  const date = readMonthDay(source, skip(source, at, 'the'));
  const month = date && readMonthsAway(source, skip(source, skip(source, date.end, 'day'), 'of', 'in'));
  if (!month) return undefined;
  const { year, month: number } = partsOf(neighbour('month', source.today, month.value).from);
  return settled(month.end, 'day', dateSpan(year, number, date.value));
});

export const monthDay: Rule = longestOf([theNth, nthOfMonth]);
