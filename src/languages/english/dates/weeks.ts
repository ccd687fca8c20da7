import { around, move, type Span, type Unit, weekdayOf } from './calendar.ts';

/** The weeks of a month or year: a week belongs where its Thursday lies. */
export function weeksOf(span: Span): Span[] {
  const weeks: Span[] = [];
  const first = around('week', span.from + 3);
  for (let { from } = first; from + 3 < span.to; from += 7) weeks.push({ from, to: from + 7 });
  return weeks;
}

/** The days of a span that are such weekdays. */
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

/** "The first ten days", "the third week", "the last two months" of a span; counted from the end if `nth` is -1. */
export function pieceOf(span: Span, unit: Unit, nth: number, count: number): Span | undefined {
  const pieces = piecesOf(span, unit);
  const start = nth < 0 ? pieces.length - count : nth - 1;
  const [first, last] = [pieces[start], pieces[start + count - 1]];
  return first && last ? { from: first.from, to: last.to } : undefined;
}
