import type { DateReading, Language } from '../contracts/language.ts';

/** A time in the past, ends included. */
export interface TimeWindow {
  readonly from: Date;
  readonly to: Date;
}

/** The time a query speaks of, from its first date to its last. What lies ahead says nothing about what is remembered. */
export function timeWindowOf(query: string, at: Date, language: Language): TimeWindow | undefined {
  const dates = language.dates(query, at);
  const windows = dates.flatMap((found) => {
    const past = [found, ...(found.alternatives ?? [])].find(({ from }) => from === undefined || from <= at);
    return past === undefined ? [] : [bounded(past, at)];
  });
  if (windows.length === 0) return undefined;
  return {
    from: new Date(Math.min(...windows.map(({ from }) => from))),
    to: new Date(Math.max(...windows.map(({ to }) => to))),
  };
}

/** "Before May" starts with the epoch, "since May" ends now. The end of a reading is exclusive. */
const bounded = ({ from, to }: DateReading, at: Date) => ({
  from: from?.getTime() ?? 0,
  to: Math.min(to === undefined ? at.getTime() : to.getTime() - 1, at.getTime()),
});
