import { anchored } from './anchored.ts';
import { oneDay } from './calendar.ts';
import { moment } from './moments.ts';
import { anyYear, readMonth } from './month-dates.ts';
import { partOf } from './parts.ts';
import { longestOf, type Phrase, type Read, type Rule, type Source, settled, skip } from './phrase.ts';

/** Any date or period that is no range of two. */
export const point: Rule = longestOf([moment, anchored, partOf]);

/** What is a time only as an end of a range: "now", or a month that alone would be doubted. */
export function readDoubtful(source: Source, at: number): Phrase | undefined {
  const the = skip(source, at, 'the');
  const now = skip(source, the, 'now', 'present');
  if (now > the) return settled(now, 'day', oneDay(source.today));
  const month = readMonth(source, at);
  return month && anyYear(month.end, month.value);
}

export const readEndpoint: Read = (source, at) => point.read(source, at) ?? readDoubtful(source, at);
