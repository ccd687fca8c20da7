import type { AssertionKind } from '../../../contracts/language.ts';
import { isPast } from '../verbs.ts';
import type { Clause } from './clauses.ts';
import { VAGUE } from './refuse.ts';
import { said, type Token } from './tokens.ts';
import { subjectAt, verbOf } from './verbs.ts';

type Structure = ReturnType<typeof structureOf>;

const TASTE = /^(?:lov|lik|enjoy|prefer|hat|dislik|ador|cherish|valu|appreciat|treasur|favor)(?:e|s|es|ed|red)?$/;
const BELIEF =
  /^(?:(?:think|believe|feel|find|consider|guesse?|suppose|know|agree|realize|understand|see|imagine|learn)s?|believed|felt|thought|knew|agreed|realized|understood|learned)$/;
const AIM =
  /^(?:(?:want|hope|wishe?|plan|intend|aim|dream|need)s?|wanted|hoped|planned|needed|aiming|planning|hoping|dreaming|determined|thinking|considering|going|ready)$/;
const DECIDING = /\b(?:decide[sd]?|cho(?:o?se|sen)|picked|settled|agreed|confirmed|switched|opted|finalized|booked)\b/;
const BEING = /^(?:is|are|was|were)$/;
const OUTCOME =
  / (?:won|lost|passed|failed|finished|completed|succeeded|graduated|achieved|promoted|fixed|solved|reached|beat|fired|hired|accepted|rejected|launched|published|resolved|earned|recovered) /;
const CORRECTING = / no longer | any ?more | meant | correction | was wrong | mistaken | instead of /;
const STANDING = '(?:from now on|going forward|in (?:the )?future|every time|each time)';
const ORDERED = new RegExp(` wants you (?:to always|to never|not to|(?:(?!wants )\\S+ ){1,20}${STANDING}) `);
const LIMITED =
  / (?:allergic|intolerant|vegan|vegetarian|celiac|diabetic) | (?:has|have|had) to | (?:is|are) not (?:able|allowed) to | at most | no more than | budget (?:is|of) | deadline | (?:can|will) only | needs? to be /;
/** "Cannot wait" limits nobody. */
const CANNOT = /^cannot (?!wait|believe|imagine|thank|help but|stand|handle|tolerate)|^must /;
/** Refused or preferred: seldom said in passing. */
const PLAIN_TASTE =
  /^(?:\w+ly )?(?:does not (?:\w+ly )?(?:like|enjoy|love|care for|eat|drink|use|watch|wear|buy|read|play|smoke|fly|drive|want to (?:see|eat|hear|use|watch|read|play|wear))|is not (?:\w+ly )?(?:interested in|into|fond of|keen on|comfortable with|a (?:big |huge )?fan of)|has (?:an? )?(?:\w+ )?(?:aversion|dislike|distaste|preference|allergy)|dislikes|hates|avoids|refuses|prefers|would (?:rather|prefer)|cannot (?:stand|tolerate|handle)|only (?:eats|buys|watches|reads|plays|uses|drinks|wears))\b/;
const TASTEFUL =
  /\b(?:favou?rite|would (?:rather|prefer|love)|prefers|is (?:a (?:\w+ )?fan of|into|fond of|passionate about|obsessed with|drawn to))\b/;
const HOW_TO =
  / (?:in order to|the (?:best|easiest|right) way to(?: (?!way )\S+){1,20} is|the trick is|the steps? (?:is|are)|works? by|uses? \S+(?: \S+){0,5} to|step \d|first(?: (?!first )\S+){1,20} then) |^ to [^,]{1,60} , /;
const REPEATED =
  /\b(?:always|usually|often|every|sometimes|regularly|daily|weekly|never|rarely|typically|whenever|normally|each|tends)\b|\b(?:once|twice|times) (?:a|per|every) |\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days|weekends|weekdays|mornings|evenings|nights)\b/;
const UNDER_WAY =
  / (?:is|are) (?:going|planning|hoping|aiming|trying|thinking|looking forward|determined|ready|excited|saving|training|preparing)(?: \S+)? (?:to|about|of|for|up) | is planning | would like to | (?:goal|dream|plan) is to | has (?:always )?(?:wanted|hoped|planned|dreamed) /;
