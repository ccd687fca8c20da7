import { wordList } from '../../../text/words.ts';
import { IRREGULAR_PASTS, isPast, UNCHANGING } from '../verbs.ts';
import { isAssistant, type Names } from './render.ts';
import { type Person, type Token, wordToken } from './tokens.ts';
import { ADVERBS, BASE_VERBS, isAdverb, MODALS, thirdPerson } from './verbs.ts';

const PRONOUNS: ReadonlyMap<string, readonly [Person, NonNullable<Token['form']>]> = new Map(
  Object.entries({
    i: ['speaker', 'subject'],
    we: ['speaker', 'subject'],
    me: ['speaker', 'object'],
    us: ['speaker', 'object'],
    my: ['speaker', 'possessive'],
    our: ['speaker', 'possessive'],
    mine: ['speaker', 'possessive'],
    ours: ['speaker', 'possessive'],
    myself: ['speaker', 'reflexive'],
    ourselves: ['speaker', 'reflexive'],
    you: ['listener', 'object'],
    your: ['listener', 'possessive'],
    yours: ['listener', 'possessive'],
    yourself: ['listener', 'reflexive'],
  }),
);
const NO_SUBJECT_AFTER = wordList(
  'to for with of from by about at on in than like help helps helped let make makes made see thank thanks love give gave tell told show wish',
);
const BREAKS_COORDINATION = wordList('help helps helped let lets make makes made who which that');
const COORDINATORS = wordList('and or but then');

/** Pronouns marked with whom they mean, and verbs made to agree with a name instead of "I" or "you". */
export function rewrite(tokens: readonly Token[]): Token[] {
  return agree(withSubject(eager(tokens).filter(isNotOfAll).map(personal)));
}

/** "We all know" becomes what one of them knows. */
const isNotOfAll = ({ lower }: Token, at: number, all: readonly Token[]): boolean =>
  !/^(?:all|both)$/.test(lower) || !/^(?:we|you)$/.test(all[at - 1]?.lower ?? '');

/** "Can't wait to" denies nothing. */
function eager(tokens: readonly Token[]): readonly Token[] {
  const at = tokens.findIndex(({ lower }, index) => lower === 'cannot' && tokens[index + 1]?.lower === 'wait');
  if (at < 0 || !/^(?:to|for)$/.test(tokens[at + 2]?.lower ?? '')) return tokens;
  const excited = [wordToken('am', tokens[at]?.spaced ?? true), wordToken('excited')];
  return [...tokens.slice(0, at), ...(at === 0 ? excited.slice(1) : excited), ...tokens.slice(at + 2)];
}

function personal(token: Token, at: number, all: readonly Token[]): Token {
  const known = token.kind === 'word' ? PRONOUNS.get(token.lower) : undefined;
  if (known === undefined || isQuoted(all, at)) return token;
  const [person, form] = known;
  const isSubject = token.lower === 'you' && isSubjectAt(all, at);
  return { ...token, person, form: isSubject ? 'subject' : form };
}

