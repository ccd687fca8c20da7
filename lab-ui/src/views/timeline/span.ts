import type { Timeline } from '../../../../src/souvenir/timeline.ts';
import { momentIn } from '../../route.ts';

/** What held at `from` against what held at `to`. */
export interface Span {
  readonly from: Date;
  readonly to: Date;
}

/** What the address says, if it makes sense. */
export function spanOf(query: URLSearchParams): Span | undefined {
  const [from, to] = [momentIn(query, 'from'), momentIn(query, 'to')];
  return from === undefined || to === undefined || from > to ? undefined : { from, to };
}

/** From before the first: what is known from the first moment on has changed since. */
export const wholeOf = ({ from, to }: Span): Span => ({ from: new Date(from.getTime() - 1), to });

/** The last consolidation that changed something, for that is what one comes to look at; else all. */
export function atFirst({ consolidations, from, to }: Timeline): Span {
  const last = consolidations.findLast(({ created, superseded }) => created + superseded > 0);
  return last === undefined ? wholeOf({ from, to }) : { from: last.from, to: last.to };
}

/** Where a moment lies in the whole, from 0 to 1. */
export function placeOf(at: Date, { from, to }: Span): number {
  const length = to.getTime() - from.getTime();
  return length <= 0 ? 0.5 : Math.min(1, Math.max(0, (at.getTime() - from.getTime()) / length));
}

export const momentAt = (place: number, { from, to }: Span): Date =>
  new Date(Math.round(from.getTime() + place * (to.getTime() - from.getTime())));