const JUDGED =
  / (?:important|essential|worth|amazing|great|hard|tough|difficult|key|best|better|beautiful|rewarding|fun|inspiring|special) /;

/** The first that holds decides: what must not be missed comes before what is said most often. */
const KINDS: readonly (readonly [AssertionKind, (structure: Structure) => boolean])[] = [
  ['correction', ({ text }) => CORRECTING.test(text)],
  ['constraint', ({ text, predicate }) => ORDERED.test(text) || LIMITED.test(text) || CANNOT.test(predicate)],
  [
    'decision',
    ({ verb, text }) => DECIDING.test(verb === 'has' ? text : verb) || / (?:will|going to) go with /.test(text),
  ],
  ['preference', ({ predicate, verb }) => isTaste(predicate, verb)],
  ['fact', ({ predicate }) => predicate.startsWith('used to ')],
  ['procedure', ({ text }) => HOW_TO.test(text)],
  ['habit', isHabit],
  ['goal', isGoal],
  ['outcome', ({ text, verb }) => OUTCOME.test(text) && (isPast(verb) || verb === 'has')],
  ['opinion', isOpinion],
  ['event', isEvent],
];

/** Decided by who the subject is, the class and tense of the verb and its modality, as its first clause has them. */
export function kindOf([clause]: readonly Clause[]): AssertionKind {
  const structure = structureOf(clause?.tokens ?? []);
  return KINDS.find(([, holds]) => holds(structure))?.[0] ?? 'fact';
}

/** What a kind depends on: `predicate` follows the subject, `text` is the whole clause with a space at both ends. */
function structureOf(tokens: readonly Token[]) {
  const at = subjectAt(tokens);
  const [predicate, text] = [said(tokens.slice(at + 1)), ` ${said(tokens)} `];
  return { tokens, subject: tokens[at], verb: verbOf(tokens), predicate, text };
}

const isTaste = (predicate: string, verb: string): boolean =>
  PLAIN_TASTE.test(predicate) ||
  TASTEFUL.test(predicate) ||
  (TASTE.test(verb) && !/^\S+ to (?:see|hear|know)\b/.test(predicate));

function isHabit({ tokens, verb, text }: Structure): boolean {
  const isPerfect = verb === 'has' && tokens.some(({ lower }) => isPast(lower));
  const isState = BEING.test(verb) && !/ing /.test(text);
  return !isPast(verb) && !AIM.test(verb) && !isPerfect && !isState && REPEATED.test(text);
}

/** Only the speaker's own: "my boss wants" is a fact about a boss. */
function isGoal({ subject, verb, text }: Structure): boolean {
  if (subject?.person !== 'speaker') return false;
  return UNDER_WAY.test(text) || (subject.form === 'subject' && (AIM.test(verb) || verb === 'will'));
}

function isOpinion({ subject, verb, predicate, text }: Structure): boolean {
  if (subject?.person === 'speaker') return BELIEF.test(verb) && !/^knows? (?:how|where|that)\b/.test(predicate);
  return /^(?:is|are|was|were|feels|felt|seems|looks|sounds)$/.test(verb) && JUDGED.test(text);
}

function isEvent({ tokens, verb }: Structure): boolean {
  if (BEING.test(verb)) return isPast(verb) && tokens.some(({ kind }) => kind === 'date');
  return isPast(verb) || (verb === 'has' && tokens.some(({ lower }) => isPast(lower) && lower !== 'got'));
}

/** What a person is asked for on a form, or a plan rests on. */
const KEY_FACT =
  /^(?:\S+ )?(?:name|birthday|favou?rite|email|timezone|budget|deadline|address|pronouns|diet|allerg(?:y|ies)|goal|preference|doctor|language|stack|password|code)\b.* (?:is|are) /;
