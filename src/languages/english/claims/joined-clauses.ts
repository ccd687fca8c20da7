import { wordList } from '../../../text/word-list.ts';
import { clauseOf } from './clause.ts';
import { type ClauseWord, written } from './clause-word.ts';
import { AUXILIARIES, isComplete, PLAIN_VERBS, verbIndex } from './subject.ts';
import { isPast } from './verb-forms.ts';
import { isAdverb } from './verb-group.ts';

const JOINTS = wordList('and but then so');
const MAY_BE_JOINED = /,|\b(?:and|but|then|so)\b/i;
/** What follows may be told of someone else. */
const SUBORDINATE = wordList(
  'who whose whom which that where when if because while after before until since although though unless how why what whether',
);
const REPORTS = wordList(
  `said says say told tells heard hears thinks thought believes believed knows knew hopes hoped dreamed dreamt imagined read reads saw sees
  wrote writes mentioned mentions claims claimed asked asks wishes wished learned remembers remembered`,
);
const BEFORE_VERB = wordList('now then no longer not also still just never has have had was is');

/** "left Oslo and flew to Rome" tells of one journey. */
const JOURNEYS = wordList('flew drove travelled traveled arrived headed went took came returned rode sailed walked');

const opensVerb = (words: readonly ClauseWord[]): boolean => {
  const [word] = words;
  if (!word || word.capital || words.length < 2) return false;
  if (BEFORE_VERB.has(word.fold) || isAdverb(word.fold)) return AUXILIARIES.has(word.fold) || opensVerb(words.slice(1));
  return !JOURNEYS.has(word.fold) && (PLAIN_VERBS.has(word.fold) || isPast(word.fold));
};

/** "Tom moved to Rome": a subject of its own, and a verb. */
const isWhole = (words: readonly ClauseWord[]): boolean => {
  const verb = words[0]?.capital ? verbIndex(words) : -1;
  return verb > 0 && isComplete(words.slice(0, verb));
};

/** Each clause of "Ana left Oslo and moved to Rome" with its subject; the text alone where it is of one clause. */
export function clausesIn(text: string): readonly string[] {
  const words = MAY_BE_JOINED.test(text) ? (clauseOf(text)?.words ?? []) : [];
  const verb = verbIndex(words);
  if (verb < 1 || words.slice(verb, verb + 2).some(({ fold }) => REPORTS.has(fold))) return [text];
  const subject = words.slice(0, verb);
  const parts: string[] = [];
  let start = verb;
  let owner = subject;
  for (let at = verb + 1; at < words.length; at++) {
    const word = words[at] as ClauseWord;
    if (SUBORDINATE.has(word.fold) && !word.capital) break;
    const isJoint = JOINTS.has(word.fold) && !word.capital;
    if (!isJoint && words[at - 1]?.after.startsWith(',') !== true) continue;
    const rest = words.slice(isJoint ? at + 1 : at);
    const whole = isWhole(rest);
    if (!whole && !opensVerb(rest)) continue;
    parts.push(written([...owner, ...words.slice(start, at)]));
    start = isJoint ? at + 1 : at;
    owner = whole ? [] : subject;
  }
  return parts.length === 0 ? [text] : [...parts, written([...owner, ...words.slice(start)])];
}
