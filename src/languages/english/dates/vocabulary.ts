import type { Unit } from './calendar.ts';

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
