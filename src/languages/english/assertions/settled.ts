import { wordList } from '../../../text/word-list.ts';
import { isAssistant, type Names } from './names.ts';
import { type Token, wordToken } from './token.ts';

/** "Let's go with the blue one" settles something; "let's talk" does not. */
const SETTLING = wordList(
  'go stick use choose pick book cancel switch proceed skip drop schedule postpone aim target set settle adopt order reserve',
);
const LASTING = wordList('always never');
const UNTIL_TOLD_OTHERWISE = /^(?:from now on|going forward|in (?:the )?future|every time|each time)\b/;

/** Orders about how the assistant talks, which hold beyond the one answer. */
const MANNER = new RegExp(
  `^(?:please )?(?:${[
    '(?:do not )?(?:keep|make|give|write|format|shorten|limit) (?:me )?your (?:answers?|repl(?:y|ies)|responses?|explanations?|messages?|tone)',
    '(?:call|address) me (?!a |an |the |when |if |back|at |on |later|tomorrow)',
    '(?:answer|reply|respond|talk|speak|write)(?: to)?(?: me)?(?: only)? (?:in|briefly|shortly|concisely)',
    '(?:do not use|stop using|use no|avoid) (?:emojis?|emoticons|jargon|slang|bullet points)',
  ].join('|')})\\b`,
);

/** What is settled for later, said as a command: written out as what the speaker chose, or wants of an assistant. */
export function settled(tokens: readonly Token[], names: Names): readonly Token[] {
  const [first, second] = tokens;
  if (first?.lower === "let's" && SETTLING.has(second?.lower ?? '')) return after('I have chosen to', tokens.slice(1));
  if (!isAssistant(names.listener)) return tokens;
  const opening = tokens
    .slice(0, 4)
    .map(({ lower }) => lower)
    .join(' ');
  const standing = UNTIL_TOLD_OTHERWISE.exec(opening)?.[0];
  if (standing !== undefined) {
    const rest = tokens.slice(standing.split(' ').length).filter(({ text }, at) => at > 0 || text !== ',');
    return isOrder(rest) ? after('I want you', [...ordered(rest), ...words(standing)]) : tokens;
  }
  const isStanding = first !== undefined && LASTING.has(first.lower) && isOrder(tokens.slice(1));
  return isStanding || MANNER.test(tokens.map(({ lower }) => lower).join(' '))
    ? after('I want you', ordered(tokens))
    : tokens;
}

/** "Please answer in French", but not "I will answer". */
const isOrder = ([first, second]: readonly Token[]): boolean =>
  first?.kind === 'word' && /^[a-z]/i.test(first.text) && !NOT_AN_ORDER.test(first.lower) && second?.kind === 'word';

const NOT_AN_ORDER = /^(?:i|we|you|he|she|it|they|the|a|an|my|our|your|this|that|there|been|had|was|is|no|.*ing|.*ed)$/;

/** "never call" becomes "to never call", "do not call" "not to call". */
function ordered(tokens: readonly Token[]): readonly Token[] {
  const isForbidden = tokens[0]?.lower === 'do' && tokens[1]?.lower === 'not';
  if (isForbidden) return [...words('not to'), ...tokens.slice(2)];
  const isPolite = tokens[0]?.lower === 'please';
  return [wordToken('to'), ...lowered(isPolite ? tokens.slice(1) : tokens)];
}

const words = (text: string): Token[] => text.split(' ').map((word) => wordToken(word));

const after = (head: string, tokens: readonly Token[]): readonly Token[] => [...words(head), ...lowered(tokens)];

const lowered = ([first, ...rest]: readonly Token[]): readonly Token[] =>
  first === undefined ? [] : [{ ...first, text: first.text.toLowerCase(), spaced: true }, ...rest];
