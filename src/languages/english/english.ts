import type { Language, SmallTalk } from '../../contracts/language.ts';
import { words } from '../../text/words.ts';
import { sentencesOf } from '../sentences.ts';
import { compareClaims } from './claims/compare.ts';
import { contradictingSentence } from './claims/contradicting-sentence.ts';
import { parseClaim } from './claims/read-claim.ts';
import { cuesOf, restsOn } from './claims/relations.ts';
import { findDates } from './dates/find-dates.ts';
import { emptyTalk } from './empty-talk.ts';
import { findEntities } from './entities/find-entities.ts';
import { mannersIn } from './manners.ts';
import { memoryNeed } from './memory-need.ts';
import { importanceOf, memoryTypeOf } from './memory-type.ts';
import { readQueryIntent, statesChange } from './query-intent.ts';
import { likenessOf, saySame } from './same-statement.ts';
import { isAcknowledgement, isGreeting, isNudge, isQuestion } from './small-talk.ts';
import { spelledNumbers } from './spelled-numbers.ts';
import { statedEnd } from './stated-end.ts';
import { STOP_WORDS } from './stop-words.ts';
import { topicsIn } from './topics.ts';

const MAX_READ_CHARS = 1000;
const TASTE =
  /\b(?:prefers?|likes?|loves?|hates?|dislikes?|favou?rites?|enjoys?|rather have|can(?:not|['’]t) stand)\b/i;

/**
 * English by rules: every member of the contract.
 * @example const sentences = english().sentences('I moved. It rained.');
 */
export function english(): Language {
  return {
    code: 'en',
    words,
    isStopWord: (word) => STOP_WORDS.has(word),
    sentences: sentencesOf,
    spelledNumbers,
    dates: findDates,
    names: findEntities,
    smallTalk,
    intent: readQueryIntent,
    statesChange,
    topics: topicsIn,
    manners: mannersIn,
    claim: parseClaim,
    cues: cuesOf,
    restsOn,
    compare: compareClaims,
    contradictingSentence,
    saySame,
    likeness: likenessOf,
    statedEnd,
    statesTaste: (text) => TASTE.test(text.slice(0, MAX_READ_CHARS)),
    emptyTalk,
    memoryNeed,
    memoryType: (text) => {
      const { type, why } = memoryTypeOf(text);
      return { value: type, why };
    },
    importance: importanceOf,
  };
}

function smallTalk(text: string, names: readonly string[] = []): SmallTalk | undefined {
  if (isGreeting(text, names)) return 'greeting';
  if (isQuestion(text)) return 'question';
  if (isAcknowledgement(text)) return 'acknowledgement';
  return isNudge(text) ? 'nudge' : undefined;
}
