import type { Claim } from '../../../contracts/language.ts';
import { memoize, wordList } from '../../../text/words.ts';
import { isParticiple, verbStem } from '../verbs.ts';
import { type Clause, foldSubject, isPerson, isPronoun, mayBePerson, parseSentence } from './clause.ts';
import { attributeName, isAttribute, isSeveral, knownRelation, ownerAndNoun } from './relations.ts';
import { isNumber, timeParts, trimValue, withoutNow } from './values.ts';
import type { VerbGroup } from './verb-group.ts';
import { ARTICLES, type ClauseWord, folded, isName, PREPOSITIONS } from './words.ts';

export interface ParsedClaim extends Claim {
  readonly words: readonly ClauseWord[];
  /** The value that it takes the place of: "coffee over tea". */
  readonly replaced: readonly ClauseWord[];
  readonly when: string;
  /** A past state only, which stays true as such. */
  readonly ended: boolean;
  readonly additive: boolean;
  /** It holds for about a day, and the earlier value after it. */
  readonly passing: boolean;
  readonly change: boolean;
  readonly classed: boolean;
}

interface Predicate {
  readonly relation: string;
  readonly single: boolean;
  readonly value: readonly ClauseWord[];
  readonly change?: boolean;
  readonly classed?: boolean;
  readonly negated?: boolean;
  readonly subject?: readonly ClauseWord[];
  readonly former?: boolean;
}

type Words = readonly ClauseWord[];

const KIND_NOUNS = wordList(
  `city town village country continent state province region county district island language position field sport religion role rank title
  post office party genre style category kind type name colour color species breed profession discipline faculty denomination order house
  team club school university company department currency instrument`,
);

function classNoun(rest: Words): number {
  const of = rest[2]?.fold === 'of' ? 2 : rest[3]?.fold === 'of' ? 3 : 0;
  const noun = rest[of - 1];
  if (of === 0 || rest[0]?.fold !== 'the' || !noun || noun.capital || rest.length <= of + 1) return 0;
  return KIND_NOUNS.has(noun.fold) ? of + 1 : 0;
}

const classOf = (rest: Words, length: number): string[] =>
  rest.slice(1, Math.max(1, length - 1)).map(({ fold }) => fold);

const MAX_PHRASE_WORDS = 8;
/** Relations to a named thing: joining a gym does not end an employment. */
const NAMED_RELATIONS = new Set(['home', 'employer', 'school', 'spouse', 'partner', 'manager', 'origin']);

const isNamed = (value: Words, all: Words): boolean =>
  isName(value) || (!ARTICLES.has(value[0]?.fold ?? '') && !all.some(({ capital }) => capital));

function readKnown(group: VerbGroup, named: Words): Predicate | undefined {
  const opening = group.rest.slice(0, MAX_PHRASE_WORDS);
  const wordIndexes = opening.flatMap(({ fold }, index) => (ARTICLES.has(fold) ? [] : [index]));
  const stems = wordIndexes.map((index) => verbStem(opening[index]?.fold ?? ''));
  const known = knownRelation(group.copula ? ['be', ...stems] : stems);
  if (!known) return undefined;
  const { relation, length } = known;
  const rest = group.rest.slice((wordIndexes[length - (group.copula ? 2 : 1)] ?? -1) + 1);
  if (rest.length === 0) return undefined;
  const classed = relation.name === 'likes' ? 0 : classNoun(rest);
  const value = rest.slice(classed);
  const thing = relation.name === 'home' && !mayBePerson(named);
  if (thing && relation.change && timeParts(value)) return { relation: 'when', single: true, value };
  if (relation.name === 'employer' && relation.change && (rest[0]?.fold === 'the' || isNumber(rest[0])))
    return undefined;
  return {
    relation: thing ? 'place' : relation.name,
    single: classed > 0 || (relation.single && (!NAMED_RELATIONS.has(relation.name) || isNamed(value, group.rest))),
    ...{ value, negated: relation.negated, classed: classed > 0, change: relation.change },
    former: group.past && !relation.change,
  };
}

const OPENS_WHEN = wordList(
  `due scheduled planned expected set moved rescheduled postponed pushed delayed brought changed booked held on to for until till by at in back
  forward from now`,
);

/** "is on Monday", "is due on Monday", "was moved to Monday". */
function readWhen(rest: Words, named: Words): Predicate | undefined {
  const opened = rest.findIndex(({ fold }) => !OPENS_WHEN.has(fold));
  if (opened < 0) return undefined;
  const link = rest[opened - 1]?.fold;
  const value = rest.slice(link === 'at' ? opened - 1 : opened);
  // "31 now" is an age.
  if (!timeParts(value) || (withoutNow(value).length === 1 && value.length > 1 && isNumber(value[0]))) return undefined;
  const owned = ownerAndNoun(named);
  if (owned && attributeName(owned.noun) === 'birth')
    return { relation: 'birth', single: true, value, subject: owned.owner };
  return { relation: 'when', single: true, value, change: true };
}

