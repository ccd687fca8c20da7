import type { StoredEpisode } from '../../model/episode.ts';
import { ACTIONS } from '../work-talk/actions.ts';
import { retell, type Spoken } from '../work-talk/spoken.ts';
import { hasNamedThing, isAboutWork } from '../work-talk/technical.ts';

const CHOICE =
  '(?:go (?:with|for|ahead with)|stick (?:with|to)|stay with|use|keep|drop|skip|choose|pick|take|adopt|leave|postpone|avoid|ditch|settle on)';
const PROPOSED = new RegExp(`^(?:let us|then let us) (${CHOICE} .+)`, 'i');
const PLAINLY_CHOSEN = /^(?:go with|go ahead with|stick (?:with|to)|use|adopt|choose|settle on)\b/i;
const REFUSED = /^we (?:will not|are not going to) ((?!see|be\b|have\b)\p{L}+ .+)/iu;
const LABELLED = /^(?:agreed|decided|settled|decision)\s*[,:–—-]\s*(.+)/i;
const PLANNED = /^we will (?!see|need|have|be\b)((\p{L}+)\b.*)/iu;
const COMMITTED = new RegExp(
  `^(?:we|i) (?:will|shall|am going to|are going to) (?:now |then |just )?(${CHOICE} .+)`,
  'i',
);
const GOING = /^(?:(?:we|i) (?:are|am) )?going with (.+)/i;
const TAKEN = /^(?:go with|option|variant|plan) (.+?)(?: it is)?$/i;
const RESOLVED =
  /^(?:(?:we|i)(?: have)?|it (?:was|has been|is)) (?:now |finally |just |already )?(decided|agreed|settled|opted|resolved) (to|on|for|against|that) (.+)/i;
const CHOSEN = /^(?:(?:we|i)(?: have)? )?(chose|chosen|picked|selected|went with) (.+)/i;
const MANNERS =
  /\b(?:in mind|posted|you (?:updated|informed)|an eye)\b|\bkeep (?:\w+ing|it up|it going|at it|on)\b|\b(?:take care|choose to|chose to|(?:choose|chose|pick|picked) (?:it|them))\b|\b(?:choose|chose|pick|picked|take|go with|go for|going with) (?:it|them|this|that|care|to)$/i;

/** What was settled in this session, by whoever commits to it. */
export function decisionOf({ text, isQuestion }: Spoken, episode: StoredEpisode): string | undefined {
  if (isQuestion || MANNERS.test(text) || (episode.role !== 'user' && episode.role !== 'assistant')) return undefined;
  const decided = (action: string) => retell(`It was decided to ${action}`, episode);
  const proposed = PROPOSED.exec(text)?.[1];
  if (proposed !== undefined && (PLAINLY_CHOSEN.test(proposed) || isWork(proposed))) return decided(proposed);
  const going = GOING.exec(text)?.[1];
  if (going !== undefined) return decided(`go with ${going}`);
  if (/^go with | it is$/i.test(text) && TAKEN.test(text))
    return decided(`go with ${text.replace(/^go with | it is$/gi, '')}`);
  const committed = COMMITTED.exec(text)?.[1];
  if (committed !== undefined && (episode.role === 'assistant' || isWork(committed))) return decided(committed);
  const [, planned = '', action = ''] = PLANNED.exec(text) ?? [];
  if (episode.role === 'user' && ACTIONS.has(action.toLowerCase()) && isWork(planned)) return decided(planned);
  const [, verb = '', link = '', matter] = RESOLVED.exec(text) ?? [];
  if (matter !== undefined && isWork(matter))
    return retell(`It was ${verb.toLowerCase()} ${link.toLowerCase()} ${matter}`, episode);
  const refused = REFUSED.exec(text)?.[1];
  if (refused !== undefined && isWork(refused)) return retell(`It was decided not to ${refused}`, episode);
  const labelled = LABELLED.exec(text)?.[1];
  if (labelled !== undefined && isWork(labelled)) return retell(`It was decided: ${labelled}`, episode);
  const [, how = '', chosen] = CHOSEN.exec(text) ?? [];
  return chosen !== undefined && isWork(chosen)
    ? decided(`${/went/i.test(how) ? 'go with' : 'choose'} ${chosen}`)
    : undefined;
}

const isWork = (text: string): boolean => isAboutWork(text) || hasNamedThing(text);

/** An episode that was recorded as a decision is one, however it is put. */
export function recordedDecision(spoken: Spoken, episode: StoredEpisode): string {
  return decisionOf(spoken, episode) ?? retell(`It was decided: ${spoken.text}`, episode);
}
