const MILLISECONDS_A_DAY = 86_400_000;

/** Days since 1970-01-01, in UTC. */
export type Day = number;

export interface Span {
  readonly from: Day;
  /** The first day that no longer belongs to it. */
  readonly to: Day;
}

export type Unit =
  | 'day'
  | 'week'
  | 'workweek'
  | 'weekend'
  | 'month'
  | 'quarter'
  | 'half'
  | 'year'
  | 'decade'
  | 'century';

/** The first and the last day that a `Date` can hold stand for the open side of "before 2015" and of "since May". */
export const EARLIEST: Day = -100_000_000;
export const LATEST: Day = 100_000_000;

const MONTHS_IN: Partial<Record<Unit, number>> = {
  month: 1,
  quarter: 3,
  half: 6,
  year: 12,
  decade: 120,
  century: 1200,
};

export const dayOf = (instant: Date): Day => Math.floor(instant.getTime() / MILLISECONDS_A_DAY);

export const toDate = (day: Day): Date => new Date(day * MILLISECONDS_A_DAY);

/** Months count from 1; a month or date beyond its range runs over into the next. */
export function dayAt(year: number, month: number, date = 1): Day {
  return dayOf(new Date(new Date(0).setUTCFullYear(year, month - 1, date)));
}

export function partsOf(day: Day): { year: number; month: number; date: number } {
  const date = toDate(day);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, date: date.getUTCDate() };
}

/** Undefined for the 30th of February and its like. */
export function dateSpan(year: number, month: number, date: number): Span | undefined {
  if (month < 1 || month > 12 || date < 1 || date > 31) return undefined;
  const from = dayAt(year, month, date);
  return partsOf(from).date === date ? { from, to: from + 1 } : undefined;
}

export const oneDay = (day: Day): Span => ({ from: day, to: day + 1 });

/** Monday is 0. */
export const weekdayOf = (day: Day): number => (((day + 3) % 7) + 7) % 7;

function moveMonths(day: Day, months: number): Day {
  const { year, month, date } = partsOf(day);
  return Math.min(dayAt(year, month + months) + date, dayAt(year, month + months + 1)) - 1;
}

/** The same date so many units away; the last day of a shorter month stands in for a date it lacks. */
export function move(day: Day, count: number, unit: Unit): Day {
  const months = MONTHS_IN[unit];
  if (months !== undefined) return moveMonths(day, count * months);
  return day + count * (unit === 'day' ? 1 : 7);
}

/** The week, month, decade … that a day lies in. */
export function around(unit: Unit, day: Day): Span {
  const monday = day - weekdayOf(day);
  if (unit === 'day') return oneDay(day);
  if (unit === 'week') return { from: monday, to: monday + 7 };
  if (unit === 'workweek') return { from: monday, to: monday + 5 };
  if (unit === 'weekend') return { from: monday + 5, to: monday + 7 };
  const { year, month } = partsOf(day);
  const length = MONTHS_IN[unit] ?? 1;
  const months = Math.floor((year * 12 + month - 1) / length) * length;
  return { from: dayAt(0, months + 1), to: dayAt(0, months + length + 1) };
}

/** The unit so many units after the one that holds the day. */
export const neighbour = (unit: Unit, day: Day, distance: number): Span =>
  around(unit, move(around(unit, day).from, distance, unit));

export const monthOf = (year: number, month: number): Span => around('month', dayAt(year, month));

export const yearOf = (year: number): Span => around('year', dayAt(year, 1));
