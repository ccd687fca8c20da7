import type { Day, Span, Unit } from './calendar.ts';
import { type Lean, occurrences, type Recurrence } from './recurrence.ts';
import type { Token } from './tokens.ts';

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
