import type { Manner } from '../../contracts/language.ts';
import { words } from '../../text/words.ts';

/** A wish for the assistant's manner is short; longer sentences are about something else. */
const MAX_WORDS = 20;
const MAX_SENTENCE_CHARS = 300;

/** Words of a manner: the one they ask for, and the one that a complaint about too much of it asks for. */
const MANNER_WORDS: readonly (readonly [pattern: RegExp, wanted: Manner | undefined, instead?: Manner])[] = [
  [/\b(?:to the point|sugar-?coat\w*|beat\w* around the bush|blunt(?:ly)?|direct(?:ly|ness)?)\b/i, 'direct', 'gentle'],
  [/\b(?:gentl[ey]|softer|kind(?:er)?|warmer|friendlier)\b/i, 'gentle', 'direct'],
  [/\bstep[- ]by[- ]step\b|\bone step at a time\b/i, 'stepwise'],
  [/\b(?:examples?|analog(?:y|ies))\b/i, 'examples'],
  [/\b(?:bullet(?:s| points?| lists?)?|numbered lists?|lists)\b/i, 'lists', 'prose'],
  [/\b(?:paragraphs|prose)\b/i, 'prose', 'lists'],
  [/\b(?:emojis?|smileys?|exclamation marks)\b/i, undefined, 'plain'],
  [/\b(?:humou?r|funny|jokes?|joking|witty|wit|puns)\b/i, 'humorous', 'serious'],
  [/\bserious(?:ly)?\b/i, 'serious', 'humorous'],
  [
    /\b(?:ask(?:s|ing)? (?:me|us|first|before|back|questions)|(?:clarifying |so many |too many )questions)\b/i,
    'asking',
    'decisive',
  ],
  [/\b(?:casual(?:ly)?|informal(?:ly)?|relaxed|chatty)\b/i, 'casual', 'formal'],
  [/\b(?:formal(?:ly)?|stiff|professional|polite)\b/i, 'formal', 'casual'],
  [/\b(?:short(?:er)?|brief(?:er|ly)?|concise(?:ly)?|succinct(?:ly)?|terse)\b/i, 'brief', 'thorough'],
  [
    /\b(?:long(?:er)?|wordy|verbose|rambling|details?|detailed|in depth|deeper|thorough(?:ly)?)\b/i,
    'thorough',
    'brief',
  ],
  [/\b(?:clear(?:ly|er)?|easy to follow|plain (?:words|language|english)|simple words)\b/i, 'clear'],
];

export const isOfManner = (word: string): boolean => MANNER_WORDS.some(([pattern]) => pattern.test(word));

const TO_ASSISTANT = new RegExp(
  [
    "^(?:(?:please|ok|okay|also|from now on|next time|just)[,]? )*(?:be|keep (?:it|your|things|answers|replies)|stay|stop|don't|do not|no (?:more|need)|never|always|less|fewer|more|shorter|longer|get to|go deeper|use|give me (?:more|less|fewer|shorter|longer)|answer|reply|respond|avoid|drop|skip|explain things)\\b",
    '^(?:please )?(?:can|could|would|will) you (?:please )?(?:be|keep|stop|use|avoid|answer|reply|get|give me more|explain things)\\b',
    "^i(?:'d| would)? (?:really )?(?:like|love|prefer|appreciate|want)\\b.*\\b(?:you|your|answers|replies)\\b",
    '\\byour (?:\\w+ )?(?:answers?|repl(?:y|ies)|responses?|explanations?|tone|style|humou?r|jokes)\\b',
    "\\byou(?:'re| are)? (?:always |really |so |too |very |often |never )*(?:too|so|explain|answer|reply|sound|ask|use|sugar)\\b",
  ].join('|'),
  'i',
);
const OF_OTHERS = /^(?:he|she|they|my|his|her|their|people|why|how|what|when|where|who|are|is|do|does)\b/i;
const OF_WORK =
  /\b(?:emails?|letter|poem|essay|summary|readme|blog|posts?|story|code|function|title|draft|report|documents?|article|slides?|speech|docs|logo|route|flight|hotel)\b|["“]/i;
const UNWANTED = /\b(?:stop|don't|do not|no more|no need|less|fewer|too|avoid|drop|skip|without|hate|dislike|never)\b/i;

/** "Your answers are too long" asks for brief ones. */
export function mannersIn(sentence: string, isWish = false): Manner[] {
  if (sentence.length > MAX_SENTENCE_CHARS) return [];
  const text = sentence.replaceAll('’', "'").trim();
  const isAsked = !text.endsWith('?') || /^(?:please )?(?:can|could|would|will) you\b/i.test(text);
  const isAddressed = isWish || (isAsked && !OF_OTHERS.test(text) && TO_ASSISTANT.test(text));
  if (!isAddressed || OF_WORK.test(text) || words(text).length > MAX_WORDS) return [];
  for (const [pattern, wanted, instead] of MANNER_WORDS) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const manner = UNWANTED.test(text.slice(text.lastIndexOf('.', match.index) + 1, match.index)) ? instead : wanted;
    // "Don't beat around the bush" asks for directness despite its negation.
    if (/^(?:sugar|beat)/i.test(match[0])) return ['direct'];
    if (manner !== undefined) return [manner];
  }
  return [];
}
