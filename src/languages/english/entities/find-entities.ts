import type { NameMatch } from '../../../contracts/language.ts';
import { STOP_WORDS } from '../stop-words.ts';
import { entityType } from './entity-type.ts';
import { GIVEN_NAMES } from './given-names.ts';
import { isGivenName, knownNameAt } from './known-names.ts';
import { isCalendarWord, isOrdinary, isWordlike } from './ordinary-words.ts';
import { type TextWord, textWords } from './text-words.ts';

/** The evidence of a word's capital: "Anna" is a name by itself, "Daily" only beside others. */
type Strength = 'strong' | 'weak' | 'none';

const MAX_ACRONYM_CHARS = 5;
const CAMEL = /^\p{Ll}{1,2}\p{Lu}\p{Ll}/u;

function strengthOf(word: TextWord, headline: boolean): Strength {
  if (/[#@/]$/.test(word.gap.trimEnd()) || word.text.length < 2) return 'none';
  if (!word.capital) return CAMEL.test(word.text) ? 'strong' : 'none';
  if (isCalendarWord(word.lower) || STOP_WORDS.has(word.lower.replace('’', "'"))) return 'none';
  const initial = word.initial || headline;
  if (!word.upper && !initial && GIVEN_NAMES.has(word.lower)) return 'strong';
  const ordinary = isOrdinary(word.lower) || (initial && isWordlike(word.lower));
  if (word.upper && (ordinary || word.text.length > MAX_ACRONYM_CHARS)) return 'none';
  if (!ordinary) return 'strong';
  return initial ? 'none' : 'weak';
}

function strengthsOf(words: readonly TextWord[]): Strength[] {
  const long = words.filter(({ text }) => text.length > 1);
  const share = (test: (word: TextWord) => boolean) => long.filter(test).length / (long.length || 1);
  if (long.length > 2 && share(({ upper }) => upper) > 0.5) return words.map(() => 'none');
  const headline = long.length > 3 && share(({ capital }) => capital) > 0.7;
  return words.map((word) => strengthOf(word, headline));
}

interface Source {
  readonly words: readonly TextWord[];
  readonly strengths: readonly Strength[];
}

const MAX_NAME_WORDS = 8;
const LINKS = new Set('of de la le da del di van von der den al bin'.split(' '));

function runEnd({ words, strengths }: Source, at: number): number {
  let end = at + 1;
  for (let next = end; next < at + MAX_NAME_WORDS && next - end < 3; next++) {
    const word = words[next];
    if (!word || !/^[ -]$/.test(word.gap)) break;
    if (strengths[next] !== 'none') end = next + 1;
    else if (!LINKS.has(word.text) && !(word.text === 'the' && next > end)) break;
  }
  return end;
}

/** "Windows 7", "Saab 900", but not "Anna 3 times". */
function takesNumber({ words }: Source, at: number, end: number): boolean {
  const [number, after] = [words[end], words[end + 1]];
  if (number?.gap !== ' ' || !/^\d{1,4}$/.test(number.text) || isGivenName(words[at]?.lower ?? '')) return false;
  return (
    after === undefined ||
    after.gap !== ' ' ||
    !/(?:[^s]{2}s|^am|^pm|people|percent)$/.test(after.lower) ||
    STOP_WORDS.has(after.lower)
  );
}

/** A given name in lower case takes the next word, unless that is an ordinary one. */
function takesSurname({ words }: Source, at: number, end: number): boolean {
  const [given, next] = [words[at], words[end]];
  if (!given || given.capital || !isGivenName(given.lower) || next?.gap !== ' ') return false;
  return !next.capital && /^\p{L}{3,}$/u.test(next.lower) && !isOrdinary(next.lower);
}

function nameEnd(source: Source, at: number): number {
  const known = at + knownNameAt(source.words, at);
  if (source.strengths[at] === 'none') {
    if (known === at) return 0;
    return takesNumber(source, at, known) || takesSurname(source, at, known) ? known + 1 : known;
  }
  const run = runEnd(source, at);
  const end = Math.max(run, known);
  const numbered = takesNumber(source, at, end) ? end + 1 : end;
  const strengths = source.strengths.slice(at, run);
  const capitals = strengths.filter((strength) => strength === 'weak').length;
  return known > at || strengths.includes('strong') || capitals > 1 || numbered > end ? numbered : 0;
}

const OPENING = /["“]$/;
const CLOSING = /^["”]/;
const MAX_TITLE_WORDS = 9;

function titleEnd(text: string, words: readonly TextWord[], at: number): number {
  const first = words[at];
  if (!first?.capital || !OPENING.test(first.gap)) return 0;
  for (let end = at; end < words.length && end - at < MAX_TITLE_WORDS; end++) {
    const word = words[end];
    if (!word || (end > at && !/^(?: |, |: )$/.test(word.gap))) return 0;
    if (!word.capital && !STOP_WORDS.has(word.lower)) return 0;
    if (CLOSING.test(text.slice(word.end, word.end + 1))) return end + 1;
  }
  return 0;
}

/** The people, places and other named things of a text, in order; without capitals, only those of the shipped lists. */
export function findEntities(text: string): NameMatch[] {
  const words = textWords(text);
  const source: Source = { words, strengths: strengthsOf(words) };
  const entities: NameMatch[] = [];
  for (let at = 0; at < words.length; ) {
    const title = titleEnd(text, words, at);
    const end = title || nameEnd(source, at);
    const [first, last] = [words[at], words[end - 1]];
    if (first && last) {
      const type = title ? 'work' : entityType(words.slice(at, end), words[at - 1]);
      entities.push({ start: first.start, end: last.end, text: text.slice(first.start, last.end), type });
    }
    at = Math.max(end, at + 1);
  }
  return entities;
}
