import { wordList } from '../../../text/word-list.ts';
import { withSubject } from './missing-subject.ts';
import { type Person, type Token, wordToken } from './token.ts';
import { BASE_VERBS, isAdverb, isPast, MODALS, thirdPerson, UNCHANGING } from './verbs.ts';

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
