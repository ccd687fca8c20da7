import { wordList, words } from '../../text/words.ts';
import { parseSentence } from './claims/clause.ts';
import { findEntities } from './entities/find-entities.ts';

/** A shorter sentence is a fragment unless it is about its speaker: "Hearing aids." */
const MIN_WORDS = 4;
/** A reference this near to the start is the subject, or stands in it. */
const MAX_SUBJECT_WORDS = 3;
const SPEAKER = wordList("i i'm i've my we we're our");
const REFERENCES = wordList('he him his she her hers it its they them their theirs there');

/** Whether a sentence is understood without those before it: its pronouns refer to a name or thing that it names itself. */
export function standsAlone(sentence: string): boolean {
  const all = words(sentence);
  if (isWithoutSubject(sentence) || (all.length < MIN_WORDS && !all.some((word) => SPEAKER.has(word)))) return false;
  const reference = all.findIndex((word) => REFERENCES.has(word));
  if (reference < 0) return true;
  const earlier = all.slice(0, reference);
  const isNamed = findEntities(sentence).some(({ text }) => earlier.includes(words(text)[0] ?? ''));
  return isNamed || reference >= MAX_SUBJECT_WORDS;
}

/** "Pays me nothing" is about somebody else: of oneself one says "pay". */
function isWithoutSubject(sentence: string): boolean {
  const parsed = parseSentence(sentence);
  return parsed?.named.length === 0 && /^\P{L}*\p{L}+s\b/u.test(sentence);
}
