import { USER } from '../../../contracts/language.ts';
import { wordList } from '../../../text/words.ts';
import { GIVEN_NAMES } from '../entities/given-names.ts';
import { isPast } from '../verbs.ts';
import { isWhenWord, namesTime } from './values.ts';
import { isAdverb, type VerbGroup, verbGroup } from './verb-group.ts';
import { type ClauseWord, clauseWords, folded, phraseAt, phraseSet } from './words.ts';

export interface Clause {
  readonly words: readonly ClauseWord[];
  readonly speaker?: string;
  readonly when: string;
}

const MAX_TEXT_CHARS = 400;
const MAX_OPENING_WORDS = 7;

const OPENINGS = phraseSet(
  `actually; correction; no; sorry; in fact; i meant; to correct myself; i was wrong; scratch that; my mistake; oops; not quite; wait; update; note; note that; fyi; btw; by the way; oh; well; yes; yeah; now; currently; these days; nowadays; at the moment; recently;
  from now on; as it turns out; it turns out; it turns out that; so; today; remember that; remember`,
);
/** Openings without a comma; "no" needs one: "no dogs". */
const UNMARKED = phraseSet(
  'actually; in fact; i meant; note that; now; currently; these days; nowadays; recently; from now on; it turns out that; remember that; btw; fyi',
);
const DEPENDENT = new Set(
  'if when because although though while unless until once whether since before after as'.split(' '),
);
const ABBREVIATION = /^(?:\p{L}|\p{Lu}\p{L}{1,2}|[^.]*\..*)$/u;

function breaksOff(words: readonly ClauseWord[]): boolean {
  return words.some(
    ({ text, after }, index) =>
      /[?;\n]/.test(after) ||
      (index < words.length - 1 &&
        (/[!…]/.test(after) ||
          (after.includes('.') && words[index + 1]?.capital === true && !ABBREVIATION.test(text)))),
  );
}

function openingLength(words: readonly ClauseWord[]): number {
  const length = phraseAt(OPENINGS, words, 0);
  const marked = /[,:–—-]/.test(words[length - 1]?.after ?? '');
  return length > 0 && (marked || phraseAt(UNMARKED, words, 0) === length) ? length : 0;
}

function speakerLength(words: readonly ClauseWord[]): number {
  const at = words.slice(0, 3).findIndex(({ after }) => after === ':');
  return at >= 0 && words[0]?.capital && /^(?:i|my|we|our)$/.test(words[at + 1]?.fold ?? '') ? at + 1 : 0;
}

const DATED = /^(?:on|in|around|last|since)$/;

/** "In May 2023, …", "In May 2023 Ana …": the words of an opening that only gives a date. */
function openingDateLength(words: readonly ClauseWord[]): number {
  const opening = words.slice(0, MAX_OPENING_WORDS);
  const comma = opening.findIndex(({ after }) => after.startsWith(','));
  const bare = comma < 0 && DATED.test(words[0]?.fold ?? '') ? opening.findIndex((word) => !isWhenWord(word)) : -1;
  if (bare > 1 && opening.slice(0, bare).some(namesTime) && words[bare]?.capital === true) return bare;
  return comma >= 0 && words.slice(0, comma + 1).every(isWhenWord) ? comma + 1 : 0;
}

/** Undefined unless the text is a single plain sentence: no question, no condition. */
export function clauseOf(text: string): Clause | undefined {
  if (text.length > MAX_TEXT_CHARS) return undefined;
  const all = clauseWords(text.trim());
  const speakerWords = speakerLength(all);
  const speaker = folded(all.slice(0, speakerWords));
  let words = all.slice(speakerWords);
  let when = '';
  for (let length = 1; length > 0 && words.length > 0; words = words.slice(length)) {
    const date = openingDateLength(words);
    length = Math.max(openingLength(words), date);
    if (date > 0) when = folded(words.slice(0, date));
  }
  if (words.length < 2 || breaksOff(words) || DEPENDENT.has(words[0]?.fold ?? '')) return undefined;
  return { words, when, ...(speaker && { speaker }) };
}

export const AUXILIARIES = wordList(
  'is am are was were has have had does do did will would can could may might must should shall',
);
export const PLAIN_VERBS = wordList(
  `lives lived works worked moved likes liked loves loved hates hated dislikes prefers preferred uses used enjoys enjoyed joined left quit
  switched changed plays played speaks spoke knows knew owns owned wants wanted plans planned needs needed costs cost takes took weighs
  weighed runs ran starts started ends ended begins began became becomes got gets bought sold studies studied graduated teaches taught
  drives drove drinks drank eats ate wakes commutes reports relocated settled migrated upgraded adopted stopped turned turns visited went
  goes married divorced died resides attends lasts contains requires earns pays opens closes expires comes came listens supports
  belongs follows wears wore thinks hopes believes hires hired resigned retired renamed replaced majors sleeps`,
);
const BASE_VERBS = wordList(
  `live work like love hate prefer use enjoy run play speak know own want need cost take weigh study drive drink eat move sleep commute start
  end pass fail depend belong come go meet`,
);
const NEVER_VERBS = wordList(
  'and or of the a an in on at for with from to de la le da del di van von der den al bin el y dos das du don doña mac ibn',
);
const RELATIVES = wordList('where that which who whose whom');
const COPULAS = wordList('is are was were');
const ADVERBS_BEFORE_VERB = wordList(
  `currently now still also already recently just really always usually often never actually finally officially originally formerly
  previously no longer not mostly only once generally normally typically strongly sometimes probably`,
);
const PRONOUNS = wordList(
  'he she it they this that these those you there here who what which someone everyone nobody everybody something',
);
const DETERMINERS = wordList('the a an my our his her their its your this that these those');
/** Possessives that need context. */
const OTHERS = wordList('his her their its your');
const KIN = wordList(
  `parent grandparent sibling mother father mom mum dad sister brother son daughter wife husband partner girlfriend boyfriend fiance
  fiancee child kid baby aunt uncle cousin niece nephew grandmother grandfather grandma grandpa friend boss manager colleague neighbour neighbor roommate flatmate teacher
  doctor`,
);

