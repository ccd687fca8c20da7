import type { DateMatch, QueryIntent } from '../../contracts/language.ts';
import { words } from '../../text/words.ts';
import { sentencesOf } from '../sentences.ts';
import { findDates } from './dates/find-dates.ts';
import { questionsIn } from './questions.ts';
import { STOP_WORDS } from './stop-words.ts';

export function readQueryIntent(query: string, now: Date): QueryIntent {
  const dates = findDates(query, now);
  const order = requestedOrder(query, now);
  return {
    topic: focusOf(query),
    talk: talkShare(query),
    asksForChange: asksForChange(query),
    asksForPresent: VALUE.test(query) && !OF_THE_PAST.test(query),
    asksForFormer: FORMER.test(query),
    asksForAllTime:
      dates.length > 0 &&
      !AHEAD.test(query) &&
      words(withoutDates(dates, query)).every((word) => STOP_WORDS.has(word) || TALK.has(word)),
    questions: questionsIn(query),
    ...(order !== undefined && { order }),
  };
}

export const statesChange = (sentence: string): boolean => CHANGE.test(sentence);

const withoutDates = (dates: readonly DateMatch[], text: string): string =>
  dates.reduceRight((rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`, text);

/** A time in a question about the future or a duty is not when something was said. */
const AHEAD = /\b(?:am|are|will|shall|must|should|happens|going|do (?:i|we) have to)\b|['’](?:ll|m|re)\b/i;
const VALUE =
  /\b(?:how (?:many|much|often|long|old|far|big|large)|what(?:['’]s| is| are| time| date| day| deadline| percentage| number| score| target| budget)|when (?:is|are|should|do|does|will)|which|where (?:is|are|do|does)|who (?:is|are)|what (?:\w+ ){0,3}should)\b/i;
const OF_THE_PAST = /\b(?:did|was|were|had|first|initially|originally|before|used to)\b/i;
const FORMER =
  /\b(?:at first|first time|initially|originally|before|earlier|previous(?:ly)?|former(?:ly)?|used to|back then)\b/i;
const CHANGE =
  /\b(?:now|new|newly|recent(?:ly)?|updat\w*|chang\w*|mov(?:ed|ing)|reschedul\w*|postpon\w*|delay\w*|push(?:ed)? back|extend\w*|adjust\w*|increas\w*|rais\w*|reduc\w*|lower\w*|improv\w*|reach\w*|switch\w*|instead|no longer|any ?more|actually|correct(?:ion|ed)|replac\w*|grew|grown|bump\w*|revis\w*|latest|already|up to|upgrad\w*|expand\w*|added|extra|cut)\b/i;

const TALK = new Set(
  'happen happened happens talk talked discuss discussed say said tell told done go went going mention mentioned new'.split(
    ' ',
  ),
);

/** "How do I change it" asks for a way, "when did I change it" for a time. */
const CHANGE_OF_MANNER =
  /\bhow (?:do|does|can|could|should|would|must) (?:i|we|you|one|someone|it get)\b|\bhow to\b|\b(?:steps?|instructions?|procedure|recipe|guide|way|command|process) (?:to|for|of)\b|\bwalk me through\b|\b(?:when (?:did|was|were|have|had)|how long ago|(?:the )?(?:last|first) time|(?:timeline|history) of)\b/i;
const CHANGED_SINCE =
  /\b(?:changed|changes|what(?: is|'s|’s| are) (?:new|different)|anything new|updates?|no longer|any ?more|used to)\b|\b(?:do|does|is|am|are) (?:i|we|you|he|she|they|it|the \w+|\w+) still\b|\bdifferent (?:from|than|now|since)\b/i;

const asksForChange = (query: string): boolean => CHANGED_SINCE.test(query) && !CHANGE_OF_MANNER.test(query);

/** A sentence that only describes the form of the answer: "Mention only five items." */
const FORMAT =
  /^(?:please )?(?:mention|list|limit|keep|answer|respond|reply|include|use|write|be|do not|don['’]t)\b.*\b(?:only|brief|short|concise|detailed|format|(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten) (?:items?|words?|sentences?|bullets?|points?))\b/i;

const OPENINGS = [
  /^(?:hey|hi|hello|ok|okay|so|well|please|and|alright|right|thanks|thank you)\b[,!.:]?\s+/i,
  /^(?:can|could|would|will) (?:you|we)(?: please)?(?: also| quickly| maybe)? (?:list|tell|give|show|walk|remind|explain|summari[sz]e|describe|provide|outline|recap|recall|go over|help)(?: me| us)?(?: again)?(?: with| to| through| about| of| understand)?\s+/i,
  /^(?:list|tell|give|show|walk|remind|summari[sz]e|describe|provide|outline|recap)(?: me| us)(?: through| about| of)?\s+/i,
  /^(?:i['’]?d like|i want|i need|i would like|i['’]m curious|i was wondering|do you (?:remember|recall|know)|i wonder)(?: to know)?(?: about| if| whether| what)?\s+/i,
  /^(?:(?:an?|the|my)\s+)?(?:(?:clear|brief|comprehensive|detailed|quick|full|complete|short|thorough|concise)\s+)?(?:summary|overview|recap|list|rundown|timeline|breakdown|account|picture)(?: of| about| on)\s+/i,
  /^(?:the )?order in which (?:i|we) (?:first )?(?:brought up|mentioned|discussed|talked about|raised|covered|introduced|asked about)\s+/i,
  /^(?:the )?(?:different|various|key|main|several|all the|all)?\s*(?:aspects|topics|concepts|things|issues|points|ideas|parts|steps|features|details)(?: related to| of| about| around| regarding| with| in)\s+/i,
  /^(?:everything|what|all|anything) (?:i|we)(?:['’]ve| have)? (?:learned|covered|discussed|talked|said|mentioned)(?: so far)?(?: about| on| regarding)\s+/i,
  /^(?:how|what|which) (?:i|my)\s+/i,
];

const CONTEXT_PHRASES = [
  /,? ?(?:throughout|across|over|during|in|from) (?:all )?(?:of )?(?:our|the|these|my) (?:previous |past |earlier )?(?:conversations?|discussions?|chats?|sessions?|messages|talks)\b/gi,
  /,? ?\b(?:in order|over time|so far)\b(?=[,.?!]|$)/gi,
  /,? ?(?:that )?we(?:['’]ve| have)? (?:discussed|talked about|covered)(?: so far)?(?=[,.?!]|$)/gi,
];

const MAX_OPENINGS = 4;
const MIN_FOCUS_CHARS = 8;

/**
 * The topic of a query without its request phrases, which match other requests and not the answer. Without this, beam
 * frac@10 is 0.6 to 1.1 lower, all others the same.
 */
function focusOf(query: string): string {
  const sentences = sentencesOf(query).filter((sentence) => !FORMAT.test(sentence.trim()));
  const withoutContext = CONTEXT_PHRASES.reduce((text, pattern) => text.replace(pattern, ''), sentences.join(' '));
  const focus = withoutOpenings(withoutContext, MAX_OPENINGS).trim();
  return focus.length < MIN_FOCUS_CHARS || focus.length > query.length ? query : focus;
}

function withoutOpenings(text: string, rounds: number): string {
  const rest = OPENINGS.reduce((left, opening) => left.replace(opening, ''), text);
  return rest === text || rounds <= 1 ? rest : withoutOpenings(rest, rounds - 1);
}

const ASKS =
  /\?\s*$|^\W*(?:what|who|whom|whose|when|where|which|why|how|do|does|did|is|are|am|was|were|can|could|should|would|will|have|has|had|list|tell|remind|recall|find|show|name)\b/i;
const MAX_SHORT_QUERY_WORDS = 3;

/** The share of a query that continues a conversation instead of asking. A few words without a verb also ask. */
function talkShare(query: string): number {
  if (words(query).length <= MAX_SHORT_QUERY_WORDS) return 0;
  const sentences = sentencesOf(query).filter((sentence) => sentence.trim().length > 1);
  return sentences.filter((sentence) => !ASKS.test(sentence)).length / Math.max(1, sentences.length);
}

const LAST_TIME =
  /\bsince (?:(?:i|we|you)(?: have|['’]ve)? last (?:worked|talked|spoke|spoken|met|looked|checked|chatted|were here|was here)(?: on (?:this|it)| at (?:this|it))?|(?:our|the|my) last (?:session|time|chat|conversation|meeting|visit)|last time)\b/i;

const CHANGED =
  /^\W*(?:so |and |ok(?:ay)? )*(?:(?:what|which things|has anything|have things|did anything|anything)(?:['’]s| has| have)?(?: been)? (?:changed?|updated)\b|(?:(?:what|anything)(?:['’]s| is| are| was)|is (?:there )?anything|is something) (?:new|different)(?=\s*(?:since|after|about|with|in the|for|from|between|[?.!]|$)))/i;

const CERTAIN =
  /^\W*(?:so |and )*(?:what|which (?:things|facts)) (?:am i|are you|are we|is the agent|do (?:i|you|we) feel|would you be)(?: the)? (?:most |surest|very |really )?(?:sure|certain|confident)?(?: of| about| regarding| on| concerning| in)*\b/i;
const SURE = /\b(?:surest|sure|certain|confident)\b/i;
const ABOUT_TOPIC = /^\W*(?:about|regarding|concerning|with|for|on|in|of|to|when it comes to)\b/i;

/** "What changed since Friday?" and "What am I most sure of about Ana?" ask for an order, with or without a topic. */
function requestedOrder(text: string, at: Date): QueryIntent['order'] {
  const certain = CERTAIN.exec(text);
  if (certain !== null && SURE.test(certain[0]))
    return { mode: 'certain', topic: topicOf(text.slice(certain[0].length)) };
  const changed = CHANGED.exec(text);
  if (changed === null) return undefined;
  const rest = text.slice(changed[0].length);
  if (LAST_TIME.test(rest)) return { mode: 'changed', topic: topicOf(rest.replace(LAST_TIME, ' ')), since: 'lastTime' };
  const dates = findDates(rest, at);
  if (dates.length === 0) return undefined;
  const timeless = withoutDates(dates, rest);
  return {
    mode: 'changed',
    topic: topicOf(timeless.replace(/\b(?:since|after|from|between|during)\s*(?=[\s?.!]|$)/gi, ' ')),
  };
}

function topicOf(text: string): string {
  const topic = text
    .replace(ABOUT_TOPIC, ' ')
    .replace(/(?<![\s?.!])[\s?.!]+$/, '')
    .trim();
  return words(topic).every((word) => STOP_WORDS.has(word)) ? '' : topic;
}
