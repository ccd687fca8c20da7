import { type Day, partsOf, type Span, weekdayOf } from './calendar.ts';

/** What comes every year, month or week: "May", "the 3rd", "Monday", "Christmas". */
export interface Recurrence {
  /** The index of the year, month or week that holds the day. */
  indexOf(day: Day): number;
  /** Undefined where it falls out, as the 31st does in June. */
  at(index: number): Span | undefined;
}

/** Enough for a 29th of February on a given weekday. */
const LONGEST_GAP = 50;

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

/** The first that begins on the day or later. */
export function firstFrom(every: Recurrence, day: Day): Span | undefined {
  const index = every.indexOf(day);
  for (let step = -1; step < LONGEST_GAP; step++) {
    const span = every.at(index + step);
    if (span && span.from >= day) return span;
  }
  return undefined;
}

/** The last that begins before the day. */
export function lastBefore(every: Recurrence, day: Day): Span | undefined {
  const index = every.indexOf(day);
  for (let step = 1; step > -LONGEST_GAP; step--) {
    const span = every.at(index + step);
    if (span && span.from < day) return span;
  }
  return undefined;
}

export type Lean = 'past' | 'future' | undefined;

/** The occurrences a speaker may mean, likeliest first: the present one, then by the lean of the sentence, else the nearer. */
export function occurrences(every: Recurrence, today: Day, lean: Lean): Span[] {
  const latest = lastBefore(every, today + 1);
  const current = latest && latest.to > today ? latest : undefined;
  const past = current ? lastBefore(every, current.from) : latest;
  const future = firstFrom(every, today + 1);
  const near = past && future && today - past.to < future.from - today ? 'past' : 'future';
  const sides = (lean ?? near) === 'past' ? [past, future] : [future, past];
  const order =
    current && lean === 'past' && current.to - current.from === 1 ? [sides[0], current, sides[1]] : [current, ...sides];
  return order.filter((span) => span !== undefined);
}
