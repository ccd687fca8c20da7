import { partsOf, type Unit } from './calendar.ts';
import { DIGITS, type Source, skip, wordAt } from './phrase.ts';

const indexed = (lines: readonly string[], first: number): ReadonlyMap<string, number> =>
  new Map(lines.flatMap((line, index) => line.split(' ').map((word) => [word, index + first] as const)));

const set = (line: string): ReadonlySet<string> => new Set(line.split(/\s+/));

export const MONTHS: ReadonlyMap<string, number> = indexed(
  [
    'january jan',
    'february feb',
    'march mar',
    'april apr',
    'may',
    'june jun',
    'july jul',
    'august aug',
    'september sept sep',
    'october oct',
    'november nov',
    'december dec',
  ],
  1,
);

/** Verbs, names and codes as often as months: alone they need a word such as "in" before them. */
export const DOUBTFUL_MONTHS: ReadonlySet<string> = set('jan feb mar march apr may jun jul aug sept sep oct nov dec');
/** Names of people when written with a capital. */
export const NAMED_MONTHS: ReadonlySet<string> = set('april june august');

export const WEEKDAYS: ReadonlyMap<string, number> = indexed(
  [
    'monday mon',
    'tuesday tue tues',
    'wednesday wed weds',
    'thursday thu thur thurs',
    'friday fri',
    'saturday sat',
    'sunday sun',
  ],
  0,
);

export const DOUBTFUL_WEEKDAYS: ReadonlySet<string> = set('mon tue wed weds thu thur fri sat sun');

export const UNITS: ReadonlyMap<string, Unit> = new Map<string, Unit>([
  ['day', 'day'],
  ['week', 'week'],
  ['wk', 'week'],
  ['workweek', 'workweek'],
  ['weekend', 'weekend'],
  ['month', 'month'],
  ['quarter', 'quarter'],
  ['year', 'year'],
  ['yr', 'year'],
  ['decade', 'decade'],
  ['century', 'century'],
]);

const PLURALS: ReadonlyMap<string, Unit> = new Map<string, Unit>([
  ...[...UNITS].map(([word, unit]) => [`${word}s`, unit] as const),
  ['centuries', 'century'],
]);

export const unitOf = (word: string): Unit | undefined => UNITS.get(word) ?? PLURALS.get(word);

/** First month of each season on the northern half of the earth. */
export const SEASONS: ReadonlyMap<string, number> = new Map([
  ['spring', 3],
  ['summer', 6],
  ['summertime', 6],
  ['autumn', 9],
  ['fall', 9],
  ['winter', 12],
  ['wintertime', 12],
]);

export const DOUBTFUL_SEASONS: ReadonlySet<string> = set('spring fall');

/** Which neighbour of the present unit a word points at. */
export const DIRECTIONS: ReadonlyMap<string, -1 | 0 | 1> = new Map<string, -1 | 0 | 1>([
  ['last', -1],
  ['past', -1],
  ['previous', -1],
  ['prior', -1],
  ['preceding', -1],
  ['this', 0],
  ['current', 0],
  ['next', 1],
  ['coming', 1],
  ['upcoming', 1],
  ['following', 1],
]);

/** Words that stand before a time and hardly before a verb or a name. */
export const LEADS: ReadonlySet<string> = set(
  'in of since until till til during early mid late by before after through around between last next past previous coming following',
);

/** Words that follow a complete date, so that "the 3rd" before them is one and "the 3rd floor" is not. */
export const AFTER_DATES: ReadonlySet<string> = set(
  `a about after also am an and are as at because before but by did do does for from had has have he how i if in is it my no not on or our
  she should so than that the their then there they this to until was we were what when where which who will with would you your`,
);

/** What is counted by the hundred or thousand, so that the number before it is no year and no date. */
export const COUNTED: ReadonlySet<string> = set(
  `bucks calories characters dollars employees euros feet followers grams hours items kcal kg kilometers km meters metres miles minutes
  people percent pieces points pounds seconds steps subscribers times tokens users views watts words yards`,
);

export interface ReadNumber {
  readonly end: number;
  readonly value: number;
}

const numbered = (line: string, first: number, step = 1): [string, number][] =>
  line.split(' ').map((word, index) => [word, first + index * step]);

const SMALL = new Map([
  ...numbered('one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen', 1),
  ...numbered('seventeen eighteen nineteen', 17),
]);
const TENS = new Map(numbered('twenty thirty forty fifty sixty seventy eighty ninety', 20, 10));
const ORDINALS = new Map([
  ...numbered('first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth', 1),
  ...numbered('fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth', 14),
  ['thirtieth', 30] as const,
]);
const ORDINAL_ENDINGS = new Set(['st', 'nd', 'rd', 'th']);

export const COUNT_OPENERS: readonly string[] = [DIGITS, ...SMALL.keys(), ...TENS.keys(), 'a', 'an', 'couple', 'few'];
export const ORDINAL_OPENERS: readonly string[] = [DIGITS, ...ORDINALS.keys(), ...TENS.keys()];
export const DAY_OPENERS: readonly string[] = [...ORDINAL_OPENERS, ...SMALL.keys()];
export const YEAR_OPENERS: readonly string[] = [DIGITS, "'", '’', '‘', ...SMALL.keys(), 'twenty'];

