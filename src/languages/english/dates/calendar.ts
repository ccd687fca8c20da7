const MILLISECONDS_A_DAY = 86_400_000;

/** Days since 1970-01-01, in UTC. */
export type Day = number;

export interface Span {
  readonly from: Day;
  /** Exclusive. */
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

/** The first and last day of a `Date`; they stand for the open side of "before 2015" and "since May". */
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

/** Undefined for dates such as the 30th of February. */
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

export function move(day: Day, count: number, unit: Unit): Day {
  const months = MONTHS_IN[unit];
  if (months !== undefined) return moveMonths(day, count * months);
  return day + count * (unit === 'day' ? 1 : 7);
}

export function periodAround(unit: Unit, day: Day): Span {
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

export const neighbour = (unit: Unit, day: Day, distance: number): Span =>
  periodAround(unit, move(periodAround(unit, day).from, distance, unit));

export const monthOf = (year: number, month: number): Span => periodAround('month', dayAt(year, month));

export const yearOf = (year: number): Span => periodAround('year', dayAt(year, 1));

/** The weeks of a month or year: a week belongs where its Thursday lies. */
export function weeksOf(span: Span): Span[] {
  const weeks: Span[] = [];
  const first = periodAround('week', span.from + 3);
  for (let { from } = first; from + 3 < span.to; from += 7) weeks.push({ from, to: from + 7 });
  return weeks;
}

export function weekdaysOf(span: Span, weekday: number): Span[] {
  const days: Span[] = [];
  const first = span.from + ((weekday - weekdayOf(span.from) + 7) % 7);
  for (let from = first; from < span.to; from += 7) days.push({ from, to: from + 1 });
  return days;
}

function piecesOf(span: Span, unit: Unit): Span[] {
  if (unit === 'week') return weeksOf(span);
  if (unit === 'weekend') return weekdaysOf(span, 5).map(({ from }) => ({ from, to: from + 2 }));
  if (unit === 'workweek') return weeksOf(span).map(({ from }) => ({ from, to: from + 5 }));
  const pieces: Span[] = [];
  for (let { from } = span; from < span.to; from = move(from, 1, unit)) pieces.push({ from, to: move(from, 1, unit) });
  return pieces;
}

export function pieceOf(span: Span, unit: Unit, nth: number, count: number): Span | undefined {
  const pieces = piecesOf(span, unit);
  const start = nth < 0 ? pieces.length - count : nth - 1;
  const [first, last] = [pieces[start], pieces[start + count - 1]];
  return first && last ? { from: first.from, to: last.to } : undefined;
}

/** A date that recurs every year, month or week: "May", "the 3rd", "Monday", "Christmas". */
export interface Recurrence {
  indexOf(day: Day): number;
  /** Undefined where it does not occur, as the 31st in June. */
  at(index: number): Span | undefined;
}

/** Enough for a 29th of February on a given weekday. */
const MAX_STEPS = 50;

export const yearly = (at: (year: number) => Span | undefined): Recurrence => ({
  indexOf: (day) => partsOf(day).year,
  at,
});

export const monthly = (at: (year: number, month: number) => Span | undefined): Recurrence => ({
  indexOf(day) {
    const { year, month } = partsOf(day);
    return year * 12 + month - 1;
  },
  at: (index) => at(Math.floor(index / 12), (((index % 12) + 12) % 12) + 1),
});

/** Week 0 begins on Monday, 1969-12-29. */
export const weekly = (weekday: number, days = 1): Recurrence => ({
  indexOf: (day) => Math.floor((day + 3) / 7),
  at: (index) => ({ from: index * 7 - 3 + weekday, to: index * 7 - 3 + weekday + days }),
});

export const onWeekday = (every: Recurrence, weekday: number): Recurrence => ({
  indexOf: every.indexOf,
  at(index) {
    const span = every.at(index);
    return span && weekdayOf(span.from) === weekday ? span : undefined;
  },
});

export function firstFrom(every: Recurrence, day: Day): Span | undefined {
  const index = every.indexOf(day);
  for (let step = -1; step < MAX_STEPS; step++) {
    const span = every.at(index + step);
    if (span && span.from >= day) return span;
  }
  return undefined;
}

export function lastBefore(every: Recurrence, day: Day): Span | undefined {
  const index = every.indexOf(day);
  for (let step = 1; step > -MAX_STEPS; step--) {
    const span = every.at(index + step);
    if (span && span.from < day) return span;
  }
  return undefined;
}

export type TenseHint = 'past' | 'future' | undefined;

/** The occurrences a speaker may mean, likeliest first: the present one, then by tense, else the nearer. */
export function occurrences(every: Recurrence, today: Day, tenseHint: TenseHint): Span[] {
  const latest = lastBefore(every, today + 1);
  const current = latest && latest.to > today ? latest : undefined;
  const past = current ? lastBefore(every, current.from) : latest;
  const future = firstFrom(every, today + 1);
  const near = past && future && today - past.to < future.from - today ? 'past' : 'future';
  const sides = (tenseHint ?? near) === 'past' ? [past, future] : [future, past];
  const order =
    current && tenseHint === 'past' && current.to - current.from === 1
      ? [sides[0], current, sides[1]]
      : [current, ...sides];
  return order.filter((span) => span !== undefined);
}
