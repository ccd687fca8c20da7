import type { DateReading, FoundDate } from '../../../contracts/language.ts';
import { dayOf, EARLIEST, LATEST, type Span, toDate } from './calendar.ts';
import { isNewDay, isOldDay, leanAt, type Phrase, type Source, spansOf, tokenize, wordAt } from './phrase.ts';
import { expression, point } from './ranges.ts';

const isSound = ({ from, to }: Span): boolean => from >= EARLIEST && to <= LATEST && from < to;

/** "every Monday and Friday" names no day. */
function isRepeated(source: Source, at: number, repeatedTo: number): boolean {
  if (/^(?:every|each|any)$/.test(wordAt(source, at - 1))) return true;
  return (
    repeatedTo > 0 &&
    at - repeatedTo < 4 &&
    source.tokens.slice(repeatedTo, at).every(({ lower }) => /^(?:,|&|and|or)$/.test(lower))
  );
}

const reading = ({ from, to }: Span): DateReading => ({
  ...(from > EARLIEST && { from: toDate(from) }),
  ...(to < LATEST && { to: toDate(to) }),
});

function found(text: string, source: Source, at: number, phrase: Phrase): FoundDate[] {
  const [best, ...others] = spansOf(phrase.meaning, source.today, leanAt(source, at)).filter(isSound);
  const [first, last] = [source.tokens[at], source.tokens[phrase.end - 1]];
  if (!best || !first || !last) return [];
  const date: FoundDate = {
    start: first.start,
    end: last.end,
    text: text.slice(first.start, last.end),
    ...reading(best),
    kind: best.to - best.from === 1 ? 'date' : 'range',
  };
  return [others.length > 0 ? { ...date, alternatives: others.map(reading) } : date];
}

/** Where something is given another day, "until Friday" and "from Monday to Friday" name days and no time between them. */
function read(source: Source, at: number): Phrase | undefined {
  const opensRange = /^(?:until|till|from)$/.test(wordAt(source, at));
  if (opensRange && (isNewDay(source, at + 1) || isOldDay(source, at + 1))) return undefined;
  return (isOldDay(source, at) ? point : expression).read(source, at);
}

/** The days and periods a text names, in order, as someone would mean them on the day of `reference`. */
export function findDates(text: string, reference: Date): FoundDate[] {
  const source: Source = { tokens: tokenize(text), today: dayOf(reference) };
  const dates: FoundDate[] = [];
  let repeatedTo = 0;
  for (let at = 0; at < source.tokens.length; ) {
    const phrase = read(source, at);
    if (phrase && isRepeated(source, at, repeatedTo)) repeatedTo = phrase.end;
    else if (phrase) dates.push(...found(text, source, at, phrase));
    at = phrase?.end ?? at + 1;
  }
  return dates;
}
