import type { FoundDate } from '../../../contracts/language.ts';
import { findDates } from '../dates/find-dates.ts';
import { STOP_WORDS } from '../stop-words.ts';
import { isPast } from '../verbs.ts';

export type Person = 'speaker' | 'listener';

export interface Token {
  readonly text: string;
  readonly lower: string;
  readonly kind: 'word' | 'mark' | 'date';
  /** Whether a space stands before it. */
  readonly spaced: boolean;
  /** Who a pronoun was spoken of, and in which form. */
  readonly person?: Person;
  readonly form?: 'subject' | 'object' | 'possessive' | 'reflexive';
  readonly when?: Period;
}

const WORDLIKE = /[\p{L}\p{N}]/u;

export const wordToken = (text: string, spaced = true): Token => ({
  ...{ text, spaced },
  lower: text.toLowerCase().replaceAll('’', "'"),
  kind: WORDLIKE.test(text) ? 'word' : 'mark',
});

const PIECE = /[\p{L}\p{N}$€£#@][\p{L}\p{N}'’&@/_+.,:-]*[\p{L}\p{N}+%#]|[\p{L}\p{N}]|\S/gu;
const SPACED = /\s/;
/** They stand before a relative date in speech and not before the one it is replaced by. */
const PREPOSITIONS = new Set(['on', 'in', 'over', 'during', 'at']);
const PART_OF_DAY = /^\s(?:morning|afternoon|evening|night)\b/i;
const WEEKDAY = /^(?:mon|tues|wednes|thurs|fri|satur|sun)day$/i;
/** "Booked for Tuesday", "moved to Tuesday, not Monday": ahead, though the verb speaks of the past. */
const AIMED = new Set(['for', 'to', 'until', 'not']);
const PREPOSITION_BEFORE = /\b(?:on|last|next|this|by|until|since|from|before|after|for|every)\s+$/i;
const NEXT_WORD = /^ (\p{Ll}+)(?![\p{L}'’-]*(?:ed|ing)\b)/u;
const AHEAD = /\b(?:will|going|gonna|tomorrow)\b|['’]ll\b/i;

/** The words and marks of a sentence; each date is one token, written out where it was relative to the day of speaking. */
export function tokensOf(sentence: string, spokenAt: Date): Token[] {
  const tokens: Token[] = [];
  let from = 0;
  for (const date of findDates(sentence, spokenAt)) {
    if (date.start < from || isEvery(date, sentence) || isBefore(date, sentence)) continue;
    tokens.push(...piecesOf(sentence, from, date.start));
    from = date.end;
    if (isRelative(date.text) && !/^['’]/.test(sentence.slice(from, from + 1))) {
      if (PREPOSITIONS.has(tokens.at(-1)?.lower ?? '')) tokens.pop();
      const meant = AIMED.has(tokens.at(-1)?.lower ?? '') ? upcoming(date, spokenAt) : date;
      tokens.push(dateToken(meant, datePhrase(meant, tokens.at(-1)?.lower ?? '', spokenAt), true));
      from += PART_OF_DAY.exec(sentence.slice(from, from + 12))?.[0].length ?? 0;
    } else tokens.push(dateToken(date, date.text, isSpaceBefore(sentence, date.start)));
  }
  tokens.push(...piecesOf(sentence, from, sentence.length));
  return tokens.map(({ when, ...token }, at) =>
    when === undefined || isLeft(tokens, at) ? token : { ...token, when },
  );
}

/** "Moved from Monday to Friday": Monday is no longer when. */
const isLeft = (tokens: readonly Token[], at: number): boolean =>
  tokens[at - 1]?.lower === 'from' && tokens[at + 1]?.lower === 'to' && tokens[at + 2]?.kind === 'date';

function upcoming(date: FoundDate, spokenAt: Date): FoundDate {
  const later = [date, ...(date.alternatives ?? [])].find(({ from }) => from !== undefined && from > spokenAt);
  return later === undefined || !WEEKDAY.test(date.text) ? date : { ...date, ...later };
}

/** "Friday is laundry day" is of every Friday. */
const isEvery = ({ text }: FoundDate, sentence: string): boolean =>
  WEEKDAY.test(text) && !AHEAD.test(sentence) && !sentence.toLowerCase().split(' ').some(isPast);

/** "Tuesday pottery" is a kind of pottery, not a day. */
const isBefore = ({ text, start, end }: FoundDate, sentence: string): boolean =>
  WEEKDAY.test(text) &&
  !PREPOSITION_BEFORE.test(sentence.slice(0, start)) &&
  !STOP_WORDS.has(NEXT_WORD.exec(sentence.slice(end))?.[1]?.toLowerCase() ?? 'the');

function dateToken(date: FoundDate, text: string, spaced: boolean): Token {
  const when = periodOf(date);
  return { ...{ text, spaced, lower: text.toLowerCase(), kind: 'date' }, ...(when !== undefined && { when }) };
}

function piecesOf(sentence: string, from: number, to: number): Token[] {
  return [...sentence.slice(from, to).matchAll(PIECE)].map((match) =>
    wordToken(match[0], isSpaceBefore(sentence, from + match.index)),
  );
}

const isSpaceBefore = (sentence: string, at: number): boolean => SPACED.test(sentence[at - 1] ?? '');

const CLITIC =
  /^(i|we|you|he|she|it|they|that|there|who|what|this|here|everyone|everything|someone|life|name)'(m|re|s|ve|ll|d)$/;
const SPOKEN: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "can't": 'cannot',
    "won't": 'will not',
    "shan't": 'shall not',
    "ain't": 'is not',
    gonna: 'going to',
    wanna: 'want to',
    gotta: 'have to',
    "'em": 'them',
    em: 'them',
    cuz: 'because',
    "'cause": 'because',
    "y'all": 'you',
    im: 'I am',
    ive: 'I have',
    dont: 'do not',
    didnt: 'did not',
    cant: 'cannot',
    doesnt: 'does not',
    u: 'you',
  }),
);
const PARTICIPLES = new Set('been got gotten become had taken gone done made seen grown come given'.split(' '));

const OBJECTS = new Set('me us my our you your him her them it the a'.split(' '));

/** Spoken short forms written out, so that every word can be looked at on its own. */
export function expandContractions(tokens: readonly Token[]): Token[] {
  return tokens.flatMap((token, at) => {
    if (token.kind !== 'word') return [token];
    const words = expansion(
      token.lower,
      tokens[at + 1]?.lower ?? '',
      tokens[at + 2]?.lower ?? '',
      tokens[at - 1]?.lower ?? '',
    );
    if (words === undefined) return [token];
    return words.map((word, index) =>
      wordToken(index === 0 ? cased(word, token.text) : word, index > 0 || token.spaced),
    );
  });
}

function expansion(word: string, next: string, afterNext: string, before: string): string[] | undefined {
  if (word === 'gotta' && before.endsWith("'ve")) return ['to'];
  const spoken = SPOKEN.get(word);
  if (spoken !== undefined) return spoken.split(' ');
  const [, pronoun, clitic] = CLITIC.exec(word) ?? [];
  if (pronoun !== undefined && clitic !== undefined) return [pronoun, ending(clitic, next, afterNext)];
  return word.endsWith("n't") ? [word.slice(0, -3), 'not'] : undefined;
}

function ending(clitic: string, next: string, afterNext: string): string {
  if (clitic === 'm') return 'am';
  if (clitic === 're') return 'are';
  if (clitic === 've') return 'have';
  if (clitic === 'll') return 'will';
  if (clitic === 'd') return PARTICIPLES.has(next) || next === 'better' || isPast(next) ? 'had' : 'would';
  return PARTICIPLES.has(next) || (isPast(next) && OBJECTS.has(afterNext)) ? 'has' : 'is';
}

const cased = (word: string, like: string): string =>
  /^\p{Lu}/u.test(like) && word !== 'i' ? `${word.charAt(0).toUpperCase()}${word.slice(1)}` : word;

const DAY = 86_400_000;

/** Whole days in UTC; `to` is exclusive. */
export interface Period {
  readonly from: Date;
  readonly to: Date;
}

const RELATIVE =
  /\b(?:yesterday|today|tonight|tomorrow|ago|last|past|next|this|coming|previous|following|(?:mon|tues|wednes|thurs|fri|satur|sun)day|weekend|in (?:a|an|\w+) (?:day|week|month|year)s?)\b/i;
const NAMES_ITS_DAY =
  /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d|\d (?:of )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|\d{4}/i;
const SEASON = /\b(?:spring|summer|autumn|fall|winter)\b/i;
/** After these a date stands without a preposition of its own. */
const TAKES_BARE_DATE = new Set('since until till by from before after for of to between and not'.split(' '));

/** Whether one must know the day of speaking to know what it means. */
export const isRelative = (text: string): boolean => RELATIVE.test(text) && !NAMES_ITS_DAY.test(text);

/** "Two years ago" is no certain day: the whole year then, where that is the second reading. */
export function periodOf({ text, from, to, alternatives }: FoundDate): Period | undefined {
  const isLoose = /\b(?:weeks?|months?|years?) ago$/i.test(text);
  const whole = isLoose ? alternatives?.find((other) => other.from && other.to) : undefined;
  const [start, end] = [whole?.from ?? from, whole?.to ?? to];
  return start !== undefined && end !== undefined ? { from: start, to: end } : undefined;
}

/** The same time for whoever reads it later: "on 7 May 2023", "in May 2023", "by 12 May 2023". */
export function datePhrase(date: FoundDate, before: string, spokenAt: Date): string {
  const period = periodOf(date);
  if (period === undefined) return openPhrase(date, spokenAt);
  const phrase = periodPhrase(period, date.text, spokenAt);
  return TAKES_BARE_DATE.has(before) ? phrase.replace(/^(?:on|in) /, '') : phrase;
}

function openPhrase({ text, from, to, alternatives = [] }: FoundDate, spokenAt: Date): string {
  const opening = text.split(' ', 1)[0] ?? '';
  if (from !== undefined) return `since ${day(from)}`;
  if (to === undefined) return text;
  const ends = [to, ...alternatives.flatMap((other) => other.to ?? [])];
  const end = ends.find((each) => each > spokenAt) ?? to;
  return /^before$/i.test(opening) ? `before ${day(end)}` : `${opening.toLowerCase()} ${day(lastOf(end))}`;
}

function periodPhrase({ from, to }: Period, text: string, spokenAt: Date): string {
  const days = Math.round((to.getTime() - from.getTime()) / DAY);
  if (/\byears? ago$/i.test(text)) return `in ${from.getUTCFullYear()}`;
  if (/\bmonths? ago$/i.test(text)) return `in ${month(from)}`;
  if (/\b(?:weeks? ago|few \w+ ago|couple of \w+ ago)$/i.test(text)) return `around ${day(from)}`;
  if (days <= 1) return `on ${day(from)}`;
  const season = SEASON.exec(text)?.[0];
  if (season !== undefined) return `in ${season.toLowerCase()} ${from.getUTCFullYear()}`;
  if (isWholeYear(from, to)) return `in ${from.getUTCFullYear()}`;
  if (isWholeMonth(from, to)) return `in ${month(from)}`;
  if (days === 7) return `in the week of ${day(from)}`;
  if (days <= 3 && [0, 5, 6].includes(from.getUTCDay())) return `on the weekend of ${day(from)}`;
  const lasts = Math.abs(to.getTime() - spokenAt.getTime()) <= DAY;
  return lasts ? `the time since ${month(from)}` : `between ${day(from)} and ${day(lastOf(to))}`;
}

const lastOf = (to: Date): Date => new Date(to.getTime() - DAY);

const isWholeYear = (from: Date, to: Date): boolean =>
  from.getUTCMonth() === 0 && from.getUTCDate() === 1 && to.getTime() === Date.UTC(from.getUTCFullYear() + 1, 0, 1);

const isWholeMonth = (from: Date, to: Date): boolean =>
  from.getUTCDate() === 1 && to.getTime() === Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1);

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const month = (date: Date): string => `${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;

const day = (date: Date): string => `${date.getUTCDate()} ${month(date)}`;