const APPROXIMATE = wordList('about around roughly approximately nearly almost over under some circa');

/** "is 31 years old", "is 900 euros". */
function readAmount(phrase: Words, named: Words): Predicate | undefined {
  const rest = withoutNow(phrase);
  const [first, unit] = APPROXIMATE.has(rest[0]?.fold ?? '') ? rest.slice(1) : rest;
  // "555 0101" counts nothing, "5 Elm Street" is an address.
  if (!isNumber(first) || isNumber(unit) || unit?.capital) return undefined;
  const old = rest.findIndex(({ fold }) => fold === 'old');
  if (old > 0 || (mayBePerson(named) && /^(?:years?)?$/.test(unit?.fold ?? '')))
    return { relation: 'age', single: true, value: rest.slice(0, old > 0 ? old - 1 : 1) };
  const owned = ownerAndNoun(named);
  if (!owned) return { relation: 'amount', single: true, value: rest };
  return { relation: attributeName(owned.noun), single: true, value: rest, subject: owned.owner };
}

const OPEN_ROLES = wordList(
  `member fan friend part supporter lover owner user mother father parent author founder creator inventor designer winner student graduate son
  daughter child brother sister cousin colleague reader follower alumnus alumna kind sort type lot pair couple piece survivor veteran
  advocate admirer resident contributor maintainer patron result cause source example`,
);
const ACRONYM = /^[A-Z]{2,4}$/;
const MAX_ROLE_WORDS = 3;

/** "is a citizen of Norland", "is the CEO of Acme". */
function readRole(rest: Words): Predicate | undefined {
  if (!/^(?:a|an|the)$/.test(rest[0]?.fold ?? '') || rest[0]?.capital) return undefined;
  const of = rest.findIndex(({ fold, capital }) => fold === 'of' && !capital);
  const [role, value] = [rest.slice(1, of), rest.slice(of + 1)];
  const named = role.every(({ capital, text }) => !capital || ACRONYM.test(text));
  if (of < 2 || value.length === 0 || role.length > MAX_ROLE_WORDS || !named) return undefined;
  const single = isName(value) && !OPEN_ROLES.has(role.at(-1)?.fold ?? '') && !isSeveral(role);
  return { relation: `${folded(role)} of`, single, value };
}

const IDENTITY = wordList(
  `born founded created developed performed written made produced designed employed married associated affiliated located based educated
  named engaged owned raised portrayed played directed published composed invented buried headquartered painted built released recorded
  assigned set stored hosted deployed maintained licensed acquired led managed run famous renowned native`,
);
const OCCASION = wordList(
  `visited seen used attended read reviewed loved liked called mentioned sent told asked given treated helped met tested shown discussed
  invited interested inspired involved connected related supported affected covered followed tagged updated fixed changed merged`,
);

/** "was founded by V", "is associated with the sport of V". */
function readLinked(rest: Words, named: Words): Predicate | undefined {
  const [first, link] = rest;
  if (!first || !link || first.capital || !PREPOSITIONS.has(link.fold) || rest.length < 3) return undefined;
  const object = rest.slice(2);
  const classed = classNoun(object);
  const value = object.slice(classed);
  const thing = isParticiple(first.fold) && !OCCASION.has(first.fold) && !mayBePerson(named) && isName(value);
  return {
    relation: [verbStem(first.fold), link.fold, ...classOf(object, classed)].join(' '),
    ...{ single: classed > 0 || IDENTITY.has(first.fold) || thing, value, classed: classed > 0 },
  };
}

/** "is in Oslo": lasting for a thing, passing for a person. */
function readLocation(rest: Words, named: Words): Predicate | undefined {
  const [link, ...object] = rest;
  if (!link || !PREPOSITIONS.has(link.fold) || object.length === 0) return undefined;
  const isLocation = /^(?:in|at|on)$/.test(link.fold) && !mayBePerson(named) && isName(object);
  const relation = isLocation && link.fold === 'in' ? 'place' : `be ${link.fold}`;
  return { relation, single: isLocation, value: object };
}

const RELATIVE = /^(?:where|that|which|who|whose|whom)$/;

