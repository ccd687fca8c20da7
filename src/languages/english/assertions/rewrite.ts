import type { Utterance } from '../../../contracts/language.ts';
import { wordList } from '../../../text/words.ts';
import { isOrdinary } from '../entities/ordinary-words.ts';
import { isPast, UNCHANGING } from '../verbs.ts';
import type { Clause } from './clauses.ts';
import { type Token, wordToken } from './tokens.ts';
import { BASE_VERBS, isAdverb, isFiniteVerb, MODALS, subjectAt, thirdPerson } from './verbs.ts';

/** What the two of a chat are called in the third person. */
export interface Names {
  readonly speaker: string;
  readonly listener: string;
}

const ASSISTANT = 'the assistant';
const LONGEST_SUBJECT = 5;
/** "Hey Ana!" tells who is spoken to before they have said anything. */
const GREETED =
  /^\s{0,9}(?:[Hh]ey|[Hh]i|[Hh]ello|[Hh]iya|[Yy]o|[Gg]ood (?:[Mm]orning|[Aa]fternoon|[Ee]vening)|[Tt]hanks|[Ww]ow),? (\p{Lu}\p{L}{1,20})\b(?! \p{Lu})/u;

export function namesFor({ content, role, speaker = 'the user' }: Utterance, before: readonly Utterance[]): Names {
  const other = before.findLast((turn) => turn.role !== role || (turn.speaker ?? 'the user') !== speaker);
  const isAlone = other === undefined && speaker !== 'the user';
  const unnamed = isAlone ? (GREETED.exec(content.slice(0, 60))?.[1] ?? 'the other') : ASSISTANT;
  return { speaker, listener: other?.speaker ?? unnamed };
}

export const isAssistant = (name: string): boolean => name === ASSISTANT;

/** Clauses as one sentence, with names for the pronouns marked. */
export function render(clauses: readonly Clause[], names: Names): string {
  const tokens = clauses.flatMap((clause, at) => joined(clause, clauses[at - 1], at));
  const mentioned = new Set<string>();
  const text = tokens.map((token) => `${token.spaced ? ' ' : ''}${named(token, names, mentioned)}`).join('');
  const trimmed = text.replace(/^[\s,;:.!?–—-]+/u, '').replace(/(?<![\s,;:.!–—-])[\s,;:.!–—-]+$/u, '');
  return `${trimmed.charAt(0).toUpperCase()}${trimmed.slice(1)}${/[?…]$/.test(trimmed) ? '' : '.'}`;
}

/** A clause as it follows the one before it: "and" where nothing else ties them, its subject left out if it is the same. */
function joined({ tokens, link }: Clause, before: Clause | undefined, at: number): readonly Token[] {
  const [first, ...rest] = tokens;
  if (before === undefined || first === undefined) return tokens;
  const [comma, head] = [wordToken(',', false), before.tokens[0]];
  const isTied = link !== undefined && first.lower === link;
  if (isTied) return [...(link === 'because' ? [] : [comma]), { ...first, spaced: true }, ...rest];
  const opened = { ...lowered(first), spaced: true };
  if (at === 1 && before.link !== undefined && head?.lower === before.link) return [comma, opened, ...rest];
  const tie = link === undefined || link === 'plus' || link === 'then' ? 'and' : link;
  const isSame = first.form === 'subject' && head?.form === 'subject' && head.person === first.person;
  return isSame && /^(?:and|but)$/.test(tie) ? [wordToken(tie), ...rest] : [comma, wordToken(tie), opened, ...rest];
}

/** A word that had its capital only because a sentence began with it. */
const lowered = (token: Token): Token =>
  token.form === undefined && isOrdinary(token.lower) && !/\p{Lu}.*\p{Lu}/u.test(token.text)
    ? { ...token, text: token.text.toLowerCase() }
    : token;

function named(token: Token, names: Names, mentioned: Set<string>): string {
  if (token.person === undefined || token.form === undefined) return token.text;
  const name = names[token.person];
  const isKnown = mentioned.has(name);
  mentioned.add(name);
  if (token.form === 'reflexive') return 'themselves';
  if (token.form === 'possessive') return isKnown && mentioned.size === 1 ? 'their' : `${name}'s`;
  return name;
}

/** Who or what it is about: the person it begins with, or what stands before its verb. */
export function subjectOf(clauses: readonly Clause[], names: Names): string {
  const tokens = clauses[0]?.tokens ?? [];
  const verb = tokens.findIndex(({ lower }, at) => at > 0 && isFiniteVerb(lower) && !BASE_VERBS.has(lower));
  const subject = tokens.slice(0, Math.max(0, verb));
  const person = tokens[subjectAt(tokens)]?.person ?? subject.find((token) => token.person)?.person;
  if (person !== undefined) return names[person];
  if (verb > 0 && verb <= LONGEST_SUBJECT && subject.every(({ kind }) => kind === 'word'))
    return render([{ tokens: subject }], names).replace(/\.$/, '');
  return names[clauses.flatMap((clause) => clause.tokens).find((token) => token.person)?.person ?? 'speaker'];
}

