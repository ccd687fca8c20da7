const DAY = 86_400_000;

/** What a finder says of a text: where it found a date or a range of days, and which. Ends are exclusive. */
export interface DateMatch {
  readonly start: number;
  readonly end: number;
  /** Left out where the range is open. */
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

/** A value that counts as right: the day, or the first day and the one after the last; an open end has none. */
export interface ExpectedValue {
  readonly value?: string | undefined;
  readonly start?: string | undefined;
  readonly end?: string | undefined;
}

export interface ExpectedDate {
  readonly kind: 'date' | 'daterange';
  readonly start: number;
  readonly end: number;
  readonly values: readonly ExpectedValue[];
}

export function isRight({ kind, start, end, values }: ExpectedDate, matches: readonly DateMatch[]): boolean {
  return matches
    .filter((date) => date.start < end && start < date.end)
    .some((date) =>
      values.some((expected) =>
        kind === 'date'
          ? dayOf(date.from) === expected.value && isOneDay(date)
          : (expected.start ?? expected.end) !== undefined &&
            dayOf(date.from) === expected.start &&
            dayOf(date.to) === expected.end,
      ),
    );
}

const dayOf = (date: Date | undefined): string | undefined => date?.toISOString().slice(0, 10);

const isOneDay = ({ from, to = from }: DateMatch): boolean =>
  from !== undefined && to !== undefined && to.getTime() - from.getTime() <= DAY;
