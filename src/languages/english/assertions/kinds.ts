import type { AssertionKind } from '../../../contracts/language.ts';
import { wordList } from '../../../text/words.ts';
import { isPast } from '../verbs.ts';
import type { Clause } from './clauses.ts';
import { AIM, BE_FORMS, BELIEF, DECIDING, HABITUAL, TASTE } from './lexicon.ts';
import type { Token } from './tokens.ts';
import { subjectAt, verbOf } from './verbs.ts';

/** A clause as far as its kind depends on it. */
interface Structure {
  readonly tokens: readonly Token[];
  readonly subject: Token | undefined;
  readonly verb: string;
  /** What follows the subject, and the whole clause with a space at both ends; both in lower case. */
  readonly predicate: string;
  readonly text: string;
}

const OUTCOMES = wordList(
  `won lost passed failed finished completed succeeded graduated achieved promoted fixed solved reached beat fired hired accepted rejected
  launched published resolved earned recovered`,
);
const JUDGEMENTS = wordList(
  'important essential worth amazing great hard tough difficult key best better beautiful rewarding fun inspiring special',
);
const PERCEPTIONS = wordList('feels felt seems looks sounds');

const CORRECTING = / no longer | any ?more | meant | correction | was wrong | mistaken | instead of /;
const ORDERED =
  / wants you (?:to always|to never|not to) | wants you .* (?:from now on|going forward|in (?:the )?future|every time|each time) /;
const LIMITED =
  / (?:allergic|intolerant|vegan|vegetarian|celiac|diabetic) | (?:has|have|had) to | (?:is|are) not (?:able|allowed) to | at most | no more than | budget (?:is|of) | deadline | (?:can|will) only | needs? to be /;
/** "Cannot wait" limits nobody. */
const NO_LIMIT = /^cannot (?:wait|believe|imagine|thank|help but|stand|handle|tolerate)\b/;
const HOW_TO =
  / (?:in order to|the (?:best|easiest|right) way to .* is|the trick is|the steps? (?:is|are)|works? by|uses? \S+(?: \S+){0,5} to|step \d|first .* then) |^ to [^,]{1,60} , /;
const REPEATED_TIME = /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days|weekends|weekdays|mornings|evenings|nights)$/;
const REPEATED = /\b(?:once|twice|times) (?:a|per|every) /;
const UNDER_WAY =
  / (?:is|are) (?:going|planning|hoping|aiming|trying|thinking|looking forward|determined|ready|excited|saving|training|preparing)(?: \S+)? (?:to|about|of|for|up) | is planning | would like to | (?:goal|dream|plan) is to | has (?:always )?(?:wanted|hoped|planned|dreamed) /;
const KNOWN_FACT = /^knows? (?:how|where|that)\b/;

/** The first that holds decides: what must not be missed comes before what is said most often. */
const KINDS: readonly (readonly [AssertionKind, (structure: Structure) => boolean])[] = [
  ['correction', ({ text }) => CORRECTING.test(text)],
  ['constraint', isConstraint],
  ['decision', isDecision],
  ['preference', ({ predicate, verb }) => isTaste(predicate, verb)],
  ['fact', ({ predicate }) => predicate.startsWith('used to ')],
  ['procedure', ({ text }) => HOW_TO.test(text)],
  ['habit', isHabit],
  ['goal', isGoal],
  ['outcome', ({ tokens, verb }) => hasAny(tokens, OUTCOMES) && (isPast(verb) || verb === 'has')],
  ['opinion', isOpinion],
  ['event', isEvent],
];

/** Decided by who the subject is, the class and tense of the verb and its modality, as its first clause has them. */
export function kindOf([clause]: readonly Clause[]): AssertionKind {
  const tokens = clause?.tokens ?? [];
  const at = subjectAt(tokens);
  const words = tokens.map(({ lower }) => lower);
  const structure: Structure = {
    ...{ tokens, subject: tokens[at], verb: verbOf(tokens) },
    predicate: words.slice(at + 1).join(' '),
    text: ` ${words.join(' ')} `,
  };
  return KINDS.find(([, holds]) => holds(structure))?.[0] ?? 'fact';
}

