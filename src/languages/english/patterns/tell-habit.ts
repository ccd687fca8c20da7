import { wordList } from '../../../text/word-list.ts';
import { isPast } from '../assertions/verbs.ts';
import { type ClauseWord, written } from '../claims/clause-word.ts';
import { isProgressive } from '../claims/verb-forms.ts';
import { isAdverb } from '../claims/verb-group.ts';
import { baseVerb, presentVerb, unmarked } from './base-verb.ts';
import { phraseEnd } from './phrase-end.ts';
import type { ReadClause } from './read-clauses.ts';
import { stemOf, WEEKDAYS } from './vocabulary.ts';

const PARTICLES = wordList('up out off down back away over in on through');
/** With it another clause begins, which has a subject or a verb of its own. */
const NEXT_CLAUSE = wordList(
  'when while that which who whose where so as since but if though although before after until',
);
/** Where or when it is done; without that, often is all that can be said of how often. */
const CIRCUMSTANCE = wordList('to on after before by during for from');
/** How it was that one time, or who is only known from the talk around it. */
const THAT_TIME = wordList('again today yesterday tonight finally still once more yet already just now');
const POINTS_AWAY = wordList(
  'please it this that these those them he she they him there here its his me my we us our i you your myself',
);
const PLURAL = /[^s]s$/;
const EMPTY_ALONE = wordList('have take make get give put do go be let use bring send');

/**
 * "Ana usually takes the train to work.": what a clause tells, up to where the last of what is shared ends. Undefined if that
 * is no whole sentence, or holds fewer of the shared words than it has to.
 */
export function tellHabit(
  { named, group }: Pick<ReadClause, 'named' | 'group'>,
  core: ReadonlySet<string>,
  fewest: number,
  weekday?: string,
): string | undefined {
  const words = wholePart(group.rest, core, group.copula).filter(({ fold }) => !THAT_TIME.has(fold));
  const [verb, ...rest] = words;
  if (verb === undefined || (!group.copula && isProgressive(verb.fold))) return undefined;
  if ([...named, ...rest].some(({ fold }) => POINTS_AWAY.has(fold))) return undefined;
  const tail = phraseOf(group.copula ? words : rest);
  const base = baseVerb(unmarked(verb.fold));
  const shared = [named, [verb], rest].reduce((sum, part) => sum + sharedNames(part, core), 0);
  if (shared < fewest || (tail === '' && weekday === undefined && EMPTY_ALONE.has(base))) return undefined;
  const day = weekday === undefined ? '' : `on ${capital(weekday)}s`;
  const often = day !== '' || rest.some(({ fold }) => CIRCUMSTANCE.has(fold)) ? 'usually' : 'often';
  const said = group.copula
    ? [isPlural(named) ? 'are' : 'is', often]
    : [often, ...verbsOf(base, group.negated, isPlural(named))];
  const not = group.copula && group.negated ? 'not' : '';
  return `${[subjectOf(named), ...said, not, tail, day].filter((part) => part !== '').join(' ')}.`;
}

/** How many of the shared things a name speaks of; two words side by side are one. */
const sharedNames = (words: readonly ClauseWord[], core: ReadonlySet<string>): number =>
  words.filter((word, at) => isShared(word, core) && !isShared(words[at - 1], core)).length;

const isShared = (word: ClauseWord | undefined, core: ReadonlySet<string>): boolean =>
  core.has(stemOf(word?.fold ?? '') ?? '');

function verbsOf(base: string, negated: boolean, isMany: boolean): string[] {
  if (negated) return [isMany ? 'do' : 'does', 'not', base];
  return [isMany ? base : presentVerb(base)];
}

/** Identifiers keep their small letters. */
const subjectOf = (named: readonly ClauseWord[]): string => {
  const text = written(named);
  return /^\p{Lu}[\p{Ll}\d]*_/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : capital(text);
};

/** Up to the end of the phrase with the last shared word; verbs that follow with "and" are told as the first one is. */
function wholePart(words: readonly ClauseWord[], core: ReadonlySet<string>, isCopula: boolean): ClauseWord[] {
  const next = words.findIndex((_, at) => at > 0 && (MARK.test(words[at - 1]?.after ?? '') || opensClause(words, at)));
  const clause = next < 0 ? words : words.slice(0, next);
  const last = clause.findLastIndex(({ fold }) => core.has(stemOf(fold) ?? ''));
  let end = Math.max(phraseEnd(clause, Math.max(last, isCopula ? 0 : 1)), last + 1);
  while (PARTICLES.has(clause[end]?.fold ?? '') && isLoose(clause, end)) end++;
  const kept = clause.slice(0, Math.min(end, clause.length));
  return kept.map((word, at) => {
    if (at === 0) return word;
    if (/^(?:was|were)$/.test(word.fold)) return { ...word, text: word.fold === 'was' ? 'is' : 'are' };
    const isJoined = /^(?:and|then)$/.test(kept[at - 1]?.fold ?? '');
    return isJoined && isPast(word.fold) && !isCopula ? { ...word, text: presentVerb(baseVerb(word.fold)) } : word;
  });
}

const MARK = /[,;:.!?–—]/;

/** Another clause begins, which is not told with this one. */
function opensClause(words: readonly ClauseWord[], at: number): boolean {
  const { fold } = words[at] as ClauseWord;
  const rest = words.slice(at + 1);
  if (fold === 'because') return rest.some((word) => isPast(word.fold) && !/^(?:was|were)$/.test(word.fold));
  return (NEXT_CLAUSE.has(fold) && !isPhraseAhead(words, at)) || (fold === 'and' && hasSubject(rest));
}

/** "after squash", "before ten": nothing of a clause. */
const isPhraseAhead = (words: readonly ClauseWord[], at: number): boolean =>
  (/^(?:as|after|before|until|since)$/.test(words[at]?.fold ?? '') || isProgressive(words[at + 1]?.fold ?? '')) &&
  !words
    .slice(at + 1)
    .some(({ fold }) => isPast(fold) || /^(?:i|we|he|she|they|it|is|are|was|were|has|have|had)$/.test(fold));

/** "and the user …", "and the baby calmed down". */
const hasSubject = (words: readonly ClauseWord[]): boolean =>
  /^(?:the|a|an|i|we|it|he|she|they)$/.test(words[0]?.fold ?? '') &&
  words.slice(1, 4).some(({ fold }) => isPast(fold) || /^(?:is|am|are|was|were|wants|needs|has|have)$/.test(fold));

/** A particle with nothing behind it that it could introduce. */
const isLoose = (words: readonly ClauseWord[], at: number): boolean => {
  const next = words[at + 1]?.fold;
  return (
    next === undefined ||
    /[,;:.]/.test(words[at]?.after ?? '') ||
    /^(?:and|by|because|at|for|again|time)$/.test(next) ||
    isAdverb(next)
  );
};

const phraseOf = (words: readonly ClauseWord[]): string =>
  written(words)
    .replace(/[\s,;:–—-]+$/u, '')
    .replace(/\banother (?=([aeiou])?)/gi, (_, vowel) => (vowel === undefined ? 'a ' : 'an '));

const isPlural = (named: readonly ClauseWord[]): boolean => {
  const last = named.at(-1);
  return (
    named.some(({ fold }) => fold === 'and') ||
    (last !== undefined && !last.capital && PLURAL.test(last.fold) && last.fold !== 'class')
  );
};

export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The day of the week that is among what is shared. */
export const weekdayIn = (core: ReadonlySet<string>): string | undefined =>
  [...WEEKDAYS].find((day) => core.has(stemOf(day) ?? day));
