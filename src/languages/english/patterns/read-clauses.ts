import { wordList } from '../../../text/word-list.ts';
import { type Clause, clausesOf } from '../assertions/clauses.ts';
import { expandContractions } from '../assertions/contractions.ts';
import { pointsBack } from '../assertions/points-back.ts';
import { isRefused } from '../assertions/refuse.ts';
import { render } from '../assertions/render.ts';
import { rewrite } from '../assertions/rewrite.ts';
import { tidy } from '../assertions/tidy.ts';
import type { Token } from '../assertions/token.ts';
import { tokensOf } from '../assertions/tokens.ts';
import { BASE_VERBS, isAdverb, isPast } from '../assertions/verbs.ts';
import { clauseOf } from '../claims/clause.ts';
import { type ClauseWord, clauseWords } from '../claims/clause-word.ts';
import { type Sentence, sentenceOf } from '../claims/sentence.ts';
import { foldSubject, isPronoun } from '../claims/subject.ts';
import { isProgressive } from '../claims/verb-forms.ts';
import { type VerbGroup, verbGroup } from '../claims/verb-group.ts';
import { unmarked } from './base-verb.ts';
import type { Occurrence } from './occurrence.ts';
import { tellsOfFeeling } from './telling.ts';
import { stemOf, WEAK } from './vocabulary.ts';

/** What one clause says of whom, in the third person and without its date. */
export interface ReadClause {
  /** Who or what, folded. */
  readonly subject: string;
  readonly named: readonly ClauseWord[];
  /** It is whoever speaks. */
  readonly isSpeaker: boolean;
  readonly group: VerbGroup;
  /** It tells of what has come of it: "has moved", not of doing it. */
  readonly perfect: boolean;
  /** When it was, where it says so. */
  readonly day: number | undefined;
}

/** Whoever speaks, where no name is known. */
export const SPEAKER = 'the user';
const LONGEST_SUBJECT = 6;
const HAVE = wordList('has have had');
const NEVER_IN_SUBJECT = wordList(
  'to in on at for with from by after before because when while that which who so but or if',
);

/** The clauses of a sentence that can stand alone, of a clear subject; none of what is not so, or not yet. */
export function readClauses(sentence: string, { at, speaker }: Pick<Occurrence, 'at' | 'speaker'>): ReadClause[] {
  const names = { speaker: speaker ?? SPEAKER, listener: 'the assistant' };
  const tokens = rewrite(tidy(expandContractions(tokensOf(ofOneself(sentence), at)), () => false));
  return clausesOf(tokens)
    .filter((clause) => clause.link !== 'if' && !isRefused(clause) && !pointsBack(clause) && !isAddressed(clause))
    .flatMap((clause) => {
      const undated = withoutDates(clause.tokens);
      const text = render([{ tokens: undated[0]?.lower === clause.link ? undated.slice(1) : undated }], names);
      const day = clause.tokens.find(({ when }) => when !== undefined)?.when?.from.getTime();
      return tellsOfFeeling(text) ? [] : (readOne(text, names.speaker, day) ?? []);
    });
}

/** "Took a nap": by whoever tells of it, though it does not say so. */
function ofOneself(sentence: string): string {
  const [first = '', next = ''] = sentence.split(/\s+/, 2);
  const isDone =
    isPast(first.toLowerCase()) && !/^(?:was|were)$/i.test(first) && !/^(?:by|on|to|in|of|from|with|at)$/.test(next);
  return isDone && /^\p{Lu}\p{Ll}+$/u.test(first)
    ? `I ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`
    : sentence;
}

function readOne(text: string, speaker: string, day: number | undefined): ReadClause | undefined {
  const own = ofSpeaker(text, speaker);
  const read = own ?? sentenceOf(text);
  if (read === undefined || (own === undefined && !hasKnownVerb(read.group))) return undefined;
  const { clause, named, group } = read;
  const subject = foldSubject(named, clause);
  if (subject === undefined || group.unreal || group.ended || group.rest.length === 0) return undefined;
  const helpers = clause.words.slice(0, clause.words.length - group.rest.length);
  const perfect = helpers.some(({ fold }) => HAVE.has(fold)) && !isProgressive(group.rest[0]?.fold ?? '');
  return isClear(named) ? { subject, named, isSpeaker: own !== undefined, group, perfect, day } : undefined;
}

/** "Muddy boots": a word that only ends like a verb is none. */
function hasKnownVerb({ copula, rest }: VerbGroup): boolean {
  const verb = rest[0]?.fold ?? '';
  return copula || isPast(verb) || isProgressive(verb) || BASE_VERBS.has(unmarked(verb));
}

/** What begins with whoever speaks goes on with its verb. */
function ofSpeaker(text: string, speaker: string): Pick<Sentence, 'clause' | 'named' | 'group'> | undefined {
  const clause = clauseOf(text);
  const name = clauseWords(speaker);
  const named = clause?.words.slice(0, name.length) ?? [];
  const isTheirs =
    named.length > 0 && named.every(({ fold, possessive }, at) => fold === name[at]?.fold && !possessive);
  if (clause === undefined || !isTheirs || clause.words[name.length]?.fold === 'and') return undefined;
  return { clause, named, group: verbGroup(clause.words.slice(name.length)) };
}

/** It names somebody or something, and holds no verb of its own. */
const isClear = (named: readonly ClauseWord[]): boolean =>
  named.length > 0 &&
  named.length <= LONGEST_SUBJECT &&
  !isPronoun(named) &&
  !isAdverb(named[0]?.fold ?? '') &&
  !isAdverb(named.at(-1)?.fold ?? '') &&
  !/^(?:of|and)$/.test(named.at(-1)?.fold ?? '') &&
  named.some(({ fold }) => !WEAK.has(stemOf(fold) ?? fold)) &&
  !named.some((word, at) => breaksName(word, named[at - 1]));

const NOBODY = wordList('no nothing nobody none');
const BEGINS_NAME = wordList('the a an my our his her their this that these those');

/** "breakfast the dog", "the report that": two names, or a name and a clause. */
const breaksName = ({ fold, capital, after }: ClauseWord, before: ClauseWord | undefined): boolean =>
  /[,;:]/.test(after) ||
  NOBODY.has(fold) ||
  (!capital && (NEVER_IN_SUBJECT.has(fold) || isPast(fold))) ||
  (before !== undefined && BEGINS_NAME.has(fold) && !/^(?:of|and)$/.test(before.fold));

const isAddressed = ({ tokens }: Clause): boolean => tokens.some(({ person }) => person === 'listener');

const BEFORE_DATE = wordList('on in at by last this since until');

/** What is learnt holds on other days as well. */
const withoutDates = (tokens: readonly Token[]): readonly Token[] =>
  tokens.filter(
    ({ kind, lower }, at) => kind !== 'date' && !(tokens[at + 1]?.kind === 'date' && BEFORE_DATE.has(lower)),
  );
