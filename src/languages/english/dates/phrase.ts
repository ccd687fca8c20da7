import { type Day, type Lean, occurrences, type Recurrence, type Span, type Unit } from './calendar.ts';

export interface Token {
  readonly lower: string;
  readonly start: number;
  readonly end: number;
  readonly kind: 'word' | 'number' | 'mark';
  /** No space between it and the token before. */
  readonly glued: boolean;
  readonly capital: boolean;
}

const TOKEN = /(?<word>\p{L}[\p{L}\p{M}]*)|(?<number>[0-9]+)|[^\s]/gu;

/** Words, runs of digits and single marks: "May 5th" is May, 5, th. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(TOKEN)) {
    const [spelling] = match;
    const lower = spelling.toLowerCase();
    const kind = match.groups?.['word'] ? 'word' : match.groups?.['number'] ? 'number' : 'mark';
    const glued = match.index > 0 && tokens.at(-1)?.end === match.index;
    tokens.push({
      lower,
      start: match.index,
      end: match.index + spelling.length,
      kind,
      glued,
      capital: lower !== spelling,
    });
  }
  return tokens;
}

export interface Source {
  readonly tokens: readonly Token[];
  readonly today: Day;
}

/** What a phrase means: days that are settled, or something that recurs and is settled by its sentence. */
export interface Meaning {
  readonly unit: Unit;
  /** Likeliest first; empty if it recurs. */
  readonly spans: readonly Span[];
  readonly every?: Recurrence;
  /** "The end of May" is half a month, but as an end of a range it is the day these spans begin with. */
  readonly boundary?: Meaning;
}

export interface Phrase {
  /** Index of the first token after it. */
  readonly end: number;
  readonly meaning: Meaning;
}

export type Read = (source: Source, at: number) => Phrase | undefined;

/** How to read one kind of phrase, and the words that may open it: no other word costs any time. */
export interface Rule {
  readonly opens: ReadonlySet<string>;
  readonly read: Read;
}

/** Stands for every run of digits in `opens`. */
export const DIGITS = '0';

export const rule = (opens: Iterable<string>, read: Read): Rule => ({ opens: new Set(opens), read });

export const settled = (end: number, unit: Unit, ...spans: (Span | undefined)[]): Phrase | undefined => {
  const known = spans.filter((span) => span !== undefined);
  return known.length > 0 ? { end, meaning: { unit, spans: known } } : undefined;
};

export const recurring = (end: number, unit: Unit, every: Recurrence): Phrase => ({
  end,
  meaning: { unit, spans: [], every },
});

/** In a given year or, without one, in any. */
export function inYear(end: number, unit: Unit, year: number | undefined, every: Recurrence): Phrase | undefined {
  return year === undefined ? recurring(end, unit, every) : settled(end, unit, every.at(year));
}

/** The longest phrase that any of the rules reads. */
export function longestOf(rules: readonly Rule[]): Rule {
  const byOpening = new Map<string, Read[]>();
  for (const { opens, read } of rules)
    for (const word of opens) byOpening.set(word, [...(byOpening.get(word) ?? []), read]);
  return rule(byOpening.keys(), (source, at) => {
    const token = source.tokens[at];
    if (token === undefined) return undefined;
    let longest: Phrase | undefined;
    for (const read of byOpening.get(token.kind === 'number' ? DIGITS : token.lower) ?? []) {
      const phrase = read(source, at);
      if (phrase && phrase.end > (longest?.end ?? 0)) longest = phrase;
    }
    return longest;
  });
}

export const spansOf = (meaning: Meaning, today: Day, lean?: Lean): readonly Span[] =>
  meaning.every ? occurrences(meaning.every, today, lean) : meaning.spans;

/** The same phrase with each of its spans changed, wherever it recurs. */
export function changed(phrase: Phrase, unit: Unit, change: (span: Span) => Span | undefined): Phrase | undefined {
  const { every, spans } = phrase.meaning;
  if (!every) return settled(phrase.end, unit, ...spans.map(change));
  const at = (index: number) => {
    const span = every.at(index);
    return span && change(span);
  };
  return recurring(phrase.end, unit, { indexOf: every.indexOf, at });
}

export const wordAt = (source: Source, at: number): string => source.tokens[at]?.lower ?? '';

/** The index after the token if it is one of these words, else the same index. */
export const skip = (source: Source, at: number, ...words: string[]): number =>
  words.includes(wordAt(source, at)) ? at + 1 : at;

const FUTURE = new Set(
  'will ll shall gonna going plan plans planning wanna want hope hoping upcoming lets schedule remind book'.split(' '),
);
const PAST = new Set(
  `was were did had been went got came saw met took made left bought said told gave found felt had began ran won lost spent
  ago taught thought brought read wrote drove flew ate slept grew knew`.split(/\s+/),
);
const FARTHEST = 12;

const MOVED =
  'move moved push pushed rebook rebooked reschedule rescheduled postpone postponed change changed shift shifted delay delayed defer deferred bump bumped switch switched swapped slipped adjourned'.split(
    ' ',
  );
const GIVEN_ANOTHER_DAY = new Set(MOVED);
const GIVEN_A_DAY = new Set([
  ...MOVED,
  ...'bring brought extend extended schedule scheduled book booked put'.split(' '),
]);
const TOWARDS = new Set('to for until till'.split(' '));
const LONG_AGO = new Set('ago last previous then'.split(' '));
/** Words between the verb and "to": "pushed the demo with Priya back to". */
const FARTHEST_VERB = 8;

function isAfter(verbs: ReadonlySet<string>, { tokens }: Source, at: number): boolean {
  const before = tokens.slice(Math.max(0, at - FARTHEST_VERB), at);
  return before.some(({ lower }) => verbs.has(lower)) && !before.some(({ lower }) => LONG_AGO.has(lower));
}

/** "Was moved to 13 May", "postponed until June": the day lies ahead, though the verb speaks of the past. */
export function isNewDay(source: Source, at: number): boolean {
  const towards = /^(?:the|on)$/.test(source.tokens[at - 1]?.lower ?? '') ? at - 2 : at - 1;
  return TOWARDS.has(source.tokens[towards]?.lower ?? '') && isAfter(GIVEN_A_DAY, source, towards);
}

/** "Moved from Monday to Friday" names two days and no time between them. */
export const isOldDay = (source: Source, at: number): boolean =>
  source.tokens[at - 1]?.lower === 'from' && isAfter(GIVEN_ANOTHER_DAY, source, at - 1);

/** Whether the words about a date speak of what was or of what will be; the nearest one decides. */
export function leanAt(source: Source, at: number): Lean {
  const isBooked = source.tokens[at]?.lower === 'from' && isAfter(GIVEN_A_DAY, source, at);
  if (isBooked || isNewDay(source, at)) return 'future';
  for (let distance = 1; distance <= FARTHEST; distance++) {
    for (const token of [source.tokens[at - distance], source.tokens[at + distance]]) {
      if (token?.kind !== 'word') continue;
      if (FUTURE.has(token.lower)) return 'future';
      if (PAST.has(token.lower) || /..(?<!e)ed$/.test(token.lower)) return 'past';
    }
  }
  return undefined;
}
