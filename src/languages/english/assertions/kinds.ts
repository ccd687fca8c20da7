import { wordList } from '../../../text/word-list.ts';
import type { AssertionKind } from './assertion.ts';
import type { Clause } from './clauses.ts';
import { AIM, BE_FORMS, BELIEF, DECIDING, HABITUAL } from './lexicon.ts';
import { isTaste } from './taste.ts';
import type { Token } from './token.ts';
import { isPast, subjectAt, verbOf } from './verbs.ts';

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
