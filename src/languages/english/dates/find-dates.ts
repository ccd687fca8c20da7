import type { DateMatch, DateReading } from '../../../contracts/language.ts';
import {
  type Day,
  dayAt,
  dayOf,
  EARLIEST,
  firstFrom,
  LATEST,
  lastBefore,
  neighbour,
  occurrences,
  oneDay,
  partsOf,
  pieceOf,
  type Span,
  type TenseHint,
  toDate,
  type Unit,
  weekdayOf,
  weekdaysOf,
} from './calendar.ts';
import {
  COUNT,
  type DateMeaning,
  DURATION,
  folded,
  moveBy,
  numberIn,
  ORDINAL,
  PHRASES,
  UNIT,
  unitIn,
  WEEKDAY,
  weekdayIn,
} from './phrases.ts';

interface DatePhrase extends DateMeaning {
  readonly start: number;
  readonly end: number;
  /** "The end of May" is half a month, but as an end of a range it is the day on which these spans begin. */
  readonly edge?: DateMeaning;
}

const NEARBY = 40;

const groupsOf = ({ indices }: RegExpExecArray, text: string): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(indices?.groups ?? {}).map(([name, range]) => [name, range && text.slice(range[0], range[1])]),
  );

function phrasesIn(text: string, today: Day): DatePhrase[] {
  const plain = folded(text);
  const keys = new Map<RegExp, boolean>();
  const has = (key: RegExp): boolean => {
    const known = keys.get(key) ?? key.test(plain);
    keys.set(key, known);
    return known;
  };
  const all = PHRASES.filter(([key]) => has(key)).flatMap(([, pattern, read]) =>
    [...plain.matchAll(pattern)].flatMap((match): DatePhrase[] => {
      const [start, end] = [match.index, match.index + match[0].length];
      const before =
        /(?<![\p{L}\p{N}'’])([\p{L}\p{N}'’]+)[ -]?$/u
          .exec(text.slice(Math.max(0, start - NEARBY), start))?.[1]
          ?.toLowerCase() ?? '';
      const meaning = read(groupsOf(match, text), {
        today,
        before,
        after: text.slice(end, end + NEARBY),
      });
      return meaning === undefined ? [] : [{ ...meaning, start, end }];
    }),
  );
  const phrases: DatePhrase[] = [];
  for (const one of all.sort((a, b) => a.start - b.start || b.end - a.end))
    if (one.start >= (phrases.at(-1)?.end ?? 0)) phrases.push(one);
  return phrases;
}

const mapSpans = (
  { every, spans, ...rest }: DatePhrase,
  unit: Unit,
  change: (span: Span) => Span | undefined,
): DatePhrase => {
  const at = (index: number) => {
    const span = every?.at(index);
    return span && change(span);
  };
  return {
    ...rest,
    unit,
    spans: spans.flatMap((span) => change(span) ?? []),
    ...(every && { every: { indexOf: every.indexOf, at } }),
  };
};

const ends = (source: string): RegExp => new RegExp(`(?<!\\w)(?:${source})$`);
const PART = ends(
  '(?:the )?(?:(?<free>early|mid|late)(?: in)?(?: |-)(?:the )?|(?<part>early|start|beginning|middle|mid|late|end) (?:of )(?:the )?)',
);
const PIECE = ends(
  `(?:the )?(?:(?<last>last|final)|(?<nth>${ORDINAL})) (?:(?<count>${COUNT}) )?(?:(?<unit>${UNIT})|(?<weekday>${WEEKDAY})) (?:of|in) `,
);
const RELATIVE_PERIOD = ends(
  `(?:in )?(?:(?<duration>${DURATION})|(?:the )?(?:(?<unit>${UNIT})|(?<weekday>${WEEKDAY}))) (?<side>before|after|following|from|since) `,
);

const YEAR_PARTS: Readonly<Record<string, readonly [number, number]>> = {
  ...{ early: [1, 7], start: [1, 5], beginning: [1, 5], mid: [5, 9], middle: [5, 9], late: [7, 13], end: [9, 13] },
};

