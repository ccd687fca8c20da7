import type { Language, Languages } from '../contracts/language.ts';
import { MAX_PROMPT_CHARS, type StoredEpisode } from '../model/episode.ts';
import { termsIn, termsOf } from '../text/terms.ts';

/** Of what a finding says, so much must have been said. In the pairs of the test, inventions reach a third and paraphrases have 0.4 to 1. */
const MIN_GROUNDED_SHARE = 0.4;
/** What is written with a capital within a sentence says more than other words. */
const CAPITAL_WEIGHT = 2;
/** Portugal and Portuguese: words with so many first letters in common are one. */
const SAME_LETTERS = 6;
/** Words from a day of the month to its month or year: "9 de marzo de 2026". */
const WITHIN_DATE = 2;
const DAY_MS = 86_400_000;

const UNSPACED = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]+/gu;
/** Japanese writes with these what is grammar. */
const HIRAGANA = /\p{Script=Hiragana}+/gu;
const CAPITALISED = /(?<=[\p{L}\p{N},;:] )\p{Lu}[\p{L}\p{N}]*/gu;
const DIGITS = /^\d+$/;
const ASKED = /[?？]/;
const TOKEN = /\p{L}+|\d+/gu;
const THOUSANDS = /(?<=\d)[,.’'\u00a0\u202f](?=\d{3}(?!\d))/g;

/** What was said, by whom and when. */
type SourceTurn = Pick<StoredEpisode, 'content' | 'role' | 'speaker' | 'occurredAt'>;

export interface ClaimedFinding<Turn extends SourceTurn> {
  readonly text: string;
  readonly from: readonly [Turn, ...Turn[]];
  /** Whose word counts, if they say anything of it or were asked; everybody's unless given. */
  readonly isSource?: (turn: Turn) => boolean;
  /** How much the turn before one of them may lend it: all it says unless given. Nothing is lent by who `mayAsk` nobody. */
  readonly lent?: 'questions';
}

interface WeightedWord {
  /** It was said if one of them was. */
  readonly terms: readonly string[];
  readonly weight: number;
}

/**
 * Finds which turns of a session say what a model claims: those it cites, else the one that matches best, else none. A name or a number that
 * nobody said has no ground, nor has what is said of a speaker where the turn says it of another. `known` names may stand for whomever a turn
 * means; `example` are the words of a prompt's example.
 */
export function groundingIn<Turn extends SourceTurn>(
  { episodes, before }: { readonly episodes: readonly Turn[]; readonly before: readonly Turn[] },
  languages: Languages,
  {
    known = [],
    example = '',
    mayAsk = () => true,
  }: {
    readonly known?: readonly string[];
    readonly example?: string;
    readonly mayAsk?: (turn: Turn) => boolean;
  } = {},
): (claimed: ClaimedFinding<Turn>) => ClaimedFinding<Turn>['from'] | undefined {
  const turns = [...before, ...episodes];
  const texts = turns.map(({ content }) => plain(content.slice(0, MAX_PROMPT_CHARS)));
  const terms = texts.map((content) => new Set(withBeginnings(termsOf(content))));
  const speakers = [...new Set(turns.flatMap(({ speaker, role }) => [speaker ?? role, role]))];
  const ofSpeakers = new Set(speakers.flatMap((speaker) => termsOf(speaker)));
  const lent = [...speakers, ...known].map(plain);
  const ofKnown = new Set(
    known.flatMap((name) => termsOf(plain(name))).filter((term) => !terms.some((each) => each.has(term))),
  );
  const mentioned = new Set([...terms.flatMap((each) => [...each]), ...withBeginnings(lent.flatMap(termsOf))]);
  const numbers = new Set([...texts, ...lent].flatMap((text) => text.match(/\d+/g) ?? []).map(Number));
  const years = new Set(turns.flatMap(({ occurredAt }) => [-1, 0, 1].map((by) => occurredAt.getUTCFullYear() + by)));
  const exampleTerms = new Set(termsOf(example).filter((term) => !mentioned.has(term)));

  const turnBefore = (episode: Turn): Turn | undefined => turns[turns.indexOf(episode) - 1];
  const lentBy = (turn: Turn | undefined, isOfPeople: boolean, lent: ClaimedFinding<Turn>['lent']): Set<string>[] => {
    if (turn === undefined || (isOfPeople && !mayAsk(turn))) return [];
    return lent === undefined ? [terms[turns.indexOf(turn)] ?? new Set()] : [questionTerms(turn, languages)];
  };
  const wasAsked = (episode: Turn): boolean => {
    const before = turnBefore(episode);
    return before !== undefined && mayAsk(before) && ASKED.test(before.content);
  };
  /** As English has them, the terms of a word are the same whatever language the word seems to be. */
  const isMentioned = (word: string): boolean =>
    termsIn(word, 'en').every((term) => withBeginnings([term]).some((each) => mentioned.has(each)));

  return ({ text: written, from: cited, isSource, lent }) => {
    const text = plain(written);
    // A finding by itself is often too short to show its language.
    const language = languages.of([text, ...cited.map(({ content }) => content)].join('\n'));
    const { calendar, isOfCalendar } = calendarOf(language.code);
    if (termsOf(text).some((term) => exampleTerms.has(term))) return undefined;
    const { dated, counted } = numbersOf(text, isOfCalendar, years);
    if (!counted.every((number) => numbers.has(Number(number)))) return undefined;
    const names = language.names(text).flatMap((name) => language.words(name.text));
    if (!names.every((word) => language.isStopWord(word) || calendar.has(word) || isMentioned(word))) return undefined;

    const ignored = new Set([...ofSpeakers, ...calendar, ...dated]);
    const words = weightedWords(withoutNames(text, speakers), language)
      .filter(({ terms: own }) => !own.some((term) => ignored.has(term)))
      // A name in place of other words is no more than one of them.
      .map((word) => (word.terms.some((term) => ofKnown.has(term)) ? { ...word, weight: 1 } : word));
    const share = (sources: readonly ReadonlySet<string>[]): number => groundedShare(words, sources);
    const own = (episode: Turn): Set<string>[] => [terms[turns.indexOf(episode)] ?? new Set()];
    const withNeighbour = (episode: Turn): Set<string>[] => [
      ...lentBy(turnBefore(episode), isSource !== undefined, lent),
      ...own(episode),
    ];
    const isOfAnother = (episode: Turn): boolean => saysOfAnother(episode, text, language, speakers);
    const mayBeSource = (episode: Turn): boolean => {
      if (isSource === undefined) return true;
      return isSource(episode) && (share(own(episode)) > 0 || wasAsked(episode));
    };
    const [first, ...others] = cited.filter(mayBeSource);
    if (first !== undefined && share([first, ...others].flatMap(withNeighbour)) >= MIN_GROUNDED_SHARE)
      return [first, ...others].some(isOfAnother) ? undefined : [first, ...others];
    const ranked = episodes.filter(mayBeSource).map((episode) => ({
      ...{ episode, near: share(withNeighbour(episode)), own: share(own(episode)) },
    }));
    const [best] = ranked.sort((a, b) => b.near - a.near || b.own - a.own);
    return best === undefined || best.near < MIN_GROUNDED_SHARE || isOfAnother(best.episode)
      ? undefined
      : [best.episode];
  };
}

/** What a turn asks, without what it says besides. */
const questionTerms = ({ content }: SourceTurn, languages: Languages): Set<string> =>
  new Set(
    languages
      .of(content)
      .sentences(plain(content.slice(0, MAX_PROMPT_CHARS)))
      .filter((sentence) => ASKED.test(sentence))
      .flatMap((sentence) => withBeginnings(termsOf(sentence))),
  );

/** Digits as digits, and numbers in one piece. */
const plain = (text: string): string => text.replace(THOUSANDS, '').normalize('NFKC');

const withBeginnings = (terms: readonly string[]): string[] =>
  terms.flatMap((term) => (term.length < SAME_LETTERS ? [term] : [term, `${term.slice(0, SAME_LETTERS)}*`]));

function groundedShare(words: readonly WeightedWord[], sources: readonly ReadonlySet<string>[]): number {
  const weightOf = (some: readonly WeightedWord[]) => some.reduce((sum, { weight }) => sum + weight, 0);
  const grounded = words.filter(({ terms }) => terms.some((term) => sources.some((source) => source.has(term))));
  return words.length === 0 ? 0 : weightOf(grounded) / weightOf(words);
}

/** The words that carry meaning, stemmed; of scripts without spaces, pairs of signs. */
function weightedWords(text: string, language: Language): WeightedWord[] {
  const capitalised = new Set((text.match(CAPITALISED) ?? []).map((word) => word.toLowerCase()));
  const spaced = language
    .words(text.replace(UNSPACED, ' '))
    .flatMap((word) => word.split(/['’-]/))
    .filter((word) => !language.isStopWord(word) && (word.length > 1 || /\d/.test(word)));
  const runs = (text.match(UNSPACED) ?? []).flatMap((run) => run.replace(HIRAGANA, ' ').match(/\S+/g) ?? []);
  return [
    ...[...new Set(spaced)].map((word) => ({
      terms: withBeginnings(termsIn(word, language.code)),
      weight: capitalised.has(word) ? CAPITAL_WEIGHT : 1,
    })),
    ...[...new Set(runs.flatMap((run) => termsIn(run, language.code)))].map((term) => ({ terms: [term], weight: 1 })),
  ];
}

/** Names in scripts without spaces would make pairs with what follows them. */
const withoutNames = (text: string, names: readonly string[]): string =>
  names.filter((name) => name.search(UNSPACED) === 0).reduce((left, name) => left.replaceAll(name, ' '), text);

/** The numbers of a text: those of dates, which are written out though somebody said "next Monday", and the others. */
function numbersOf(text: string, isOfCalendar: (word: string) => boolean, years: ReadonlySet<number>) {
  const tokens = text.match(TOKEN) ?? [];
  const isOfDate = (token: string, at: number): boolean =>
    years.has(Number(token)) ||
    (Number(token) <= 31 &&
      tokens
        .slice(Math.max(0, at - WITHIN_DATE), at + WITHIN_DATE + 1)
        .some((near) => isOfCalendar(near) || years.has(Number(near))));
  const dated = tokens.filter((token, at) => DIGITS.test(token) && isOfDate(token, at));
  return { dated, counted: tokens.filter((token, at) => DIGITS.test(token) && !isOfDate(token, at)) };
}

/** The months and weekdays of a language, and which words are written as it writes them: "may" is no month. */
function calendarOf(code: string) {
  const format = new Intl.DateTimeFormat(code === 'und' ? 'en' : code, { dateStyle: 'full', timeZone: 'UTC' });
  const parts = Array.from({ length: 12 }, (_, month) => format.formatToParts(month * 31 * DAY_MS)).flat();
  const named = parts.filter(({ type }) => type === 'month' || type === 'weekday');
  const written = new Set(named.flatMap(({ value }) => value.match(/\p{L}+/gu) ?? []));
  return {
    calendar: new Set([...written].flatMap((word) => [word.toLowerCase(), ...termsIn(word, code)])),
    isOfCalendar: (word: string): boolean => written.has(word) || written.has(word.toLowerCase()),
  };
}

/** "The cat sleeps on the wardrobe" says nothing of who says so. Where the language cannot read claims, nobody knows. */
function saysOfAnother(
  { content }: SourceTurn,
  text: string,
  language: Language,
  speakers: readonly string[],
): boolean {
  const claim = language.claim(text);
  const names = new Set(speakers.flatMap((speaker) => language.words(speaker)));
  if (claim === undefined || !language.words(claim.subject).every((word) => names.has(word))) return false;
  const subjects = language.sentences(content.slice(0, MAX_PROMPT_CHARS)).flatMap((sentence) => {
    const other = language.claim(sentence);
    return other?.relation === claim.relation && shared(other.value, claim.value)
      ? [language.words(other.subject)]
      : [];
  });
  // By its last word: "and before you ask: I".
  const isOwn = (subject: readonly string[]) =>
    subject.slice(-1).every((word) => names.has(word) || language.isStopWord(word) || word === 'user');
  return subjects.length > 0 && !subjects.some(isOwn);
}

function shared(one: string, other: string): boolean {
  const terms = new Set(termsOf(one));
  return termsOf(other).every((term) => terms.has(term));
}