/** "Ana's favourite colour is blue", "The mayor of Ems is Ida", "The town where Ida was born is Ems". */
function readIdentity(rest: Words, named: Words): Predicate | undefined {
  const article = /^(?:a|an)$/.test(rest[0]?.fold ?? '');
  const value = article ? rest.slice(1) : rest;
  const first = named[0]?.fold ?? '';
  if (first === 'the' && named.some(({ fold, capital }) => !capital && RELATIVE.test(fold)))
    return { relation: 'is', single: true, value, classed: true };
  const owned = ownerAndNoun(named);
  const definite = /^(?:the|my|our)$/.test(first) && named.at(-1)?.fold !== 'user';
  if (!owned && !definite) return undefined;
  const noun = owned?.noun ?? named.filter(({ fold }) => fold !== 'the');
  const classed = isAttribute(noun);
  if (!classed && (!isName(value) || (article && isPerson(noun)))) return undefined;
  const common = { single: !isSeveral(noun), value, classed };
  return owned
    ? { ...common, relation: attributeName(owned.noun), subject: owned.owner }
    : { ...common, relation: 'is' };
}

/** "is red", "is a nurse": many such states are true at once. */
function readState(rest: Words): Predicate | undefined {
  if (rest.length === 0) return undefined;
  return { relation: /^(?:a|an)$/.test(rest[0]?.fold ?? '') ? 'is a' : 'state', single: false, value: rest };
}

function readCopula(group: VerbGroup, named: Words): Predicate | undefined {
  const { rest, past } = group;
  const passive = isParticiple(rest[0]?.fold ?? '') && !rest[0]?.capital;
  const known = readKnown(group, named);
  if (known) return known;
  const predicate =
    readWhen(rest, named) ??
    readAmount(rest, named) ??
    readRole(rest) ??
    readLinked(rest, named) ??
    readLocation(rest, named) ??
    readIdentity(rest, named) ??
    readState(rest);
  // A passive describes the change into the present state.
  return predicate && { ...predicate, former: past && !passive };
}

/** Any other verb; single only if it names the kind of its value: "plays the position of V". */
function readPlain({ rest, past }: VerbGroup): Predicate | undefined {
  const [verb, second] = rest;
  if (!verb || !second) return undefined;
  const link = PREPOSITIONS.has(second.fold) && rest.length > 2 ? [second.fold] : [];
  const object = rest.slice(1 + link.length);
  const classed = classNoun(object);
  return {
    relation: [verbStem(verb.fold), ...link, ...classOf(object, classed)].join(' '),
    ...{ single: classed > 0, value: object.slice(classed), classed: classed > 0, former: past && classed === 0 },
  };
}

/** "Y instead of X", "Y rather than X", and of a preference "Y over X". */
function insteadOf(all: Words, relation: string): { value: Words; replaced: Words } {
  const isOver = ({ fold }: ClauseWord) => relation === 'prefer' && fold === 'over';
  const at = all.findIndex(
    (word, index) => isOver(word) || /^(?:instead of|rather than)$/.test(folded(all.slice(index, index + 2))),
  );
  const rest = all.slice(at + (all[at]?.fold === 'over' ? 1 : 2));
  return at > 0 && rest.length > 0 ? { value: all.slice(0, at), replaced: rest } : { value: all, replaced: [] };
}

/** "this week" does not include the next. */
const FOR_NOW = /^(?:today|tonight|tomorrow|this |next )/;

/** "the sister of Ana" and "Ana's sister" are one subject. */
function subjectOf(named: Words, clause: Clause): string | undefined {
  const of = named.findIndex(({ fold, capital }) => fold === 'of' && !capital);
  const turned = named[0]?.fold === 'the' && !named[1]?.capital && of > 1 && of < named.length - 1;
  return foldSubject(turned ? [...named.slice(of + 1), ...named.slice(1, of)] : named, clause);
}

function parse(text: string): ParsedClaim | undefined {
  const { clause, named, group } = parseSentence(text) ?? {};
  if (!clause || !named || !group || group.unreal || isPronoun(named)) return undefined;
  const predicate = group.copula ? readCopula(group, named) : (readKnown(group, named) ?? readPlain(group));
  const subject = predicate && subjectOf(predicate.subject ?? named, clause);
  if (!predicate || subject === undefined) return undefined;
  const other = insteadOf(predicate.value, predicate.relation);
  const value = trimValue(other.value);
  const former = predicate.former === true && !group.ended;
  const when = value.when || clause.when;
  return {
    subject,
    relation: former ? `former ${predicate.relation}` : predicate.relation,
    value: value.text,
    negated: group.ended || group.negated !== (predicate.negated ?? false),
    single: predicate.single && !former,
    words: value.words,
    replaced: trimValue(other.replaced).words,
    when,
    ended: group.ended,
    additive: group.additive || value.additive,
    passing: FOR_NOW.test(when) && !predicate.change && !group.aspect,
    change: predicate.change ?? false,
    classed: predicate.classed ?? false,
  };
}

const MAX_CACHED = 5_000;

/** The claim of a sentence; undefined unless it is one plain claim. */
export const parseClaim: (text: string) => ParsedClaim | undefined = memoize(parse, MAX_CACHED);