/** What follows the speaker as subject where it describes them for good. */
const SELF_DESCRIPTION =
  /^(?:lives|decided|chose|switched|must|has chosen|works (?:as|at|for|in)|no longer)\b|\bany ?more$|^is (?:\w+ )?(?:allergic|intolerant|not allowed to|vegan|vegetarian|co?eliac|diabetic|pescatarian|married|divorced|engaged|single|pregnant|retired|lactose|gluten|left-handed|deaf|colorblind)\b|^cannot (?:eat|drink|have|take|use|drive|swim|fly|climb|lift|work|go near)\b|^never (?:eats|drinks|wears|flies|drives|smokes)\b|^has (?:\w+ ){0,4}(?:phobia|fear of|intolerance|disability|asthma|diabetes)\b|^wants you (?:to (?:always|never|(?:keep|make|give|write|format|shorten|limit) (?:\w+ )?your|call|address|answer|reply|respond|talk|speak|write (?:to|in)|stop using|avoid|use no)|not to)\b/;
/** Something of the speaker's that was so is no more. */
const ENDED =
  /^(?:has )?(?:just |recently |finally )?(?:quit|resigned|retired|broke up with|split up|stopped \w+ing|(?:gave|given) up \w+ing|(?:sold|cancell?ed|lost) (?:my|our)|got rid of|(?:got|was|is) (?:divorced|fired|laid off)|divorced|moved out of|changed jobs?|left \p{Lu}\w*)\b/u;
/** What is told of anything else: "Rex died", "the meeting was cancelled", "my wife and I broke up". */
const OVER =
  /^(?:[Mm]y|[Tt]he|\p{Lu}\S*)(?: \S+){0,4} (?:died|passed away|broke up|got divorced|(?:was|is|has been|got) (?:cancell?ed|called off))(?:$| (?!in the |on the ))/u;

/**
 * Said to be kept: what one is called, cannot eat, prefers, has chosen, wants from now on or is over. Note-takers pass over many of
 * these, but whoever told an assistant expects it to know.
 */
export function isTelling([clause]: readonly Clause[]): boolean {
  const tokens = clause?.tokens ?? [];
  const [subject, ...rest] = tokens.slice(subjectAt(tokens));
  const predicate = said(rest);
  if (OVER.test(tokens.map(({ kind, text }) => (kind === 'date' ? '@' : text)).join(' '))) return true;
  if (subject?.lower === 'the')
    return KEY_FACT.test(predicate) && rest.some(({ kind, lower }) => kind === 'date' || /\d/.test(lower));
  const isNamed = subject?.person === undefined && /^\p{Lu}\p{Ll}+$/u.test(subject?.text ?? '');
  if (!isNamed && subject?.person !== 'speaker') return false;
  if (subject?.form === 'possessive') return KEY_FACT.test(predicate);
  const isEnd = ENDED.test(rest.map(({ text }) => text).join(' '));
  return isEnd || PLAIN_TASTE.test(predicate) || SELF_DESCRIPTION.test(predicate) || ORDERED.test(` ${predicate} `);
}

/** How much each kind tends to matter long after it was said. */
const LASTING: Readonly<Record<AssertionKind, number>> = {
  ...{ constraint: 0.9, preference: 0.8, correction: 0.8, decision: 0.8, fact: 0.7, goal: 0.7, habit: 0.7 },
  ...{ procedure: 0.6, outcome: 0.6, event: 0.5, opinion: 0.4 },
};
/** What was said to be kept matters at least this much. */
const LEAST_OF_TELLING = 0.7;
/** Of what was said by the way. */
const LESS = 0.8;
const DOUBT = /\b(?:if|might|maybe|perhaps|probably|could|unless|whether)\b/;

export function importanceOf(kind: AssertionKind, clauses: readonly Clause[]): number {
  return rounded(isTelling(clauses) ? Math.max(LEAST_OF_TELLING, LASTING[kind]) : LESS * LASTING[kind]);
}

/** Less sure where the speaker doubts or only believes, and where it points at something it does not name. */
export function confidenceOf(clauses: readonly Clause[]): number {
  const tokens = clauses.flatMap((clause) => clause.tokens);
  const doubt = DOUBT.test(said(tokens)) ? 0.3 : 0;
  const belief = BELIEF.test(verbOf(clauses[0]?.tokens ?? [])) ? 0.1 : 0;
  return rounded(0.95 - doubt - belief - (VAGUE.has(tokens[0]?.lower ?? '') ? 0.15 : 0));
}

const rounded = (value: number): number => Math.round(value * 100) / 100;