/** "Wish You Were Here" is of nobody who speaks. */
function isQuoted(tokens: readonly Token[], at: number): boolean {
  const marks = tokens.slice(0, at).filter(({ text }) => /^["“”]$/.test(text));
  return marks.length % 2 === 1 && tokens.slice(at).some(({ text }) => /^["”]$/.test(text));
}

function isSubjectAt(tokens: readonly Token[], at: number): boolean {
  if (NO_SUBJECT_AFTER.has(tokens[at - 1]?.lower ?? '')) return false;
  const next = tokens[at + 1];
  return next?.kind === 'word' && (isAdverb(next.lower) || isVerb(next.lower));
}

const isVerb = (word: string): boolean =>
  BASE_VERBS.has(word) || MODALS.has(word) || isPast(word) || /^(?:am|are|is|was|were|have|had|do|did)$/.test(word);

function agree(tokens: readonly Token[]): Token[] {
  const agreed: Token[] = [...tokens];
  let isPresent = false;
  for (let at = 0; at < agreed.length; at++) {
    const token = agreed[at] as Token;
    if (token.form === 'subject') {
      const verb = isOneOfTwo(agreed, at) ? -1 : inflectAfter(agreed, at);
      isPresent = verb >= 0;
      if (verb >= 0) at = verb;
    } else if (
      BREAKS_COORDINATION.has(token.lower) ||
      isInfinitive(token, agreed[at + 1]) ||
      MODALS.has(token.lower) ||
      isOtherSubject(token)
    )
      isPresent = false;
    else if (isPresent && COORDINATORS.has(token.lower)) inflectCoordinated(agreed, at);
  }
  return agreed;
}

/** "to hike", but not "aversion to crowds". */
const isInfinitive = (token: Token, next: Token | undefined): boolean =>
  token.lower === 'to' && (BASE_VERBS.has(next?.lower ?? '') || UNCHANGING.has(next?.lower ?? ''));

/** "my wife and I", "Leo and I" */
function isOneOfTwo(tokens: readonly Token[], at: number): boolean {
  if (tokens[at]?.lower !== 'i' || tokens[at - 1]?.lower !== 'and') return false;
  return tokens[at - 3]?.form === 'possessive' || (at === 2 && /^\p{Lu}/u.test(tokens[0]?.text ?? ''));
}

const isOtherSubject = (token: Token): boolean => /^(?:he|she|they|it|there)$/.test(token.lower);

/** The index of the verb if it was a present form that now agrees. */
function inflectAfter(tokens: Token[], subject: number): number {
  let at = subject + 1;
  if (tokens[at]?.lower === 'no' && tokens[at + 1]?.lower === 'longer') at += 2;
  while (tokens[at]?.kind === 'word' && isAdverb(tokens[at]?.lower ?? '')) at++;
  const verb = tokens[at];
  if (verb?.kind !== 'word' || verb.person !== undefined) return -1;
  const inflected = thirdPerson(verb.lower);
  if (inflected === verb.lower) return -1;
  tokens[at] = { ...wordToken(inflected, verb.spaced) };
  return inflected === 'was' ? -1 : at;
}

function inflectCoordinated(tokens: Token[], conjunction: number): void {
  let at = conjunction + 1;
  while (tokens[at]?.kind === 'word' && isAdverb(tokens[at]?.lower ?? '')) at++;
  const verb = tokens[at];
  const isNoun = tokens[at + 1] === undefined || /^(?:and|or|is|are|,)$/.test(tokens[at + 1]?.text ?? '');
  if (verb?.kind !== 'word' || isNoun || !BASE_VERBS.has(verb.lower) || isPast(verb.lower)) return;
  tokens[at] = wordToken(thirdPerson(verb.lower), verb.spaced);
}

/** In chats "I" is often left out before these. Other base forms at the head of a sentence are commands. */
const STATES = wordList('love hope need want feel miss prefer hate wish plan cannot appreciate');
const FEELINGS = wordList(
  'excited glad happy proud thrilled grateful thankful stoked pumped sad sorry nervous worried ready busy hoping determined lucky blessed honored psyched interested relieved',
);
const PARTICIPLES_USED_AS_NOUNS = wordList('being having making doing seeing hearing getting going taking finding');
const NO_VERB_AFTER = wordList('a an the my our your their his her its some i we you he she they who that and or');
const I = { ...wordToken('I', false), person: 'speaker', form: 'subject' } as const;

/** "Been a while", "took some work", "bit of a shame": of things, not of the speaker. */
const NOT_OF_A_PERSON = wordList('a so such it of some forever ages too');

const IS_FINITE =
  /^(?:is|are|was|were|can|will|has|have|helps?|makes?|gives?|brings?|takes?|makes|does|would|could|should|feels?|sounds?)$/;

/** "Been busy", "Started a course", "Can't wait": the speaker's, though it does not say so. */
export function withSubject(tokens: readonly Token[]): readonly Token[] {
  const at = tokens.findIndex((token) => !(token.kind === 'word' && ADVERBS.has(token.lower)));
  const head = tokens[at];
  if (head === undefined || head.kind !== 'word' || head.form !== undefined) return tokens;
  const verb = verbFor(tokens, at);
  if (verb === undefined) return tokens;
  const first = { ...head, text: head.text.toLowerCase(), spaced: true };
  return [
    I,
    ...verb.map((word) => wordToken(word)),
    ...tokens.slice(0, at).map(lowered),
    first,
    ...tokens.slice(at + 1),
  ];
}

/** What stands between "I" and the head; undefined if the clause is no statement of the speaker's. */
function verbFor(tokens: readonly Token[], at: number): readonly string[] | undefined {
  const { lower } = tokens[at] as Token;
  const next = tokens[at + 1]?.lower ?? '';
  if (lower === 'been') return NOT_OF_A_PERSON.has(next) ? undefined : ['have'];
  if (FEELINGS.has(lower)) return ['am'];
  if (STATES.has(lower))
    return /^(?:the|that|this|those|these|your|how|you)$/.test(next) && lower === 'love' ? undefined : [];
  if (lower === 'took' && NOT_OF_A_PERSON.has(next)) return undefined;
  if (lower === 'bit') return undefined;
  if (IRREGULAR_PASTS.has(lower) && !/^(?:was|were|did|had|left|found|felt|said|made|got)$/.test(lower)) return [];
  if (/^(?:got|had|made|found|felt|left)$/.test(lower) && !/^(?:it|you|by|with)$/.test(next)) return [];
  if (
    lower.endsWith('ed') &&
    lower.length > 4 &&
    /^(?:a|an|my|our|the|to|for|on|up|out|in|at|it|with|some|another|two|three|\w+ing)$/.test(next)
  )
    return [];
  if (lower.endsWith('ing') && lower.length > 5 && !PARTICIPLES_USED_AS_NOUNS.has(lower))
    return tokens.some((_, place) => place > at && hasVerbAt(tokens, place)) ? undefined : ['am'];
  return undefined;
}

/** "Switching to WAL fixed it" has a verb of its own; "thinking of the trip we booked" has not. */
function hasVerbAt(tokens: readonly Token[], at: number): boolean {
  const [before, word] = [tokens[at - 1]?.lower ?? '', tokens[at]?.lower ?? ''];
  return IS_FINITE.test(word) || (/^\w{2,}ed$/.test(word) && !NO_VERB_AFTER.has(before));
}

const lowered = (token: Token): Token => ({ ...token, text: token.text.toLowerCase(), spaced: true });

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
  return [wordToken('to'), ...uncapped(isPolite ? tokens.slice(1) : tokens)];
}

const words = (text: string): Token[] => text.split(' ').map((word) => wordToken(word));

const after = (head: string, tokens: readonly Token[]): readonly Token[] => [...words(head), ...uncapped(tokens)];

const uncapped = ([first, ...rest]: readonly Token[]): readonly Token[] =>
  first === undefined ? [] : [{ ...first, text: first.text.toLowerCase(), spaced: true }, ...rest];
