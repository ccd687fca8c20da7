import { wordList } from '../../../text/word-list.ts';
import type { ClauseWord } from '../claims/clause-word.ts';
import { isKin } from '../claims/subject.ts';
import { isProgressive } from '../claims/verb-forms.ts';
import { baseVerb, unmarked } from './base-verb.ts';
import type { Occurrence } from './occurrence.ts';
import { phraseEnd } from './phrase-end.ts';
import { type ReadClause, readClauses } from './read-clauses.ts';
import { saysItRecurs } from './recurs.ts';
import { saidIn, toldSentences } from './telling.ts';
import { stemOf, WEAK } from './vocabulary.ts';

/** What somebody does, has or likes, as one clause tells it. */
export interface Act extends ReadClause {
  readonly verb: string;
  /** What it is done with. */
  readonly objects: readonly Phrase[];
  /** What follows that: where, with whom. */
  readonly places: readonly Phrase[];
  /** Not in the middle of it: "runs" and "ran", not "is running". */
  readonly isWhole: boolean;
  /** It says itself that it recurs. */
  readonly recurs: boolean;
}

/** A name for something, with what ties it to what stands before it. */
export interface Phrase {
  /** "at", "out of". */
  readonly links: readonly string[];
  readonly words: readonly ClauseWord[];
  /** The stem of its noun. */
  readonly stem: string;
}

const LONGEST_OBJECT = 4;
const PREPOSITIONS = wordList('to at in on for with from into about by onto through around');
const PARTICLES = wordList('up out off down back away together');
const BEFORE_NOUN = wordList(
  'a an the my our his her their its some any more many much most another no this that these those all both few several two three four five new own',
);
/** What one thinks, wishes, says and feels is not what one does. */
const IN_MIND = wordList(
  `think believe feel know see understand guess reckon suppose realize agree remember mean seem look sound hear notice wonder imagine
  want need hope wish plan intend aim expect require request say mention explain thank appreciate congratulate
  value cherish adore admire miss wait deserve matter`,
);
/** They say little of what is done. */
const LIGHT = wordList(
  'stay keep become be get do let have make give find try start begin continue finish stop end ask tell',
);
/** Nouns that only mean something with what follows them. */
const EMPTY = wordList(
  `thing idea experience fun blast chance opportunity sense progress goal question issue problem trouble way difference result option detail
  plan step stuff something anything everything nothing moment memory part place sort kind type point reason fact look word support help advice
  someone everyone people user`,
);

/** What a text tells that somebody does. Nothing of questions, wishes, plans and what is only supposed. */
export const readActs = (occurrence: Occurrence): Act[] =>
  toldSentences(saidIn(occurrence)).flatMap((sentence) =>
    readClauses(sentence, occurrence).flatMap((clause) => actOf(clause, sentence) ?? []),
  );

function actOf(clause: ReadClause, sentence: string): Act | undefined {
  const { named, group } = clause;
  const verb = baseVerb(unmarked(group.rest[0]?.fold ?? ''));
  const recurs = saysItRecurs(sentence);
  if (group.negated || group.copula || isInMind(verb) || LIGHT.has(verb) || !isSomebody(named)) return undefined;
  if (clause.perfect && !recurs) return undefined;
  const [objects, places] = phrasesOf(group.rest);
  if (objects.length === 0) return undefined;
  return { ...clause, verb, objects, places, recurs, isWhole: !isProgressive(group.rest[0]?.fold ?? '') };
}

export const isInMind = (verb: string): boolean => IN_MIND.has(verb);

/** A person, or somebody's kin or team. */
function isSomebody(named: readonly ClauseWord[]): boolean {
  const last = named.at(-1);
  if (last === undefined) return false;
  if (last.fold === 'user' || isKin(last.fold) || /^(?:team|family|company|crew|class|band)$/.test(last.fold))
    return true;
  return named.every(
    ({ capital, possessive, fold }) => (capital && !possessive && stemOf(fold) !== undefined) || fold === 'and',
  );
}

/** What the verb is about, joined by "and" if it is several things, and what is told of it after that. */
function phrasesOf(words: readonly ClauseWord[]): [objects: Phrase[], places: Phrase[]] {
  const [objects, places]: [Phrase[], Phrase[]] = [[], []];
  if (ENDS.test(words[0]?.after ?? '')) return [objects, places];
  for (let at = 1; at < words.length; ) {
    const links: string[] = [];
    const isJoined = /^(?:and|or)$/.test(words[at]?.fold ?? '');
    if (at > 1 && isJoined) at++;
    for (; PARTICLES.has(words[at]?.fold ?? ''); at++) links.push(words[at]?.fold ?? '');
    if (PREPOSITIONS.has(words[at]?.fold ?? '')) links.push(words[at++]?.fold ?? '');
    // "all kinds of games" are games.
    if (words.slice(at, at + 3).findIndex(({ fold }) => KINDS.test(fold)) >= 0)
      at = words.findIndex(({ fold }, index) => index >= at && fold === 'of') + 1 || at;
    const end = phraseEnd(words, at);
    const phrase = phraseOf(words.slice(at, end), links);
    if (phrase === undefined) break;
    if (links.length > 0 && objects.length > 0) places.push(phrase);
    else if (objects.length === 0 || (isJoined && places.length === 0)) objects.push(phrase);
    else break;
    at = end;
  }
  return [objects, places];
}

const ENDS = /[,;:.!?–—)]/;
const KINDS = /^(?:kinds?|sorts?|types?|lots?|couple|bunch)$/;

function phraseOf(words: readonly ClauseWord[], links: readonly string[]): Phrase | undefined {
  const own = words.findIndex(({ fold }) => !BEFORE_NOUN.has(fold));
  const head = words.at(-1);
  if (head === undefined || own < 0 || words.length - own > LONGEST_OBJECT || head.possessive) return undefined;
  const stem = stemOf(head.fold);
  if (stem === undefined || WEAK.has(stem) || EMPTY.has(unmarked(head.fold)) || EMPTY.has(head.fold)) return undefined;
  return { links, words, stem };
}
