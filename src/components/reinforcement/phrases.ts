import { STOP_WORDS } from '../../text/stop-words.ts';
import { wordList } from '../../text/word-list.ts';
import { words } from '../../text/words.ts';
import { isLight } from './acts.ts';

const MOST_WORDS = 16;
const POSSESSIVE = /\b(?:my|our|your)\b/gi;
const ENDING =
  /\s+(?:yesterday|the other day|(?:last|this) (?:week|weekend|month|night|morning|evening)|so far|now|again|please|then|today|too|as well|right away|for (?:me|us|you))$/i;
/** Where a strategy ends and something else about it begins. */
const BEYOND =
  /\s+(?:so that|so|because|until|which|in case|if|as|to see|to check|and (?:then )?(?:see|check|run|rerun|re-run|test|verify|hope|it|that|see)|when (?:i|we|you))\b.*$/i;
const PURPOSE =
  /\s+(?:in order to|to)\s+((?:reduce|avoid|prevent|fix|stop|speed|improve|get|make|keep|save|cut|solve|resolve|handle|ease|lower|increase|unblock|shorten|simplify)\b.+)$/i;
const VAGUE = wordList(
  `it that this them these those something things stuff one another idea way ways trying doing going getting having step steps next plan
  everything anything details information part parts thing bit lot few different approaches approach`,
);
/** Said of any task, so that they tell none from another. */
export const GENERIC = wordList('fix solve resolve help stop avoid prevent get make keep when working work');
/** Means somebody or something that only those who were there can name. */
const POINTING =
  /\b(?:it|it['’]s|this|that|that['’]s|these|those|them|they|they['’]re|he|she|him|her|hers|his|their|theirs|you|you['’](?:re|ve|ll|d)|yours|yourself|i|i['’](?:m|ve|ll|d)|me|mine|myself|we|we['’](?:re|ve|ll|d)|us|ours|ourselves|one another|each other|above|below|following|here|there|such|same|other|others)\b/i;
/** "The mom" is nobody's. */
const KIN =
  /\b(?:my|our|your) (?:\w+ )?(?:mom|mum|mother|dad|father|parents?|wife|husband|partner|girlfriend|boyfriend|sons?|daughters?|sisters?|brothers?|friends?|boss|manager|supervisor|family|team|back|best|way)\b/i;
/** Says or does something by itself, so that more than one clause was taken for one. */
const FINITE =
  /\b(?:is|are|was|were|be|been|being|am|has|have|had|will|would|can|cannot|could|should|shall|might|may|must|do|does|did|don['’]t|doesn['’]t|didn['’]t|won['’]t|can['’]t|isn['’]t|aren['’]t|keeps|makes|gives|helps|means|brings|takes|lets|gets|needs|seems|feels|looks|wants|says|who|what|how|why|where|whether)\b/i;
/** Ways to go on with a talk, not with a problem. */
const TALKING =
  /^(?:(?:walking|running|working|stepping) through|moving (?:on|forward|ahead)|taking (?:a (?:closer |quick |deep )?(?:look|moment|dive)|care|note|stock|part)|wrapping up|keeping (?:going|in (?:mind|touch)|an eye)|making (?:sure|a note|a plan|progress|choices|\w+ choices)|putting together|holding on|giving (?:feedback|an overview))\b/i;
const BROKEN_OFF =
  /(?:^|\s)(?:a|an|the|and|or|to|of|for|with|in|on|at|by|from|into|about|very|more|most|less|really|quite|both|either|not|like|than|its|without|between|only)$/i;

/** Words that name a thing or an act, not how they hang together. */
export const tellingWords = (text: string): string[] =>
  words(text).filter((word) => !STOP_WORDS.has(word) && !VAGUE.has(word));

const withoutOwners = (text: string): string => text.replace(POSSESSIVE, 'the').replace(/\s+/g, ' ').trim();

/** Understood by somebody who was not there, and not cut off. */
const standsAlone = (text: string): boolean =>
  !POINTING.test(text.replace(/\b(?:its|their) own\b/gi, 'a')) && !KIN.test(text) && !BROKEN_OFF.test(text.trim());

/** What something was for, told without its owners; nothing where only those who were there would understand it. */
export function plainTask(task: string): string {
  const text = task.replace(/[\s.,:;!?…]+$/, '');
  return standsAlone(text) && words(text).length <= MOST_WORDS && tellingWords(text).length > 0
    ? withoutOwners(text)
    : '';
}

/** A strategy cut to itself, with what it was for where it says so; nothing if too little or too much is left, or nobody else would understand it. */
export function strategyIn(text: string): { readonly strategy: string; readonly task: string } | undefined {
  const bounded = text.replace(BEYOND, '');
  const purpose = PURPOSE.exec(bounded);
  let said = (purpose === null ? bounded : bounded.slice(0, purpose.index)).trim();
  for (let shorter = ''; shorter !== said; said = shorter) shorter = said.replace(ENDING, '');
  said = said.replace(ENDING, '').replace(/[\s"'“”.,!:]+$/, '');
  if (!standsAlone(said) || FINITE.test(said) || TALKING.test(said)) return undefined;
  const strategy = withoutOwners(said);
  const [act = '', ...rest] = words(strategy);
  const telling = tellingWords(rest.join(' ')).length;
  if (rest.length === 0 || rest.length >= MOST_WORDS || telling === 0 || (isLight(act) && rest.length < 2))
    return undefined;
  return { strategy, task: plainTask(purpose?.[1] ?? '') };
}
