import { spokenSentences } from '../../languages/english/assertions/spoken-sentences.ts';
import { STOP_WORDS } from '../../text/stop-words.ts';
import { wordList } from '../../text/word-list.ts';
import { words } from '../../text/words.ts';
import { MANNERS } from './manners.ts';
import type { TraitName } from './traits.ts';

const QUOTED = /["“”][^"“”]{0,400}["“”]/g;
const CLAUSE = /[,;]\s+|\s+(?:but|and (?=(?:please|you|don['’]t)))\s*/i;
const LONGEST = 240;

/** Asked of the agent, rather than told or wondered. */
const REQUEST = /^(?:please[,]? )?(?:can|could|would|will) you\b/i;
const ORDER =
  /^(?:(?:please|ok|okay|also|and|so|just|from now on|next time|in (?:the )?future|try to|try and|i said|a bit|a little)[,]? )*(?:keep (?:it|your|things|the answers|answers|replies|responses)|be|stay|stop|quit|don['’]t|do not|no (?:more|need)|never|always|less|fewer|more|shorter|longer|get|use|give me|answer|reply|respond|speak|talk to me|explain (?:things|everything|more|in|with|it|step)|avoid|drop|skip|ask|enough|cut|spare me|go|do it without|tell me when)\b/i;
const WISH =
  /^i(?:['’]d| would)? (?:really |much )?(?:like|prefer|want|need|love) (?:it )?(?:more|less|fewer|shorter|longer|you to)\b/i;
const THANKS =
  /^(?:many )?(?:thanks|thank you|thx)(?: so much| a lot)? for (?:always |never )?(?:being|explaining|keeping|giving|using|answering|asking|not)\b/i;
const AGENT =
  /\byou(?:['’]re|['’]ve)?(?: are| have been| have| do)?(?: can| could| should| don['’]t| do not| never| always| often| really| just| need to| have to)* (?:so|too|very|really|always|never|often|usually|a bit|a little|such|explain|answer|reply|respond|write|talk|speak|sound|ask|use|give|keep|make me|put|go|say|admit|tell me|need|apologi|sugar|joke|flatter|drop|skip|encourag|patient|clear|funny|direct|kind)|\byour (?:\w+ |sense of )?(?:answers?|repl(?:y|ies)|responses?|explanations?|messages?|tone|style|humou?r|jokes|manner|way|patience|examples|honesty|questions|directness|lists|writing)\b/i;
/** Who else it could be about: somebody else's words, or a piece of work. */
const ELSEWHERE =
  /\byou (?:said|told|mentioned|wrote|claimed)\b|^(?:he|she|they|my|his|her|their|people|someone|everyone|why|how|what|when|where|who|do you|does|did|are|is)\b|\b(?:emails?|letter|poem|essay|summary|readme|blog|posts?|story|code|function|title|paragraph to|draft|report|documents?|article|slides?|presentation|speech|docs|section|logo|text for|tell me a)\b|^(?:please )?(?:write|translate|draft|add|create|generate|summari[sz]e|rewrite|make (?:it|this|the|that))\b/i;
const UNWANTED =
  /\b(?:stop|quit|don['’]t|do not|no more|no need|no|less|fewer|too|avoid|enough|drop|skip|without|hate|dislike|annoy\w*|never|cut|spare me|not)\b(?!\s+(?:only|just)\b)[^.]*$/i;
const EXCESS = /^\W*(?:\w+\W+){0,3}?too (?:much|often|many)\b/i;
/** What a manner may be said of; any other thing that follows has it, not the agent. */
const OWN_THINGS = wordList(
  `answer answers reply replies response responses explanation explanations message messages tone style manner words language
  time times always often next when please thanks thank mate instead everything things anything points`,
);
const OF_SOMETHING = /^\s+(?:on|about|of|from (?:me|my)|(?:to|for) (?:the|my|this))\b/i;
/** Liked, though a word of refusal stands in front: "why not be …", "I don't mind …". */
const INDIFFERENT = /\b(?:don['’]t mind|do not mind|not bad|why not)\b/i;

/** What a user says of the agent's manner, or asks of it. */
export function traitsIn(text: string): TraitName[] {
  const found = spokenSentences(text.replace(QUOTED, ' ')).flatMap(({ text: sentence, isQuestion }) => {
    if (sentence.length > LONGEST || ELSEWHERE.test(sentence) || INDIFFERENT.test(sentence)) return [];
    if (isQuestion && !REQUEST.test(sentence)) return [];
    const isThanked = THANKS.test(sentence);
    return sentence.split(CLAUSE).flatMap((clause) => (isThanked || isToAgent(clause) ? (traitIn(clause) ?? []) : []));
  });
  return [...new Set(found)];
}

const isToAgent = (clause: string): boolean =>
  [REQUEST, ORDER, WISH, AGENT].some((frame) => frame.test(clause)) || PRAISE.test(clause);

const PRAISE =
  /\bi(?:['’]m| am)? (?:really |do |also )*(?:like|love|appreciate|enjoy|prefer|value|admire|glad|hate|dislike)(?: it)?\b.*\byou\b/i;

function traitIn(clause: string): TraitName | undefined {
  for (const { pattern, welcome, unwelcome } of MANNERS) {
    const match = pattern.exec(clause);
    if (match === null) continue;
    const rest = clause.slice(match.index + match[0].length);
    if (isOfAnother(rest)) return undefined;
    const isUnwanted = UNWANTED.test(clause.slice(0, match.index)) || EXCESS.test(rest);
    const trait = isUnwanted ? unwelcome : welcome;
    if (trait !== undefined) return trait;
  }
  return undefined;
}

/** "A short flight", "details about the hotel". */
function isOfAnother(rest: string): boolean {
  const [next] = words(rest);
  return OF_SOMETHING.test(rest) || (next !== undefined && !STOP_WORDS.has(next) && !OWN_THINGS.has(next));
}
