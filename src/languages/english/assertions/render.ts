import type { Utterance } from '../../../contracts/language.ts';
import { isOrdinary } from '../entities/ordinary-words.ts';
import type { Clause } from './clauses.ts';
import { type Token, wordToken } from './tokens.ts';

/** Clauses as one sentence, with names for the pronouns marked. */
export function render(clauses: readonly Clause[], names: Names): string {
  const tokens = clauses.flatMap((clause, at) => joined(clause, at === 0 ? undefined : clauses[at - 1], at));
  const mentioned = new Set<string>();
  const text = tokens.map((token) => `${token.spaced ? ' ' : ''}${named(token, names, mentioned)}`).join('');
  return sentence(text);
}

/** A clause as it follows the one before it: "and" where nothing else ties them, its subject left out if it is the same. */
function joined({ tokens, link }: Clause, before: Clause | undefined, at: number): readonly Token[] {
  const first = tokens[0];
  if (at === 0 || first === undefined) return tokens;
  const isTied = link !== undefined && first.lower === link;
  if (isTied && link === 'because') return [{ ...first, spaced: true }, ...tokens.slice(1)];
  if (isTied) return [wordToken(',', false), { ...first, spaced: true }, ...tokens.slice(1)];
  const isOpened = before?.link !== undefined && before.tokens[0]?.lower === before.link;
  if (isOpened && at === 1) return [wordToken(',', false), { ...lowered(first), spaced: true }, ...tokens.slice(1)];
  const tie = link === undefined || link === 'plus' || link === 'then' ? 'and' : link;
  const isSame =
    first.form === 'subject' && before?.tokens[0]?.form === 'subject' && before.tokens[0].person === first.person;
  if (isSame && (tie === 'and' || tie === 'but')) return [wordToken(tie), ...tokens.slice(1)];
  return [wordToken(',', false), wordToken(tie), { ...lowered(first), spaced: true }, ...tokens.slice(1)];
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

function sentence(text: string): string {
  const trimmed = text
    .replace(/^[\s,;:.!?–—-]+/u, '')
    .replace(/[\s,;:–—-]+$/u, '')
    .trim();
  const capital = `${trimmed.charAt(0).toUpperCase()}${trimmed.slice(1)}`;
  return /[.!?…]$/.test(capital) ? capital : `${capital}.`;
}

/** What the two of a chat are called in the third person. */
export interface Names {
  readonly speaker: string;
  readonly listener: string;
}

const ASSISTANT = 'the assistant';
const USER = 'the user';
/** "Hey Ana!" tells who is spoken to before they have said anything. */
const GREETED =
  /^\s{0,9}(?:hey|hi|hello|hiya|yo|good (?:morning|afternoon|evening)|thanks|wow),? (\p{Lu}\p{L}{1,20})\b(?! \p{Lu})/iu;

export function namesFor({ content, role, speaker }: Utterance, before: readonly Utterance[]): Names {
  const other = before.findLast((turn) => turn.role !== role || turn.speaker !== speaker);
  if (role === 'assistant') return { speaker: speaker ?? ASSISTANT, listener: other?.speaker ?? USER };
  const isAlone = other === undefined && speaker !== undefined;
  const unnamed = isAlone ? (greeted(content) ?? 'the other') : ASSISTANT;
  return { speaker: speaker ?? USER, listener: other?.speaker ?? unnamed };
}

function greeted(content: string): string | undefined {
  const name = GREETED.exec(content.slice(0, 60))?.[1];
  return name !== undefined && /^\p{Lu}/u.test(name) ? name : undefined;
}

export const isAssistant = (name: string): boolean => name === ASSISTANT;
