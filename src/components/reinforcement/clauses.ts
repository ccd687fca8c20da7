import { wordList } from '../../text/word-list.ts';
import { words } from '../../text/words.ts';

/** A part of a sentence that says something by itself. */
export interface Clause {
  readonly text: string;
  /** At the head of its sentence or behind a conjunction, where a subject can stand; behind a comma alone it only adds to what was said. */
  readonly isOpen: boolean;
  /** Not broken off in the middle of an enumeration or of adjectives. */
  readonly isWhole: boolean;
  /** It is all its sentence says. */
  readonly isAlone: boolean;
}

const BREAK =
  /([;,]\s+|\s+[-–—]+\s+|:\s+|,?\s+(?:but|yet|although|though|however|whereas)\s+|\s+and\s+(?=(?:now|it|that|this|everything|still)\b|(?:the|my|our) [^,]{1,60}\b(?:gone|fixed|solved|resolved|green|passing|working|disappeared|still)\b))/i;
const INTERJECTION =
  'and|but|so|then|well|ok|okay|yes|yeah|yep|no|nope|oh|hey|hi|thanks|thank you|great|perfect|sadly|unfortunately|finally|turns out(?: that)?|in the end|it seems(?: that)?|i think(?: that)?|actually|now|apparently|awesome|nice|sweet|update|good news|bad news|for me|first';
const OPENING = new RegExp(`^(?:(?:${INTERJECTION})[,!]?\\s+)+`, 'i');
const MERE_OPENING = new RegExp(`^(?:${INTERJECTION})$`, 'i');
const CONJUNCTION = /^(?:but|yet|although|though|however|whereas|and|so|then)\b/i;
/** What may follow a comma after a whole clause. */
const NEXT_CLAUSE =
  /^(?:but|yet|although|though|however|whereas|so|which|i|we|it|that|this|they|everything|nothing|now|no|still|same|thanks|sadly|unfortunately|the|my|our|to no avail|without success|and (?:it|that|this|the|my|our|now|still|everything|i|we))\b/i;
const LONGEST = 240;

/** Said of what was not, is not yet, or is not known to be. */
const UNSURE = wordList(
  `if whether unless might may could would should will shall hope hoped hoping hopefully maybe perhaps probably doubt doubts wonder
  suppose supposed supposedly assume assumed expect expected guess wish wished thought glad happy can cannot must imagine likely ensure ensures
  potentially sounds`,
);

/** The clauses of a sentence, without the words that only open them. */
export function clausesOf(sentence: string): Clause[] {
  const pieces = sentence.split(BREAK);
  const clauses: Clause[] = [];
  let before = '';
  for (let at = 0; at < pieces.length; at += 2) {
    const [piece = '', after = '', next = ''] = pieces.slice(at, at + 3);
    const text = piece
      .replace(OPENING, '')
      .replace(/[.!…?]+$/, '')
      .trim();
    const isOpen = at === 0 || !/^[,:]/.test(before) || /[a-z]/i.test(before) || CONJUNCTION.test(piece);
    const isWhole = !/^,/.test(after) || /[a-z]/i.test(after) || NEXT_CLAUSE.test(next);
    if (!MERE_OPENING.test(text)) before = after;
    if (text === '' || text.length > LONGEST || MERE_OPENING.test(text)) {
      if (at === 0) before = '';
      continue;
    }
    clauses.push({ text, isOpen, isWhole: isWhole && !/^:/.test(after), isAlone: false });
  }
  return clauses.length === 1 ? clauses.map((clause) => ({ ...clause, isAlone: true })) : clauses;
}

export const isUnsure = (clause: string): boolean =>
  /(?:['’]ll|['’]d)\b|\bnot sure\b/i.test(clause) || words(clause).some((word) => UNSURE.has(word));

/** A whole sentence that tells of no outcome, whatever its clauses say. */
export const isSupposed = (sentence: string): boolean =>
  /^\s*(?:if|unless|in case|imagine|suppose|say|assuming|let['’]s say|for (?:example|instance)|e\.g\.)\b|\bnot (?:entirely |quite )?sure\b|\blet (?:me|us) know\b|\bas if\b/i.test(
    sentence,
  );
