import type { StoredEpisode } from '../../model/episode.ts';
import { ACTIONS, ANYWHERE, actionWith } from '../work-talk/actions.ts';
import { retell, type Spoken } from '../work-talk/spoken.ts';
import { isAboutWork } from '../work-talk/technical.ts';

const ASKED =
  /^(?:would|do) you mind |^(?:can|could|would|will) you (?:please |also |now |just )*(?=\S)|^(?:i|we) (?:want|need|would like) you to |^(?:help me|help us|let us)(?: to)? |^(?:please|now|next|first|then|instead|also|just) /i;
const REQUESTED =
  /^(?:would|do) you mind |^(?:can|could|would|will) you |^(?:i|we) (?:want|need|would like) you to |^help (?:me|us)\b/i;
const WISHED =
  /^(?:i|we) (?:(?:really |still |now |just |also )?(?:need|want|have|aim|intend) to|would (?:really )?like to|(?:am|are) (?:now |still )?(?:trying|aiming|looking|hoping|supposed|going) to) (.+)/i;
const NEEDED = /^(?:i|we) (?:need|want|would like) (?:an?|the|some|help with) (.+)/i;
const AIMED = /^(?:the|my|our) (?:\w+ )?(?:aim|goal|objective|task|mission|purpose|plan)(?: \w+){0,4} is (?:to )?(.+)/i;
const SOME_DAY =
  /\b(?:some ?day|one day|eventually|always wanted|dream|next (?:year|spring|summer|autumn|winter)|in my life|ever)\b/i;
/** Nothing that could be told to somebody who was not there. */
const POINTING =
  /^(?:it|this|that|them|these|those|so|me|up|on|away|more|again)\b(?: \w+)?$|^(?:out|sure|me|us|you|to|through|\w+sel(?:f|ves))\b|^(?:it|them|this|that)\b|^(?:\w+ ){0,3}(?:difference|impact|memories|change)\b/i;
const NOT_AN_OBJECT =
  /^(?:\S+ )?(?:is|are|was|were|has|have|had|can|will|would|should|fails?|passes|looks?|sounds?|seems?|starts?|makes?|helps?|means?)\b|^(?:you|i|we)\b/i;
const INSTEAD = /,? instead$/i;
const CONDITION = /^(?:if|when|unless|maybe|perhaps|once|in case)\b/i;

/** What the user wants done in this session, as said by this sentence. */
export function goalOf(spoken: Spoken, episode: StoredEpisode): string | undefined {
  const isDirective = episode.type === 'userDirective';
  if ((episode.role !== 'user' && !isDirective) || CONDITION.test(spoken.text)) return undefined;
  const wanted = (action: string) =>
    retell(`I want to ${lowerFirst(action.replace(INSTEAD, ''))}`, { ...episode, role: 'user' });
  const ordered = orderIn(spoken, isDirective);
  if (ordered !== undefined) return wanted(ordered);
  if (spoken.isQuestion || SOME_DAY.test(spoken.original)) return undefined;
  const wish = WISHED.exec(spoken.text)?.[1];
  if (wish !== undefined) return isWork(wish) ? wanted(wish) : undefined;
  const [aimed, aim = ''] = AIMED.exec(spoken.text) ?? [];
  const [needed, need = ''] = NEEDED.exec(spoken.text) ?? [];
  if (aimed !== undefined ? isWork(aim) : needed !== undefined && isAboutWork(need))
    return retell(spoken.text, episode);
  return isDirective && /^\p{L}+ \p{L}+/u.test(spoken.text)
    ? retell(`The user asks: ${spoken.text}`, episode)
    : undefined;
}

/** What an imperative, or a question that is one, orders. */
function orderIn({ text, original, isQuestion }: Spoken, isDirective: boolean): string | undefined {
  let order = text;
  for (let before = ''; before !== order; ) {
    before = order;
    order = order.replace(ASKED, '');
  }
  if (isQuestion && order === text) return undefined;
  const [, verb = '', object = ''] = /^(\p{L}+) (.+)$/su.exec(order) ?? [];
  const isMinded = /^(?:would|do) you mind /i.test(text);
  const action = isMinded ? actionWith('ing', verb.toLowerCase()) : verb.toLowerCase();
  if (action === undefined || !ACTIONS.has(action) || POINTING.test(object) || NOT_AN_OBJECT.test(object))
    return undefined;
  const command = `${action} ${object}`;
  return isDirective || REQUESTED.test(text) || /\bplease\b/i.test(original) || isWork(command) ? command : undefined;
}

function isWork(action: string): boolean {
  const verb = /^\p{L}+/u.exec(action)?.[0].toLowerCase() ?? '';
  return (ACTIONS.has(verb) && !ANYWHERE.has(verb)) || (verb !== 'be' && isAboutWork(action));
}

const lowerFirst = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
