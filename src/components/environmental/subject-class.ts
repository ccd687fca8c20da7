import type { Role } from '../../model/episode.ts';
import { headOf } from '../work-talk/clause-parts.ts';
import { isCommonplace, isDigitalNoun, isStandingNoun, isTechnical, isWorkNoun } from '../work-talk/technical.ts';

/** Whom or what a statement is about, as far as that decides whether it can be of the surroundings. */
type SubjectClass = 'agent' | 'user' | 'team' | 'surroundings' | 'commonplace' | 'practice' | 'other';

const PEOPLE =
  /\b(?:wife|husband|partner|son|daughter|kids?|child|children|baby|mother|father|mom|mum|dad|parents?|sisters?|brothers?|friends?|cousins?|neighbou?rs?|boss|he|she|they|dog|cat|developers?|publishers?|producers?|designers?|writers?|editors?|testers?|reviewers?|organi[sz]ers?|advertisers?|managers?|customers?|clients?|agents)\b/;
const TASTE = /\bfavou?rite|\bdream\b/;
/** "This package" is whatever was just spoken of; "this repository" is where one works. */
const POINTED = /^(?:this|these|that|those|its)\b/;
const PLACE_OF_WORK =
  /^this (?:\w+ )?(?:repo|repository|sandbox|environment|codebase|machine|server|workspace|monorepo|container|laptop|cluster|shell|terminal|branch)$/;

export function subjectClass(subject: readonly string[], role: Role): SubjectClass {
  const named = subject.join(' ');
  const isSelf = role === 'assistant' ? named === 'i' : named === 'you';
  if (isSelf || /^(?:the|this|your) (?:agent|assistant|bot)$/.test(named)) return 'agent';
  if (/^the users?$/.test(named) || (role === 'assistant' && named === 'you')) return 'user';
  if (named === 'we') return 'team';
  if (PEOPLE.test(named) || TASTE.test(named) || (POINTED.test(named) && !PLACE_OF_WORK.test(named))) return 'other';
  const head = headOf(subject);
  if (isStandingNoun(head)) return isCommonplace(head) && !isTechnical(named) ? 'commonplace' : 'surroundings';
  const isGeneral = head.endsWith('s') && (subject[0] === head || /^(?:all|most|pull)$/.test(subject[0] ?? ''));
  return (isDigitalNoun(head) && !head.endsWith('ing')) || (isGeneral && isWorkNoun(head) && isTechnical(named))
    ? 'practice'
    : 'other';
}
