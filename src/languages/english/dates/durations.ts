import { type Day, move, type Unit } from './calendar.ts';
import { readCount } from './numbers.ts';
import { type Source, skip, wordAt } from './phrase.ts';
import { unitOf } from './vocabulary.ts';

export interface Duration {
  readonly end: number;
  readonly parts: readonly { readonly count: number; readonly unit: Unit }[];
}

const MOST_PARTS = 4;

function readPart(source: Source, at: number): { end: number; count: number; unit: Unit } | undefined {
  const count = readCount(source, at);
  if (!count) return undefined;
  const unit = skip(source, count.end, '-');
  if (/^fortnights?$/.test(wordAt(source, unit))) return { end: unit + 1, count: 2 * count.value, unit: 'week' };
  const read = unitOf(wordAt(source, unit));
  return read && { end: unit + 1, count: count.value, unit: read };
}

/** "two weeks", "a couple of days", "2 years, 1 month and 21 days". */
export function readDuration(source: Source, at: number): Duration | undefined {
  const parts: { count: number; unit: Unit }[] = [];
  let end = at;
  for (let part = readPart(source, at); part && parts.length < MOST_PARTS; ) {
    parts.push({ count: part.count, unit: part.unit });
    end = part.end;
    part = readPart(source, skip(source, skip(source, end, ','), 'and'));
  }
  return parts.length > 0 ? { end, parts } : undefined;
}

export const moveBy = (day: Day, duration: Duration, direction: -1 | 1): Day =>
  duration.parts.reduce((moved, { count, unit }) => move(moved, count * direction, unit), day);
