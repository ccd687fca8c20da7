import { wordList } from '../../../text/word-list.ts';
import type { Clause } from './clauses.ts';
import { isEnd } from './ends.ts';
import { isPlainTaste } from './taste.ts';
import type { Token } from './token.ts';
import { subjectAt } from './verbs.ts';

/** What a person is asked for on a form, or a plan rests on. */
const KEY_FACTS = wordList(
  `name birthday favorite favourite email timezone budget deadline address pronouns diet allergy allergies goal preference doctor language stack password code`,
);
/** What follows the speaker as subject where it describes them for good. */
const SELF_DESCRIPTIONS: readonly RegExp[] = [
  /^(?:lives|decided|chose|switched|must|has chosen)\b/,
  /^works (?:as|at|for|in)\b/,
  /^is (?:\w+ )?(?:allergic|vegan|vegetarian|celiac|diabetic|pescatarian|married|divorced|engaged|single|pregnant|retired|lactose|gluten|left-handed|deaf|colorblind)\b/,
  /^no longer\b|\banymore$/,
  /^cannot (?:eat|drink|have|take|use|drive|swim|fly|climb|lift|go near)\b|^never (?:eats|drinks|wears|flies|drives|smokes)\b/,
  /^has (?:\w+ )*(?:phobia|fear of|intolerance|disability|asthma|diabetes)\b/,
  /^wants you (?:to always|to never|not to)\b/,
  /^wants you to (?:(?:keep|make|give|write|format|shorten|limit) (?:\w+ )?your|call|address|answer|reply|respond|talk|speak|write (?:to|in)|stop using|avoid|use no)\b/,
  /^wants you .* (?:from now on|going forward|in (?:the )?future|every time|each time)$/,
];

/**
 * Said to be kept: what one is called, cannot eat, prefers, has chosen, wants from now on or is over. Note-takers pass over many of
 * these, but whoever told an assistant expects it to know.
 */
export function isTelling([clause]: readonly Clause[]): boolean {
  const tokens = clause?.tokens ?? [];
  if (isEnd(tokens)) return true;
  const [subject, ...rest] = tokens.slice(subjectAt(tokens));
  const predicate = rest.map(({ lower }) => lower).join(' ');
  if (subject?.lower === 'the') return isKeyFact(rest) && rest.some(isExact);
  const isNamed = subject?.person === undefined && /^\p{Lu}\p{Ll}+$/u.test(subject?.text ?? '');
  if (!isNamed && subject?.person !== 'speaker') return false;
  if (subject?.form === 'possessive') return isKeyFact(rest);
  return isPlainTaste(predicate) || SELF_DESCRIPTIONS.some((pattern) => pattern.test(predicate));
}

const isKeyFact = (tokens: readonly Token[]): boolean =>
  tokens.slice(0, 2).some(({ lower }) => KEY_FACTS.has(lower)) &&
  tokens.some(({ lower }) => lower === 'is' || lower === 'are');

const isExact = ({ kind, lower }: Token): boolean => kind === 'date' || /\d/.test(lower);
