import type { Token } from './token.ts';
import { isFiniteVerb, subjectAt } from './verbs.ts';

/** What follows the speaker as subject where it puts an end to something of theirs. */
const OWN_ENDS: readonly RegExp[] = [
  /^(?:quit|resigned|retired|broke up|split up)(?:$| (?!the |a |an ))/,
  /^(?:stopped|quit) \w+ing\b/,
  /^(?:gave|given) up (?!on\b|my\b|the\b|a\b|an\b|$)/,
  /^(?:sold|got rid of|gave away|cancell?ed|lost) (?:my|our) /,
  /^(?:got|was|is) (?:divorced|fired|laid off|let go)\b/,
  /^divorced /,
  /^moved out of /,
  /^is no longer\b|\bany ?more$/,
  /^(?:changed|switched) (?:my )?jobs?\b/,
];
const HELPERS = /^(?:has |have )?(?:just |recently |finally |already )?/;
/** What is told of anything else. */
const OVER = /^(?:died|passed away|(?:was|is|has been|got) (?:cancell?ed|called off))(?:$| (?!in the |on the ))/;
const LONGEST_SUBJECT = 5;

const isNamed = ({ text, kind }: Token): boolean => kind === 'word' && /^\p{Lu}/u.test(text);

/** Something that was so is no more: one left a place, quit, sold or gave it up, or it died or was cancelled. */
export function isEnd(tokens: readonly Token[]): boolean {
  const at = speakerAt(tokens);
  const subject = tokens[at];
  if (subject?.person === 'speaker' && subject.form === 'subject') {
    const said = predicateOf(tokens.slice(at + 1)).replace(HELPERS, '');
    return OWN_ENDS.some((pattern) => pattern.test(said)) || leavesPlace(tokens.slice(at + 1));
  }
  const verb = tokens.findIndex(({ lower }, index) => index > 0 && isFiniteVerb(lower));
  if (verb < 1 || verb > LONGEST_SUBJECT || subject === undefined) return false;
  const isKnown = subject.lower === 'the' || subject.person === 'speaker' || isNamed(subject);
  return isKnown && OVER.test(predicateOf(tokens.slice(verb)));
}

/** "my girlfriend and I" ends in the speaker. */
function speakerAt(tokens: readonly Token[]): number {
  const joined = tokens
    .slice(0, LONGEST_SUBJECT)
    .findIndex(({ lower }, at) => lower === 'i' && tokens[at - 1]?.lower === 'and');
  return joined > 0 && !tokens.slice(0, joined).some(({ lower }) => isFiniteVerb(lower)) ? joined : subjectAt(tokens);
}

const predicateOf = (tokens: readonly Token[]): string =>
  tokens.map(({ kind, lower }) => (kind === 'date' ? '@' : lower)).join(' ');

/** "left Berlin", "left Google and joined Apple", but not "left Berlin by train". */
function leavesPlace(tokens: readonly Token[]): boolean {
  const left = tokens.findIndex(({ lower }) => lower === 'left');
  if (left < 0 || left > 2 || !isNamed(tokens[left + 1] ?? (tokens[left] as Token))) return false;
  const next = tokens.slice(left + 1).find((token) => !isNamed(token));
  return next === undefined || next.kind !== 'word' || /^(?:and|for|but|to)$/.test(next.lower);
}
