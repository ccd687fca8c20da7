import type { Language, SmallTalk } from '../../contracts/language.ts';
import { STOP_WORDS } from '../../text/stop-words.ts';
import { words } from '../../text/words.ts';
import { findAssertions } from './assertions/find-assertions.ts';
import { compareClaims } from './claims/compare.ts';
import { readClaim } from './claims/read-claim.ts';
import { cuesOf, restsOn } from './claims/relations.ts';
import { findDates } from './dates/find-dates.ts';
import { findEntities } from './entities/find-entities.ts';
import { kindOf } from './kinds.ts';
import { knowledgeIn } from './knowledge.ts';
import { mannersIn } from './manners.ts';
import { importanceOf, memoryTypeOf } from './memory-type.ts';
import { readProfile } from './profile/read-profile.ts';
import { type Statement, saySame, statementOf } from './same-statement.ts';
import { sentencesOf } from './sentences.ts';
import { isAcknowledgement, isGreeting, isNudge, isQuestion } from './small-talk.ts';
import { topicsIn } from './topics.ts';

const MOST_KEPT = 1000;

/** English by rules: everything the contract asks for. */
export function english(): Language {
  const statements = new Map<string, Statement>();
  const statement = (text: string): Statement => {
    const known = statements.get(text);
    if (known !== undefined) return known;
    if (statements.size >= MOST_KEPT) statements.clear();
    const read = statementOf(text);
    statements.set(text, read);
    return read;
  };
  return {
    code: 'en',
    words,
    isStopWord: (word) => STOP_WORDS.has(word),
    sentences: sentencesOf,
    dates: findDates,
    names: findEntities,
    smallTalk,
    kindOf,
    assertions: findAssertions,
    knowledge: knowledgeIn,
    topics: topicsIn,
    manners: mannersIn,
    claim: readClaim,
    cues: cuesOf,
    restsOn,
    compare: compareClaims,
    saySame: (one, other) => saySame(statement(one), statement(other)),
    profile: readProfile,
    memoryType: (text) => {
      const { type, why } = memoryTypeOf(text);
      return { value: type, why };
    },
    importance: (text) => {
      const { importance, why } = importanceOf(text, memoryTypeOf(text).type);
      return { value: importance, why };
    },
  };
}

function smallTalk(text: string, names: readonly string[] = []): SmallTalk | undefined {
  if (isGreeting(text, names)) return 'greeting';
  if (isQuestion(text)) return 'question';
  if (isAcknowledgement(text)) return 'acknowledgement';
  return isNudge(text) ? 'nudge' : undefined;
}
