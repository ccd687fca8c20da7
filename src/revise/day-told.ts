import { findDates } from '../language/dates/find-dates.ts';

/** The beginning of the day or period that a text clearly says something happened in: it names one, and that has come. */
export function dayTold(content: string, now: Date): Date | undefined {
  const [date, another] = findDates(content, now);
  if (date?.from === undefined || date.to === undefined || another !== undefined) return undefined;
  return date.alternatives === undefined && date.from <= now ? date.from : undefined;
}

const DAY_MS = 86_400_000;

/** The first and last moment of its day, in UTC. */
export function dayAround(moment: Date): { readonly from: Date; readonly to: Date } {
  const start = Math.floor(moment.getTime() / DAY_MS) * DAY_MS;
  return { from: new Date(start), to: new Date(start + DAY_MS - 1) };
}