function portion(part: string, unit: Unit, { from, to }: Span): Span {
  const [isFirst, isMiddle, length] = [/^(?:early|start|beginning)/.test(part), part.startsWith('mid'), to - from];
  const days = (first: Day, last: Day): Span => ({ from: from + first, to: from + last });
  const [first, last] = YEAR_PARTS[part] ?? [1, 13];
  if (unit === 'year') return { from: dayAt(partsOf(from).year, first), to: dayAt(partsOf(from).year, last) };
  if (unit === 'month') return isMiddle ? days(9, 20) : isFirst ? days(0, 15) : days(15, length);
  if (unit === 'week') return isMiddle ? days(1, 5) : isFirst ? days(0, 3) : days(3, length);
  const third = Math.floor(length / 3);
  return isMiddle ? days(third, 2 * third) : isFirst ? days(0, third) : days(length - third, length);
}

const edgeOf = (part: string, { from, to }: Span): Span =>
  oneDay(part.startsWith('mid') ? from + Math.floor((to - from) / 2) : part === 'end' ? to : from);

function adjacentSpan(unit: Unit, { from, to }: Span, side: -1 | 1): Span {
  if (unit === 'day') return oneDay(side < 0 ? from - 1 : to);
  return neighbour(unit, side < 0 ? from : to - 1, side);
}

/** Extends a date by the words before it: "early", "the end of", "the first week of", "two days before". */
function widen(phrase: DatePhrase, text: string): DatePhrase {
  const before = folded(text.slice(Math.max(0, phrase.start - NEARBY), phrase.start));
  const from = (match: RegExpExecArray) => ({ ...phrase, start: phrase.start - match[0].length });
  const part = phrase.unit === 'day' ? null : PART.exec(before);
  if (part !== null) {
    const name = part.groups?.['free'] ?? part.groups?.['part'] ?? '';
    const whole = mapSpans(from(part), phrase.unit, (span) => portion(name, phrase.unit, span));
    return part.groups?.['free'] ? whole : { ...whole, edge: mapSpans(phrase, 'day', (span) => edgeOf(name, span)) };
  }
  const piece = phrase.unit === 'day' ? null : PIECE.exec(before);
  if (piece !== null) {
    const { last, nth, count, unit, weekday } = piece.groups ?? {};
    const ordinal = last ? -1 : numberIn(nth);
    if (weekday)
      return mapSpans(from(piece), 'day', (span) => weekdaysOf(span, weekdayIn(weekday)).at(last ? -1 : ordinal - 1));
    return mapSpans(from(piece), unitIn(unit), (span) =>
      pieceOf(span, unitIn(unit), ordinal, count ? numberIn(count) : 1),
    );
  }
  const relative = RELATIVE_PERIOD.exec(before);
  if (relative === null) return phrase;
  const { duration, unit, weekday, side } = relative.groups ?? {};
  const towards = side === 'before' ? -1 : 1;
  if (duration) return mapSpans(from(relative), 'day', (span) => oneDay(moveBy(span.from, duration, towards)));
  if (side === 'from' || side === 'since') return phrase;
  if (unit) return mapSpans(from(relative), unitIn(unit), (span) => adjacentSpan(unitIn(unit), span, towards));
  const day = weekdayIn(weekday);
  return mapSpans(from(relative), 'day', ({ from: first, to }) =>
    oneDay(
      towards < 0 ? first - ((weekdayOf(first) - day + 7) % 7 || 7) : to - 1 + ((day - weekdayOf(to - 1) + 7) % 7 || 7),
    ),
  );
}

