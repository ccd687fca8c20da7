import type { FoundDate } from '../../../contracts/language.ts';
import { findDates } from '../dates/find-dates.ts';
import { STOP_WORDS } from '../stop-words.ts';
import { datePhrase, isRelative, periodOf } from './date-phrase.ts';
import { type Token, wordToken } from './token.ts';
import { isPast } from './verbs.ts';

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