const NO_SUBJECT_AFTER = wordList(
  'to for with of from by about at on in than like help helps helped let make makes made see thank thanks love give gave tell told show wish',
);
/** Behind these a verb is another's: "and makes me laugh", "and it helps". */
const OTHER_SUBJECT = wordList('help helps helped let lets make makes made who which that he she they it there');

/** Pronouns marked with whom they mean, and verbs made to agree with a name instead of "I" or "you". */
export const rewrite = (tokens: readonly Token[]): Token[] => agree(tokens.map(personal));

function personal(token: Token, at: number, all: readonly Token[]): Token {
  const form = formOf(token.lower);
  if (form === undefined || isQuoted(all, at)) return token;
  if (!token.lower.startsWith('you')) return { ...token, person: 'speaker', form };
  const isSubject = token.lower === 'you' && !NO_SUBJECT_AFTER.has(all[at - 1]?.lower ?? '') && isVerbal(all[at + 1]);
  return { ...token, person: 'listener', form: isSubject ? 'subject' : form };
}

function formOf(word: string): Token['form'] {
  if (/^(?:i|we)$/.test(word)) return 'subject';
  if (/^(?:me|us|you)$/.test(word)) return 'object';
  if (/^(?:my|mine|ours?|yours?)$/.test(word)) return 'possessive';
  return /^(?:my|our|your)sel(?:f|ves)$/.test(word) ? 'reflexive' : undefined;
}

/** "Wish You Were Here" is of nobody who speaks. */
function isQuoted(tokens: readonly Token[], at: number): boolean {
  const marks = tokens.slice(0, at).filter(({ text }) => /^["“”]$/.test(text));
  return marks.length % 2 === 1 && tokens.slice(at).some(({ text }) => /^["”]$/.test(text));
}

const isVerbal = (token: Token | undefined): boolean =>
  isAdverb(token?.lower ?? '') || (isFiniteVerb(token?.lower ?? '') && token?.kind === 'word');

function agree(tokens: Token[]): Token[] {
  let isPresent = false;
  let verb = -1;
  for (const [at, { form, lower }] of tokens.entries()) {
    if (at === verb) continue;
    const next = tokens[at + 1]?.lower ?? '';
    if (form === 'subject') {
      verb = isOneOfTwo(tokens, at) ? -1 : inflectAfter(tokens, at);
      isPresent = verb >= 0;
    } else if (OTHER_SUBJECT.has(lower) || MODALS.has(lower)) isPresent = false;
    else if (lower === 'to' && (BASE_VERBS.has(next) || UNCHANGING.has(next))) isPresent = false;
    else if (isPresent && /^(?:and|or|but|then)$/.test(lower)) inflectCoordinated(tokens, at);
  }
  return tokens;
}

/** "my wife and I", "Leo and I" */
function isOneOfTwo(tokens: readonly Token[], at: number): boolean {
  if (tokens[at]?.lower !== 'i' || tokens[at - 1]?.lower !== 'and') return false;
  return tokens[at - 3]?.form === 'possessive' || (at === 2 && /^\p{Lu}/u.test(tokens[0]?.text ?? ''));
}

function verbFrom(tokens: readonly Token[], from: number): number {
  let at = from;
  if (tokens[at]?.lower === 'no' && tokens[at + 1]?.lower === 'longer') at += 2;
  while (isAdverb(tokens[at]?.lower ?? '')) at++;
  return at;
}

/** The place of the verb if it was a present form that now agrees. */
function inflectAfter(tokens: Token[], subject: number): number {
  const at = verbFrom(tokens, subject + 1);
  const verb = tokens[at];
  if (verb?.kind !== 'word' || verb.person !== undefined) return -1;
  const inflected = thirdPerson(verb.lower);
  if (inflected === verb.lower) return -1;
  tokens[at] = wordToken(inflected, verb.spaced);
  return inflected === 'was' ? -1 : at;
}

function inflectCoordinated(tokens: Token[], conjunction: number): void {
  const at = verbFrom(tokens, conjunction + 1);
  const verb = tokens[at];
  const isNoun = tokens[at + 1] === undefined || /^(?:and|or|is|are|,)$/.test(tokens[at + 1]?.text ?? '');
  if (verb?.kind !== 'word' || isNoun || !BASE_VERBS.has(verb.lower) || isPast(verb.lower)) return;
  tokens[at] = wordToken(thirdPerson(verb.lower), verb.spaced);
}