const MAX_SUBJECT_WORDS = 24;

/** "the user", "Ana", "Ana and Ben": the next word is a verb. */
export function isCompleteSubject(subject: readonly ClauseWord[]): boolean {
  const last = subject.at(-1);
  if (!last || last.possessive) return false;
  if (last.fold === USER || last.fold === 'i' || last.fold === 'we') return true;
  if (KIN.has(last.fold)) return true;
  // "Ana's sister Ellen"
  if (last.capital && KIN.has(subject.at(-2)?.fold ?? '')) return true;
  const [first] = subject;
  return (
    subject.every((word) => word.capital || NEVER_VERBS.has(word.fold) || /\d/.test(word.fold)) &&
    !(subject.length === 1 && first && DETERMINERS.has(first.fold))
  );
}

/** A participle before it is part of the subject: "the report reviewed by Ana is …". */
const hasAuxiliary = (all: readonly ClauseWord[], from: number): boolean =>
  all.slice(from).some(({ fold, capital }) => !capital && AUXILIARIES.has(fold));

const isPlural = (all: readonly ClauseWord[], at: number): boolean =>
  /[^s]s$/.test(all[at - 1]?.fold ?? '') || all.slice(0, at).some(({ fold }) => fold === 'and');

/** After a complete subject: a verb, or an adverb before one. Words such as "movement" continue the subject. */
function opensVerb(all: readonly ClauseWord[], at: number): boolean {
  const word = all[at];
  if (!word || word.capital) return false;
  if (ADVERBS_BEFORE_VERB.has(word.fold) || isAdverb(word.fold))
    return opensVerb(all, at + 1) || AUXILIARIES.has(all[at + 1]?.fold ?? '');
  const plural =
    /^(?:i|we|users)$/.test(all[at - 1]?.fold ?? '') ||
    all.slice(0, at).some(({ fold }) => fold === 'and' || fold === 'i' || fold === 'we');
  return /[^s]s$/.test(word.fold) || isPast(word.fold) || (plural && /^[a-z]+$/.test(word.fold));
}

export function verbIndex(all: readonly ClauseWord[]): number {
  const first = all[0];
  if (first && PLAIN_VERBS.has(first.fold) && !first.possessive && all.length > 1 && first.fold.endsWith('s')) return 0;
  const limit = Math.min(all.length, MAX_SUBJECT_WORDS);
  for (let at = 1; at < limit; at++) {
    const word = all[at];
    if (!word || word.capital || word.possessive) continue;
    if (RELATIVES.has(word.fold) && first && DETERMINERS.has(first.fold)) {
      const copula = all.findLastIndex(({ fold, capital }) => !capital && COPULAS.has(fold));
      return copula > at + 1 ? copula : -1;
    }
    if (AUXILIARIES.has(word.fold)) return at;
    const before = all[at - 1];
    if (!before || before.possessive || NEVER_VERBS.has(before.fold)) continue;
    if (PLAIN_VERBS.has(word.fold) && !(at === 1 && DETERMINERS.has(before.fold))) return at;
    if (BASE_VERBS.has(word.fold) && isPlural(all, at)) return at;
    if (NEVER_VERBS.has(word.fold)) continue;
    if (at > 1 && isPast(word.fold) && !hasAuxiliary(all, at)) return at;
    if (isCompleteSubject(all.slice(0, at)) && opensVerb(all, at)) return at;
  }
  return -1;
}

/** The subject, folded; undefined if it depends on context. */
export function foldSubject(named: readonly ClauseWord[], { speaker }: Clause): string | undefined {
  const me = speaker ?? USER;
  if (named.length === 0) return me;
  if (isPronoun(named) || named.some(({ fold }) => OTHERS.has(fold))) return undefined;
  const subject = named.flatMap(({ fold }, index) => {
    if (fold === 'i' || fold === 'my') return [me];
    if (fold === 'our') return ['we'];
    return DETERMINERS.has(fold) && (index === 0 || fold === 'the') ? [] : [fold];
  });
  return subject.length > 0 ? subject.join(' ') : undefined;
}

export const isPronoun = (named: readonly ClauseWord[]): boolean =>
  named.length === 1 && PRONOUNS.has(named[0]?.fold ?? '');

/** A person may have several values for relations that are single for a thing. */
export function isPerson(named: readonly ClauseWord[]): boolean {
  const last = named.at(-1);
  if (!last) return true;
  if (/^(?:i|we|user|users)$/.test(last.fold) || KIN.has(last.fold.replace(/s$/, ''))) return true;
  return named[0] !== undefined && GIVEN_NAMES.has(named[0].fold) && !named[0].possessive;
}

const MAX_NAME_WORDS = 3;

export const mayBePerson = (named: readonly ClauseWord[]): boolean =>
  isPerson(named) ||
  (named.length <= MAX_NAME_WORDS &&
    named.every(({ capital, possessive, fold }) => capital && !possessive && !DETERMINERS.has(fold)));

export interface ParsedSentence {
  readonly clause: Clause;
  readonly named: readonly ClauseWord[];
  readonly group: VerbGroup;
}

export function parseSentence(text: string): ParsedSentence | undefined {
  const clause = clauseOf(text);
  const at = clause ? verbIndex(clause.words) : -1;
  return clause && at >= 0
    ? { clause, named: clause.words.slice(0, at), group: verbGroup(clause.words.slice(at)) }
    : undefined;
}
