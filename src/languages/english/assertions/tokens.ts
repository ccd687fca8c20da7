import type { Assertion, FoundDate } from '../../../contracts/language.ts';
import { findDates } from '../dates/find-dates.ts';
import { isPast } from '../verbs.ts';

type Period = NonNullable<Assertion['when']>;

export interface Token {
  readonly text: string;
  readonly lower: string;
  readonly kind: 'word' | 'mark' | 'date';
  /** Whether a space stands before it. */
  readonly spaced: boolean;
  /** Who a pronoun was spoken of, and in which form. */
  readonly person?: 'speaker' | 'listener';
  readonly form?: 'subject' | 'object' | 'possessive' | 'reflexive';
  readonly when?: Period;
}

export const wordToken = (text: string, spaced = true): Token => ({
  ...{ text, spaced, lower: text.toLowerCase() },
  kind: /[\p{L}\p{N}]/u.test(text) ? 'word' : 'mark',
});

/** The words of tokens in lower case, for patterns over a whole clause. */
export const said = (tokens: readonly Token[]): string => tokens.map(({ lower }) => lower).join(' ');

const DAY = 86_400_000;
const PIECE = /[\p{L}\p{N}$€£#@](?:['&@/_.,:-]{0,9}[\p{L}\p{N}+])*['&@/_.,:-]{0,9}[\p{L}\p{N}+%#]|[\p{L}\p{N}]|\S/gu;
/** They stand before a relative date in speech and not before the one it is replaced by. */
const PREPOSITION = /^(?:on|in|over|during|at)$/;
/** "Booked for Tuesday", "moved to Tuesday, not Monday": ahead, though the verb speaks of the past. */
const AIMED = /^(?:for|to|until|not)$/;
/** After these a date stands without a preposition of its own. */
const TAKES_BARE_DATE = /^(?:since|until|till|by|from|before|after|for|of|to|between|and|not)$/;
const WEEKDAY = /^(?:mon|tues|wednes|thurs|fri|satur|sun)day$/i;
const RELATIVE =
  /\b(?:yesterday|today|tonight|tomorrow|ago|last|past|next|this|coming|previous|following|(?:mon|tues|wednes|thurs|fri|satur|sun)day|weekend|in (?:an?|\w+) (?:day|week|month|year)s?)\b/i;
const NAMES_ITS_DAY =
  /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d|\d (?:of )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|\d{4}/i;

/** The words and marks of a sentence; each date is one token, written out where it was relative to the day of speaking. */
export function tokensOf(sentence: string, spokenAt: Date): Token[] {
  const tokens: Token[] = [];
  let from = 0;
  for (const date of findDates(sentence, spokenAt)) {
    if (date.start < from || isEvery(date, sentence)) continue;
    tokens.push(...piecesOf(sentence, from, date.start));
    from = date.end;
    if (RELATIVE.test(date.text) && !NAMES_ITS_DAY.test(date.text) && sentence[from] !== "'") {
      if (PREPOSITION.test(tokens.at(-1)?.lower ?? '')) tokens.pop();
      const before = tokens.at(-1)?.lower ?? '';
      const meant = AIMED.test(before) ? upcoming(date, spokenAt) : date;
      tokens.push(dateToken(meant, datePhrase(meant, before, spokenAt), true));
      from += /^\s(?:morning|afternoon|evening|night)\b/i.exec(sentence.slice(from, from + 12))?.[0].length ?? 0;
    } else tokens.push(dateToken(date, date.text, sentence[date.start - 1] === ' '));
  }
  tokens.push(...piecesOf(sentence, from, sentence.length));
  return tokens.map(({ when, ...token }, at) =>
    when === undefined || isLeft(tokens, at) ? token : { ...token, when },
  );
}

const piecesOf = (sentence: string, from: number, to: number): Token[] =>
  [...sentence.slice(from, to).matchAll(PIECE)].map((match) =>
    wordToken(match[0], /\s/.test(sentence[from + match.index - 1] ?? '')),
  );

function dateToken(date: FoundDate, text: string, spaced: boolean): Token {
  const when = periodOf(date);
  return { ...{ text, spaced, lower: text.toLowerCase(), kind: 'date' }, ...(when !== undefined && { when }) };
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
  WEEKDAY.test(text) &&
  !/\b(?:will|going|tomorrow)\b/i.test(sentence) &&
  !sentence.toLowerCase().split(' ').some(isPast);

/** "Two years ago" is no certain day: the whole year then, where that is the second reading. */
function periodOf({ text, from, to, alternatives }: FoundDate): Period | undefined {
  const isLoose = /\b(?:weeks?|months?|years?) ago$/i.test(text);
  const whole = isLoose ? alternatives?.find((other) => other.from && other.to) : undefined;
  const [start, end] = [whole?.from ?? from, whole?.to ?? to];
  return start !== undefined && end !== undefined ? { from: start, to: end } : undefined;
}

/** The same time for whoever reads it later: "on 7 May 2023", "in May 2023", "by 12 May 2023". */
function datePhrase(date: FoundDate, before: string, spokenAt: Date): string {
  const period = periodOf(date);
  if (period !== undefined) {
    const phrase = periodPhrase(period, date.text);
    return TAKES_BARE_DATE.test(before) ? phrase.replace(/^(?:on|in) /, '') : phrase;
  }
  const { text, from, to, alternatives = [] } = date;
  if (from !== undefined) return `since ${day(from)}`;
  if (to === undefined) return text;
  const end = [to, ...alternatives.flatMap((other) => other.to ?? [])].find((each) => each > spokenAt) ?? to;
  const opening = text.split(' ', 1)[0]?.toLowerCase() ?? '';
  return `${opening} ${day(opening === 'before' ? end : new Date(end.getTime() - DAY))}`;
}

function periodPhrase({ from, to }: Period, text: string): string {
  const days = Math.round((to.getTime() - from.getTime()) / DAY);
  const startsMonth = from.getUTCDate() === 1;
  if (/\b(?:weeks? ago|few \w+ ago|couple of \w+ ago)$/i.test(text)) return `around ${day(from)}`;
  if (/\byears? ago$/i.test(text) || (startsMonth && days > 364)) return `in ${from.getUTCFullYear()}`;
  if (/\bmonths? ago$/i.test(text) || (startsMonth && days > 27 && days < 32)) return `in ${month(from)}`;
  if (days <= 1) return `on ${day(from)}`;
  const season = /\b(?:spring|summer|autumn|fall|winter)\b/i.exec(text)?.[0];
  if (season !== undefined) return `in ${season.toLowerCase()} ${from.getUTCFullYear()}`;
  if (days === 7) return `in the week of ${day(from)}`;
  if (days <= 3) return `on the weekend of ${day(from)}`;
  return `between ${day(from)} and ${day(new Date(to.getTime() - DAY))}`;
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const month = (date: Date): string => `${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
const day = (date: Date): string => `${date.getUTCDate()} ${month(date)}`;
