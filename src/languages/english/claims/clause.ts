import { type ClauseWord, clauseWords, folded } from './clause-word.ts';
import { type PhraseSet, phraseAt, phraseSet } from './phrase-set.ts';
import { isWhenWord, namesTime } from './when-words.ts';

/** One plain sentence, without what opens it. */
export interface Clause {
  readonly words: readonly ClauseWord[];
  /** It says that something said before is wrong. */
  readonly corrects: boolean;
  /** "Ben: I …". */
  readonly speaker?: string;
  /** "In May 2023, …". */
  readonly when: string;
}

const LONGEST_TEXT = 400;
const LONGEST_OPENING = 7;

const CORRECTIONS = phraseSet(
  `actually; correction; no; sorry; in fact; i meant; to correct myself; i was wrong; scratch that; my mistake; oops; not quite; wait`,
);
const OPENINGS = phraseSet(
  `update; note; note that; fyi; btw; by the way; oh; well; yes; yeah; now; currently; these days; nowadays; at the moment; recently;
  from now on; as it turns out; it turns out; it turns out that; so; today; remember that; remember`,
);
/** Openings without a comma: "no" with none is "no dogs". */
const UNMARKED = phraseSet(
  'actually; in fact; i meant; note that; now; currently; these days; nowadays; recently; from now on; it turns out that; remember that; btw; fyi',
);
const DEPENDENT = new Set(
  'if when because although though while unless until once whether since before after as'.split(' '),
);
const ABBREVIATION = /^(?:\p{L}|\p{Lu}\p{L}{1,2}|.*\..*)$/u;

/** Two sentences make two claims. */
function breaksOff(words: readonly ClauseWord[]): boolean {
  return words.some(
    ({ text, after }, index) =>
      /[?;\n]/.test(after) ||
      (index < words.length - 1 &&
        (/[!…]/.test(after) ||
          (after.includes('.') && words[index + 1]?.capital === true && !ABBREVIATION.test(text)))),
  );
}

/** How many words a phrase of the set takes here, if it only opens. */
function openingAt(set: PhraseSet, words: readonly ClauseWord[]): number {
  const length = phraseAt(set, words, 0);
  const marked = /[,:–—-]/.test(words[length - 1]?.after ?? '');
  return length > 0 && (marked || phraseAt(UNMARKED, words, 0) === length) ? length : 0;
}

function dropSpeaker(words: readonly ClauseWord[]): number {
  const at = words.slice(0, 3).findIndex(({ after }) => after === ':');
  return at >= 0 && words[0]?.capital && /^(?:i|my|we|our)$/.test(words[at + 1]?.fold ?? '') ? at + 1 : 0;
}

const DATED = /^(?:on|in|around|last|since)$/;

/** "In May 2023, …", "In May 2023 Ana …": as long as the opening only says when. */
function openingDate(words: readonly ClauseWord[]): number {
  const opening = words.slice(0, LONGEST_OPENING);
  const comma = opening.findIndex(({ after }) => after.startsWith(','));
  const bare = comma < 0 && DATED.test(words[0]?.fold ?? '') ? opening.findIndex((word) => !isWhenWord(word)) : -1;
  if (bare > 1 && opening.slice(0, bare).some(namesTime) && words[bare]?.capital === true) return bare;
  return comma >= 0 && words.slice(0, comma + 1).every(isWhenWord) ? comma + 1 : 0;
}

/** Undefined for what is no single plain sentence: a question, several sentences, a condition. */
export function clauseOf(text: string): Clause | undefined {
  if (text.length > LONGEST_TEXT) return undefined;
  const all = clauseWords(text.trim());
  const spoken = dropSpeaker(all);
  const speaker = folded(all.slice(0, spoken));
  let words = all.slice(spoken);
  let corrects = false;
  let when = '';
  for (let length = 1; length > 0 && words.length > 0; words = words.slice(length)) {
    const correction = openingAt(CORRECTIONS, words);
    const date = openingDate(words);
    length = Math.max(correction, openingAt(OPENINGS, words), date);
    corrects ||= correction > 0;
    if (date > 0) when = folded(words.slice(0, date));
  }
  if (words.length < 2 || breaksOff(words) || DEPENDENT.has(words[0]?.fold ?? '')) return undefined;
  return { words, corrects, when, ...(speaker && { speaker }) };
}
