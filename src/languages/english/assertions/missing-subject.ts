import { wordList } from '../../../text/word-list.ts';
import { type Token, wordToken } from './token.ts';
import { ADVERBS, IRREGULAR_PASTS } from './verbs.ts';

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