const FUTURE =
  /\b(?:will|shall|gonna|going|plan|plans|planning|wanna|want|hope|hoping|upcoming|lets|schedule|remind|book)\b|['’]ll\b/gi;
const PAST =
  /\b(?:was|were|did|had|been|went|got|came|saw|met|took|made|left|bought|said|told|gave|found|felt|began|ran|won|lost|spent|ago|taught|thought|brought|read|wrote|drove|flew|ate|slept|grew|knew|(?<!\p{L})\p{L}{2,}(?<!e)ed)\b/giu;
const MOVED =
  /\b(?:mov|push|rebook|reschedul|postpon|chang|shift|delay|deferr?|bump|switch|swapp|slipp|adjourn)(?:e|ed|s)?\b/i;
const SCHEDULED = /\b(?:br(?:ing|ought)|extend(?:ed)?|schedul(?:e|ed)|book(?:ed)?|put)\b/i;
const MAX_DISTANCE = 80;

const lastSentence = (text: string): string => text.split(/[.!?]/).at(-1) ?? '';

/** "Was moved to 13 May": the day lies ahead despite the past tense. */
const isNewDay = (before: string): boolean =>
  /\b(?:to|for|until|till) (?:the |on )?$/i.test(before) &&
  !/\b(?:ago|last|previous|then)\b/i.test(before) &&
  (MOVED.test(lastSentence(before)) || SCHEDULED.test(lastSentence(before)));

function tenseHintAt(text: string, { start, end }: DatePhrase): TenseHint {
  const before = text.slice(Math.max(0, start - MAX_DISTANCE), start);
  if (isNewDay(before) || (/\bfrom $/.test(before) && SCHEDULED.test(lastSentence(before)))) return 'future';
  const after = text.slice(end, end + MAX_DISTANCE);
  const distance = (pattern: RegExp) =>
    Math.min(
      ...[...before.matchAll(pattern)].map(({ index, 0: word }) => before.length - index - word.length),
      ...[...after.matchAll(pattern)].map(({ index }) => index),
    );
  const [past, future] = [distance(PAST), distance(FUTURE)];
  return past === future ? undefined : past < future ? 'past' : 'future';
}

const spansOf = (phrase: DateMeaning, today: Day, tenseHint: TenseHint): readonly Span[] =>
  phrase.every ? occurrences(phrase.every, today, tenseHint) : phrase.spans;

const JOINT = /^ ?(?:to|through|thru|until|till|til|-|–|—) ?(?:the )?$/i;
const OPENS_RANGE = /\b(?:from|between) (?:the )?$/i;

/** "from X to Y", "between X and Y", "X - Y": from the first day of X to the last day of Y. */
function joinRange(first: DatePhrase, last: DatePhrase, text: string, today: Day): DatePhrase | undefined {
  const [before, between] = [
    text.slice(Math.max(0, first.start - NEARBY), first.start),
    text.slice(first.end, last.start),
  ];
  const opening = OPENS_RANGE.exec(before)?.[0] ?? '';
  if (!JOINT.test(between) && !(/^between/i.test(opening) && /^ and (?:the )?$/.test(between))) return undefined;
  if (/^from/i.test(opening) && MOVED.test(lastSentence(before))) return undefined;
  const [one, other] = [first.edge ?? first, last.edge ?? last];
  const { every } = other;
  const starts = one.every && !every ? [] : spansOf(one, today, tenseHintAt(text, first));
  const pairs = every
    ? starts.map((span) => [span, firstFrom(every, span.from)] as const)
    : other.spans.slice(0, 1).map((span) => [one.every ? lastBefore(one.every, span.to) : starts[0], span] as const);
  const closed = pairs.flatMap(([a, b]) => (a && b ? [{ from: a.from, to: last.edge ? b.from : b.to }] : []));
  const halfOpen = last.edge ? [] : pairs.flatMap(([a, b]) => (a && b ? [{ from: a.from, to: b.from }] : []));
  const spans = [...closed, ...halfOpen].filter(({ from, to }) => from < to);
  return spans.length === 0
    ? undefined
    : { unit: last.unit, spans, start: first.start - opening.length, end: last.end };
}

const OPEN = ends(
  '(?:(?<since>since|starting(?: from| on)?|beginning(?: on)?|as of|from)|(?<after>later than|after)|(?<before>earlier than|prior to|before)|(?<until>no later than|until|till|til|by)) (?:the )?',
);
const TRAILING = /^ (?:(?:or|and) later|onwards?|(?<until>(?:or|and) earlier))\b/i;

/** "since 2015", "before May", "until last week", "2012 or later". */
function openEnded(phrase: DatePhrase, text: string, today: Day): DatePhrase {
  const before = text.slice(Math.max(0, phrase.start - NEARBY), phrase.start);
  const open = isNewDay(before) ? null : OPEN.exec(folded(before));
  const trailing = open === null ? TRAILING.exec(text.slice(phrase.end, phrase.end + NEARBY)) : null;
  const { since, after, before: earlier } = open?.groups ?? {};
  if ((open === null && trailing === null) || since === 'from') return phrase;
  const isSince = since !== undefined || (trailing !== null && trailing.groups?.['until'] === undefined);
  const spans = spansOf(phrase.edge ?? phrase, today, isSince ? 'past' : tenseHintAt(text, phrase)).flatMap(
    ({ from, to }): Span[] => {
      if (isSince) return [{ from, to: LATEST }];
      if (after !== undefined) return [{ from: phrase.edge ? from : to, to: LATEST }];
      if (earlier !== undefined || phrase.edge) return [{ from: EARLIEST, to: from }];
      return [
        { from: EARLIEST, to },
        { from: EARLIEST, to: from },
      ];
    },
  );
  const { start, end, unit } = phrase;
  return { unit, spans, start: start - (open?.[0].length ?? 0), end: end + (trailing?.[0].length ?? 0) };
}

function expressionsIn(text: string, today: Day): DatePhrase[] {
  const points: DatePhrase[] = [];
  for (const phrase of phrasesIn(text, today)) {
    const wide = widen(phrase, text);
    // "the last week" is part of "the last week of July".
    while (points.length > 0 && wide.start <= (points.at(-1)?.start ?? -1)) points.pop();
    points.push(wide.start >= (points.at(-1)?.end ?? 0) ? wide : phrase);
  }
  const all: DatePhrase[] = [];
  for (let at = 0; at < points.length; at++) {
    const [first, next] = [points[at] as DatePhrase, points[at + 1]];
    const range = next && joinRange(first, next, text, today);
    if (range) at++;
    const phrase = range ?? openEnded(first, text, today);
    if (phrase.start >= (all.at(-1)?.end ?? 0)) all.push(phrase);
  }
  return all;
}

const dateReadingOf = ({ from, to }: Span): DateReading => ({
  ...(from > EARLIEST && { from: toDate(from) }),
  ...(to < LATEST && { to: toDate(to) }),
});

const isValidSpan = ({ from, to }: Span): boolean => from >= EARLIEST && to <= LATEST && from < to;

/** The days and periods in a text, in order, as meant on the day of `reference`. */
export function findDates(text: string, reference: Date): DateMatch[] {
  const today = dayOf(reference);
  let repeatedTo = -1;
  return expressionsIn(text, today).flatMap((phrase): DateMatch[] => {
    const { start, end } = phrase;
    // "every Monday and Friday" names no day.
    const isRepeated = /\b(?:every|each|any) $/i.test(text.slice(Math.max(0, start - 8), start));
    if (isRepeated || (repeatedTo >= 0 && /^(?:,|,? (?:and|or|&)) ?$/.test(text.slice(repeatedTo, start)))) {
      repeatedTo = end;
      return [];
    }
    const [best, ...others] = spansOf(phrase, today, tenseHintAt(text, phrase)).filter(isValidSpan);
    if (best === undefined) return [];
    const kind = best.to - best.from === 1 ? 'date' : 'range';
    const alternatives = others.length > 0 && { alternatives: others.map(dateReadingOf) };
    return [{ start, end, text: text.slice(start, end), ...dateReadingOf(best), kind, ...alternatives }];
  });
}
