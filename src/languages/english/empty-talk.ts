import type { SmallTalk } from '../../contracts/language.ts';
import { words } from '../../text/words.ts';
import { isAcknowledgement, isGreeting, isNudge } from './small-talk.ts';

const POLITE =
  /^(?:(?:i['’]?m |i am |i['’]d be |always )?(?:happy|glad) to help\b.{0,30}|(?:of course|sure|certainly|absolutely)?,? ?i can help(?: you)?(?: with (?:that|this|it))?|(?:please )?(?:let me know|feel free|don['’]t hesitate)\b.{0,80}|great question|(?:is there )?anything else\b.{0,40}|(?:of course[.!,]? )?what would you like\b.{0,40}|how (?:can|may) i help\b.{0,40})[.!?\s]*$/i;
const ORDER =
  /^(?:(?:please|now|just|then|ok|okay|and|can you|could you|would you|will you)[, ]+){0,3}(?:continue|proceed|go (?:on|ahead|back)|keep going|carry on|try|retry|redo|undo|repeat|rerun|run|stop|wait|hold on|cancel|make|show|give|tell|list|print|open|close|read|write|rewrite|rephrase|reword|translate|summari[sz]e|shorten|expand|explain|elaborate|simplify|fix|change|remove|delete|add|check|format|convert|copy|paste|send|do|say|answer|use|put|move|skip|start|finish|draft|generate)\b/i;
/** A longer order also states something. */
const MAX_POINTING_WORDS = 6;
const POINTING =
  /^(?:\w+ ){0,3}?(?:it|that|this|these|those|them|one|again|more|another|me|on|ahead|back|going|out|down|now|(?:the|your) (?:last|first|second|third|next|previous|above|same|other|rest|answer|list|text|paragraph|code|output|result)s?)\b/i;
const ASKING =
  /^(?:(?:so|and|but|ok|okay|hey|please)[, ]+){0,2}(?:who(?:['’]s| \p{L}+)(?!.* is )|(?:what|why|how|where)(?:['’]s| (?:is|are|was|were|do|does|did|can|could|would|should|will|much|many|about)\b)|(?:is|are|was|were|do|does|did|can|could|would|should|will) (?:you|it|there|this|that|the|i|we|they|he|she)\b|(?:define|explain|describe|calculate|solve|convert)\s)/iu;
const LASTING_INSTRUCTION =
  /\b(?:always|never|ever|from now on|whenever|every|each time|in (?:the )?future|going forward|by default|remember|remind|note that|keep in mind|do not|don['’]t|avoid|prefer|instead of)\b/i;

const INVERTED =
  '(?<!\\b(?:do|does|did|can|could|should|shall|would|will|may|might|must|am|are|was|were|have|had|if) )';
/** Questions that also state something about the speaker, or in a clause of their own. */
const INFORMATIVE: readonly RegExp[] = [
  /\b(?:i['’]?m|i am|i['’]ve|we['’]re|we are|we['’]ve)\b/i,
  new RegExp(
    `${INVERTED}\\b(?:i|we)\\s(?!can\\b|should\\b|could\\b|would\\b|do\\b|mean\\b|ask\\b|know\\b)\\p{L}{2,}`,
    'iu',
  ),
  /\b(?:my|our)\s(?!code|text|essay|question|message|sentence|paragraph|draft|last|next|previous|answer|input|prompt|file)\p{L}{2,}/iu,
  /\bas an? (?!table|list|poem|story|letter|diagram|chart|bullet|single|short|json|csv|pdf)\p{L}+|\b(?:toddler|bab(?:y|ies)|kids?|adults|children)\b|\b(?:year|month|week)-old\b|\bwho (?:loves?|likes?|hates?|has|have|is|works?|lives?|wants?|needs?)\s/iu,
  /\b(?:because|given that|now that|seeing that|considering that)\s/i,
  /(?:[,;:–—]|\s-)\s(?:since|as|but|and)?\s?(?:i|we|he|she|they|it|my|our|his|her|their|the \p{L}+|\p{Lu}\p{L}+)['’\s]\s?\p{L}+/u,
  /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|tonight|\d{1,2}(?::\d\d)? ?(?:am|pm)|\d{1,2}:\d\d)\b(?<=\b(?:we|us|me|i)\b.{0,90})/i,
];

export function emptyTalk(sentence: string): SmallTalk | undefined {
  const text = sentence.trim();
  if (isGreeting(text)) return 'greeting';
  if (isAcknowledgement(text) || POLITE.test(text)) return 'acknowledgement';
  if (isNudge(text)) return 'nudge';
  if (LASTING_INSTRUCTION.test(text) || INFORMATIVE.some((pattern) => pattern.test(text))) return undefined;
  if (text.endsWith('?') || ASKING.test(text)) return 'question';
  const order = ORDER.exec(text);
  if (order === null) return undefined;
  const rest = text.slice(order[0].length).trim();
  const isMomentary = words(rest).length === 0 || (words(rest).length <= MAX_POINTING_WORDS && POINTING.test(rest));
  return isMomentary ? 'nudge' : undefined;
}
