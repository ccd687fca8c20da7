import { type DateReading, findDates } from '../languages/english/dates/find-dates.ts';
import { STOP_WORDS } from '../text/stop-words.ts';
import { words } from '../text/words.ts';

/** A time in the past, ends included. */
export interface TimeWindow {
  readonly from: Date;
  readonly to: Date;
}

export interface AskedTime extends TimeWindow {
  /** "What did we talk about last week?" asks for a time and for nothing in it. */
  readonly isAll: boolean;
}

const TALK = new Set(
  'happen happened happens talk talked discuss discussed say said tell told done go went going mention mentioned new'.split(
    ' ',
  ),
);

/** The time a query speaks of, from its first date to its last. What lies ahead says nothing about what is remembered. */
export function timeWindowOf(query: string, at: Date): AskedTime | undefined {
  const dates = findDates(query, at);
  const windows = dates.flatMap((found) => {
    const past = [found, ...(found.alternatives ?? [])].find(({ from }) => from === undefined || from <= at);
    return past === undefined ? [] : [bounded(past, at)];
  });
  if (windows.length === 0) return undefined;
  const rest = dates.reduceRight((text, { start, end }) => `${text.slice(0, start)} ${text.slice(end)}`, query);
  return {
    from: new Date(Math.min(...windows.map(({ from }) => from))),
    to: new Date(Math.max(...windows.map(({ to }) => to))),
    isAll: words(rest).every((word) => STOP_WORDS.has(word) || TALK.has(word)),
  };
}

/** "Before May" starts with the epoch, "since May" ends now. The end of a reading is exclusive. */
const bounded = ({ from, to }: DateReading, at: Date) => ({
  from: from?.getTime() ?? 0,
  to: Math.min(to === undefined ? at.getTime() : to.getTime() - 1, at.getTime()),
});