function readDigits(source: Source, at: number, longest: number): ReadNumber | undefined {
  const token = source.tokens[at];
  return token?.kind === 'number' && token.lower.length <= longest
    ? { end: at + 1, value: Number(token.lower) }
    : undefined;
}

/** "twenty one", "twenty-first": tens with the digit after them, which `digits` spells. */
function readTens(source: Source, at: number, digits: ReadonlyMap<string, number>): ReadNumber | undefined {
  const tens = TENS.get(wordAt(source, at));
  if (tens === undefined) return undefined;
  const next = skip(source, at + 1, '-');
  const digit = digits.get(wordAt(source, next));
  return digit !== undefined && digit < 10 ? { end: next + 1, value: tens + digit } : undefined;
}

function readSpelled(source: Source, at: number): ReadNumber | undefined {
  const small = SMALL.get(wordAt(source, at)) ?? TENS.get(wordAt(source, at));
  return readTens(source, at, SMALL) ?? (small === undefined ? undefined : { end: at + 1, value: small });
}

/** How many: "3", "twenty-one", "a", "a couple of", "a few". */
export function readCount(source: Source, at: number): ReadNumber | undefined {
  const digits = readDigits(source, at, 3) ?? readSpelled(source, at);
  if (digits) return digits;
  const article = skip(source, at, 'a', 'an');
  const word = wordAt(source, article);
  if (word === 'couple') return { end: skip(source, article + 1, 'of'), value: 2 };
  if (word === 'few') return { end: article + 1, value: 3 };
  return article > at ? { end: article, value: 1 } : undefined;
}

/** "3rd", "third", "twenty-first". */
export function readOrdinal(source: Source, at: number): ReadNumber | undefined {
  const digits = readDigits(source, at, 2);
  const ending = source.tokens[at + 1];
  if (digits) return ending?.glued && ORDINAL_ENDINGS.has(ending.lower) ? { ...digits, end: at + 2 } : undefined;
  const value = ORDINALS.get(wordAt(source, at));
  return readTens(source, at, ORDINALS) ?? (value === undefined ? undefined : { end: at + 1, value });
}

const isMonthDay = (read: ReadNumber | undefined): read is ReadNumber =>
  read !== undefined && read.value >= 1 && read.value <= 31;

export function readOrdinalDay(source: Source, at: number): ReadNumber | undefined {
  const read = readOrdinal(source, at);
  return isMonthDay(read) ? read : undefined;
}

/** A day of a month, as ordinal, digits or words. */
export function readMonthDay(source: Source, at: number): ReadNumber | undefined {
  const read = readOrdinal(source, at) ?? readDigits(source, at, 2) ?? readSpelled(source, at);
  return isMonthDay(read) ? read : undefined;
}

/** "nineteen eighty six", "twenty nineteen", "two thousand and one". */
function readSpelledYear(source: Source, at: number): ReadNumber | undefined {
  if (wordAt(source, at) === 'two' && wordAt(source, at + 1) === 'thousand') {
    const rest = readSpelled(source, skip(source, at + 2, 'and'));
    return rest ? { end: rest.end, value: 2000 + rest.value } : { end: at + 2, value: 2000 };
  }
  const century = SMALL.get(wordAt(source, at)) ?? TENS.get(wordAt(source, at)) ?? 0;
  const hundred = skip(source, at + 1, 'hundred');
  const rest = century >= 15 && century <= 20 ? readSpelled(source, skip(source, hundred, 'and')) : undefined;
  if (rest && hundred > at + 1) return { end: rest.end, value: century * 100 + rest.value };
  return rest && rest.value >= 10 ? { end: rest.end, value: century * 100 + rest.value } : undefined;
}

/** Four digits, words, or "'98". */
export function readYear(source: Source, at: number): ReadNumber | undefined {
  const digits = readDigits(source, at, 4);
  if (digits && digits.value >= 1000 && digits.value < 3000) return digits;
  const short = source.tokens[at + 1];
  if (/^['’‘]$/.test(wordAt(source, at)) && short?.glued && short.kind === 'number' && short.lower.length === 2)
    return { end: at + 2, value: fullYear(source, Number(short.lower)) };
  return readSpelledYear(source, at);
}

/** The year that two digits mean: at most twenty years ahead. */
export function fullYear(source: Source, twoDigits: number): number {
  const latest = partsOf(source.today).year + 20;
  return latest - ((((latest - twoDigits) % 100) + 100) % 100);
}

/** What may follow a month or a holiday: ", 2023", "of 2023", "last year", "in the year 2023". */
export function readYearSuffix(source: Source, at: number): ReadNumber | undefined {
  const comma = skip(source, skip(source, at, ','), 'of', 'in', '-', '/');
  const named = skip(source, skip(source, comma, 'the'), 'year');
  const year = readYear(source, named);
  if (year) return year;
  const direction = DIRECTIONS.get(wordAt(source, comma));
  if (direction === undefined || wordAt(source, comma + 1) !== 'year') return undefined;
  return { end: comma + 2, value: partsOf(source.today).year + direction };
}
