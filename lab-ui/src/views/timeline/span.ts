import type { Timeline } from '../../../../src/souvenir/timeline.ts';
import { momentIn } from '../../route.ts';

export interface Span {
  readonly from: Date;
  readonly to: Date;
}

export function spanOf(query: URLSearchParams): Span | undefined {
  const [from, to] = [momentIn(query, 'from'), momentIn(query, 'to')];
  return from === undefined || to === undefined || from > to ? undefined : { from, to };
}

/** Begins before the first moment, so that its memories count as changes. */
export const wholeOf = ({ from, to }: Span): Span => ({ from: new Date(from.getTime() - 1), to });

export function atFirst({ consolidations, sessions, from, to }: Timeline): Span {
  const moments = [...consolidations.map((run) => +run.to), ...sessions.map(({ lastAt }) => +lastAt)];
  const last = moments.length === 0 ? to : new Date(moments.reduce((one, other) => Math.max(one, other)));
  const month = (after: number) => +new Date(last.getFullYear(), last.getMonth() + after, 1) - 1;
  const whole = wholeOf({ from, to });
  return { from: new Date(Math.max(+whole.from, month(0))), to: new Date(Math.min(+whole.to, month(1))) };
}

/** The bucket of a moment; its end belongs to the next. */
export function bucketAt(at: Date, { buckets, to }: Timeline): Span | undefined {
  const bucket = buckets.findLast(({ from }) => from <= at);
  return bucket && wholeOf({ from: bucket.from, to: bucket.to >= to ? to : new Date(+bucket.to - 1) });
}

export function fractionOf(at: Date, { from, to }: Span): number {
  const length = to.getTime() - from.getTime();
  return length <= 0 ? 0.5 : Math.min(1, Math.max(0, (at.getTime() - from.getTime()) / length));
}

export const momentAt = (place: number, { from, to }: Span): Date =>
  new Date(Math.round(from.getTime() + place * (to.getTime() - from.getTime())));