const hasAny = (tokens: readonly Token[], list: ReadonlySet<string>): boolean =>
  tokens.some(({ lower }) => list.has(lower));

function isConstraint({ text, verb, predicate }: Structure): boolean {
  if (verb === 'must' || ORDERED.test(text) || LIMITED.test(text)) return true;
  return verb === 'cannot' && !NO_LIMIT.test(predicate);
}

function isDecision({ tokens, verb, text }: Structure): boolean {
  return DECIDING.has(verb) || (verb === 'has' && hasAny(tokens, DECIDING)) || / (?:will|going to) go with /.test(text);
}

function isHabit({ tokens, verb, predicate }: Structure): boolean {
  const isPerfect = verb === 'has' && tokens.some(({ lower }) => isPast(lower));
  const isState = BE_FORMS.has(verb) && !tokens.some(({ lower }) => lower.endsWith('ing'));
  if (isPast(verb) || AIM.has(verb) || isPerfect || isState) return false;
  return hasAny(tokens, HABITUAL) || REPEATED.test(predicate) || tokens.some(({ lower }) => REPEATED_TIME.test(lower));
}

/** Only the speaker's own: "my boss wants" is a fact about a boss. */
function isGoal({ subject, verb, text }: Structure): boolean {
  if (subject?.person !== 'speaker') return false;
  return UNDER_WAY.test(text) || (subject.form === 'subject' && (AIM.has(verb) || verb === 'will'));
}

function isOpinion({ tokens, subject, verb, predicate }: Structure): boolean {
  if (subject?.person === 'speaker') return BELIEF.has(verb) && !KNOWN_FACT.test(predicate);
  return (BE_FORMS.has(verb) || PERCEPTIONS.has(verb)) && hasAny(tokens, JUDGEMENTS);
}

function isEvent({ tokens, verb }: Structure): boolean {
  if (BE_FORMS.has(verb)) return isPast(verb) && tokens.some(({ kind }) => kind === 'date');
  return isPast(verb) || (/^(?:has|have)$/.test(verb) && tokens.some(({ lower }) => isPast(lower) && lower !== 'got'));
}

/** Refused or disliked: seldom said in passing. */
const AGAINST =
  /^(?:\w+ly )?(?:does not (?:\w+ly )?(?:like|enjoy|love|care for|eat|drink|use|watch|consume|wear|buy|read|play|smoke|fly|drive|want to (?:see|eat|hear|use|watch|read|play|wear))|is not (?:\w+ly )?(?:interested in|into|fond of|keen on|comfortable with|a (?:big |huge )?fan of)|has (?:\w+ )*(?:aversion|dislike|distaste|preference|interest in|allergy)|(?:dislikes|hates|despises|detests|loathes|avoids|refuses|prefers|cannot stand|cannot tolerate|cannot handle|only (?:eats|buys|watches|reads|plays|uses|drinks|wears|shops))\b)/;
const PREFERS = /^would (?:rather|prefer)\b|\bprefers\b/;
const FOR =
  /\b(?:favou?rite|would rather|would prefer|is (?:a (?:\w+ )?fan of|into|fond of|passionate about|obsessed with|drawn to)|would love)\b/;

/** What follows the speaker as subject says plainly what they want or do not want. */
export const isPlainTaste = (predicate: string): boolean => AGAINST.test(predicate) || PREFERS.test(predicate);

export const isTaste = (predicate: string, verb: string): boolean =>
  AGAINST.test(predicate) ||
  PREFERS.test(predicate) ||
  FOR.test(predicate) ||
  (TASTE.has(verb) && !/^\S+ to (?:see|hear|know)\b/.test(predicate));

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
