import type { StoredEpisode } from '../../model/episode.ts';
import { clauseParts, headOf } from '../work-talk/clause-parts.ts';
import { retell, type Spoken } from '../work-talk/spoken.ts';
import { isAboutWork, isTechnical, isWorkNoun } from '../work-talk/technical.ts';

const WHERE =
  /^(?:i|we) (?:am|are) (?:currently |now |still )?(?:on|in|at|using|working (?:on|in|with|from)) (.+)|^(?:i|we) (?:only )?have (?:only )?(?:until|till|\w+ (?:hours|days|weeks) (?:to|for|left)) (.+)/i;
const MEANT =
  /^(?:this|it|that|all of this) ((?:is|will be) (?:for|about|part of|due|based on) .+|(?:has|needs) to .+|must .+|should .+)/i;
const BOUNDED = /^(?:has|needs|must|should|is due)\b.* (?:by|before|until|within|under|without)\b/i;
const BOUND = /^(?:is|are|must|has to|have to|needs? to|should|will be|may|can only|cannot|wants?|expects?)\b/i;
/** Of somebody's taste, or told as how it always is. */
const NOT_OF_THIS_TASK =
  /\b(?:favou?rite|usually|often|always|typically|every|never|great|awesome|nice|lovely|good|terrible)\b/i;
const UNREAL = /^(?:if|when|unless|maybe|perhaps|once)\b|\b(?:would|could|might)\b/i;

/** What the work of this session is about and bounded by, as said by this sentence. */
export function contextOf({ text, isQuestion }: Spoken, episode: StoredEpisode): string | undefined {
  if (episode.role !== 'user' || isQuestion || UNREAL.test(text) || NOT_OF_THIS_TASK.test(text)) return undefined;
  const [, place, time] = WHERE.exec(text) ?? [];
  const where = place ?? time;
  if (where !== undefined)
    return isAboutWork(where) && !/^the following\b/i.test(where) ? retell(text, episode) : undefined;
  const meant = MEANT.exec(text)?.[1];
  if (meant !== undefined)
    return isAboutWork(meant) || BOUNDED.test(meant) ? retell(`The work ${meant}`, episode) : undefined;
  const parts = clauseParts(text);
  if (parts === undefined || !BOUND.test(parts.rest) || !isWorkNoun(headOf(parts.subject))) return undefined;
  return /^(?:the|our|this)$/.test(parts.subject[0] ?? '') || isTechnical(parts.rest)
    ? retell(text, episode)
    : undefined;
}
