import { STOP_WORDS } from '../stop-words.ts';
import { type EntityType, entityType } from './entity-type.ts';
import { isGivenName, knownNameAt } from './known-names.ts';
import { isOrdinary } from './ordinary-words.ts';
import { type Strength, strengthsOf } from './strength.ts';
import { type TextWord, textWords } from './text-words.ts';
import { titleEnd } from './titles.ts';

export interface EntityMatch {
  start: number;
  end: number;
  text: string;
  type: EntityType;
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

/** The people, places and other named things of a text, in order; without capitals, only those of the shipped lists. */
export function findEntities(text: string): EntityMatch[] {
  const words = textWords(text);
  const source: Source = { words, strengths: strengthsOf(words) };
  const entities: EntityMatch[] = [];
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
