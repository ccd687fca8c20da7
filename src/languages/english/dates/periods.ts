import { dayAt, neighbour, partsOf, type Span, type Unit, weekly, weeksOf, yearly, yearOf } from './calendar.ts';
import { isJoinedAfter, isJoinedBefore } from './month-dates.ts';
import {
  AFTER_DATES,
  COUNTED,
  DOUBTFUL_SEASONS,
  LEADS,
  ORDINAL_OPENERS,
  readOrdinal,
  readYear,
  readYearSuffix,
  SEASONS,
  YEAR_OPENERS,
} from './numbers.ts';
import { inYear, longestOf, type Rule, recurring, rule, type Source, settled, skip, wordAt } from './phrase.ts';

const BEFORE_YEARS = new Set([...LEADS, ...'from to and or the for year vs than'.split(' ')]);

/** 2023, unless it counts something or is part of a longer number. */
const bareYear = rule(['the', 'year', ...YEAR_OPENERS], (source, at) => {
  const named = skip(source, wordAt(source, at + 1) === 'year' ? skip(source, at, 'the') : at, 'year');
  const year = readYear(source, named);
  if (!year || COUNTED.has(wordAt(source, year.end)) || isJoinedAfter(source, year.end)) return undefined;
  if (isCode(source, year.end) || (isJoinedBefore(source, at) && !endsYears(source, at))) return undefined;
  const digits = year.end === named + 1;
  const spoken = named > at || BEFORE_YEARS.has(wordAt(source, at - 1)) || source.tokens[at]?.lower === "'";
  const next = source.tokens[year.end];
  const stands = digits && (next?.kind !== 'word' || AFTER_DATES.has(next.lower));
  const plausible = spoken || (year.value >= 1900 && year.value <= partsOf(source.today).year + 20 && stands);
  return plausible ? settled(year.end, 'year', yearOf(year.value)) : undefined;
});

/** 2010-15 and 2010-2015-86 are codes; 2010-2015 is a range. */
function isCode(source: Source, end: number): boolean {
  const [joint, next] = [source.tokens[end], source.tokens[end + 1]];
  if (!joint?.glued || !/[-/]/.test(joint.lower) || !next?.glued || next.kind !== 'number') return false;
  const further = source.tokens[end + 2];
  return !/^(?:1|2)\d{3}$/.test(next.lower) || (further?.glued === true && further.lower === joint.lower);
}

/** The second year of 2010-2015. */
const endsYears = (source: Source, at: number): boolean =>
  wordAt(source, at - 1) === '-' && /^[12]\d{3}$/.test(wordAt(source, at - 2)) && !isJoinedBefore(source, at - 2);

/** "Q2 2024", "2024-Q2", "H1", "the second quarter of 2024", "the first half of last year". */
const partOfYear = rule(['the', 'q', 'h', ...YEAR_OPENERS, ...ORDINAL_OPENERS], (source, at) => {
  const before = readYear(source, at);
  const start = before ? skip(source, skip(source, before.end, '-', ','), 'the') : skip(source, at, 'the');
  const part = readQuarter(source, start) ?? readSpelledQuarter(source, start);
  if (!part) return undefined;
  const year = before ?? readYearSuffix(source, part.end);
  if (!year && part.unit === 'half') return undefined;
  const every = yearly((each) => neighbour(part.unit, dayAt(each, 1), part.value - 1));
  return inYear(Math.max(part.end, year?.end ?? 0), part.unit, year?.value, every);
});

interface YearPart {
  end: number;
  value: number;
  unit: Unit;
}

function readQuarter(source: Source, at: number): YearPart | undefined {
  const unit = wordAt(source, at) === 'q' ? 'quarter' : wordAt(source, at) === 'h' ? 'half' : undefined;
  const digit = source.tokens[at + 1];
  const value = Number(digit?.glued ? digit.lower : Number.NaN);
  return unit && value >= 1 && value <= (unit === 'half' ? 2 : 4) ? { end: at + 2, value, unit } : undefined;
}

function readSpelledQuarter(source: Source, at: number): YearPart | undefined {
  const ordinal = readOrdinal(source, at);
  const unit = ordinal && wordAt(source, ordinal.end);
  if (unit !== 'quarter' && unit !== 'half') return undefined;
  return ordinal && ordinal.value <= (unit === 'half' ? 2 : 4)
    ? { end: ordinal.end + 1, value: ordinal.value, unit }
    : undefined;
}

/** "summer", "the fall of 2019", "winter 2020". */
const season = rule(['the', ...SEASONS.keys()], (source, at) => {
  const start = skip(source, at, 'the');
  const word = wordAt(source, start);
  const month = SEASONS.get(word);
  if (month === undefined) return undefined;
  const year = readYearSuffix(source, start + 1);
  const spoken =
    LEADS.has(wordAt(source, start - 1)) || wordAt(source, start - 1) === 'this' || wordAt(source, at - 1) === 'in';
  if (DOUBTFUL_SEASONS.has(word) && !year && !spoken) return undefined;
  return inYear(
    year?.end ?? start + 1,
    'quarter',
    year?.value,
    yearly((each) => seasonOf(each, month)),
  );
});

export const seasonOf = (year: number, month: number): Span => ({
  from: dayAt(year, month),
  to: dayAt(year, month + 3),
});

/** "week 10", "week 3 of 2027". */
const numberedWeek = rule(['week'], (source, at) => {
  const token = source.tokens[at + 1];
  const number = Number(token?.lower);
  if (wordAt(source, at) !== 'week' || token?.kind !== 'number' || !(number >= 1 && number <= 53)) return undefined;
  const year = readYearSuffix(source, at + 2);
  const inThat = yearly((each) => weeksOf(yearOf(each))[number - 1]);
  return settled(year?.end ?? at + 2, 'week', inThat.at(year?.value ?? inThat.indexOf(source.today)));
});

/** "the weekend" is the last or the next. */
const theWeekend = rule(['the'], (source, at) =>
  wordAt(source, at) === 'the' && wordAt(source, at + 1) === 'weekend'
    ? recurring(at + 2, 'weekend', weekly(5, 2))
    : undefined,
);

export const period: Rule = longestOf([bareYear, partOfYear, season, numberedWeek, theWeekend]);
