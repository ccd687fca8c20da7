import type { Language, SmallTalk } from '../../contracts/language.ts';
import { words } from '../../text/words.ts';
import { sentencesOf } from '../sentences.ts';
import { readAsking, tellsChange } from './asking.ts';
import { compareClaims } from './claims/compare.ts';
import { otherwise, statedIn } from './claims/otherwise.ts';
import { readClaim } from './claims/read-claim.ts';
import { cuesOf, restsOn } from './claims/relations.ts';
import { findDates } from './dates/find-dates.ts';
import { emptyTalk } from './empty-talk.ts';
import { endTold } from './end-told.ts';
import { findEntities } from './entities/find-entities.ts';
import { mannersIn } from './manners.ts';
import { memoryNeed } from './memory-need.ts';
import { importanceOf, memoryTypeOf } from './memory-type.ts';
import { likenessOf, saySame, statementOf } from './same-statement.ts';
import { isAcknowledgement, isGreeting, isNudge, isQuestion } from './small-talk.ts';
import { STOP_WORDS } from './stop-words.ts';
import { topicsIn } from './topics.ts';

const MOST_KEPT = 1000;
const MOST_READ = 1000;
const TASTE =
  /\b(?:prefers?|likes?|loves?|hates?|dislikes?|favou?rites?|enjoys?|rather have|can(?:not|['’]t) stand)\b/i;

/** Texts are compared with many others: what was read of one is kept for a while. */
function kept<Reading>(read: (text: string) => Reading): (text: string) => Reading {
  const readings = new Map<string, Reading>();
  return (text) => {
    const known = readings.get(text);
    if (known !== undefined) return known;
    if (readings.size >= MOST_KEPT) readings.clear();
    const reading = read(text);
    readings.set(text, reading);
    return reading;
  };
}

/**
 * English by rules: everything the contract asks for.
 * @example const sentences = english().sentences('I moved. It rained.');
 */
export function english(): Language {
  const [statement, stated] = [kept(statementOf), kept(statedIn)];
  return {
    code: 'en',
    words,
    isStopWord: (word) => STOP_WORDS.has(word),
    sentences: sentencesOf,
    dates: findDates,
    names: findEntities,
    smallTalk,
    asking: readAsking,
    tellsChange,
    topics: topicsIn,
    manners: mannersIn,
    claim: readClaim,
    cues: cuesOf,
    restsOn,
    compare: compareClaims,
    otherwise: (held, told) => otherwise(stated(held), stated(told)),
    saySame: (one, other) => saySame(statement(one), statement(other)),
    likeness: (one, other) => likenessOf(statement(one), statement(other)),
    endTold,
    tellsTaste: (text) => TASTE.test(text.slice(0, MOST_READ)),
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
