import type { Language, Languages } from '../contracts/language.ts';
import { termsIn, termsOf } from '../languages/terms.ts';
import { DAY_MS } from '../model/day.ts';
import { MAX_PROMPT_CHARS, type StoredEpisode } from '../model/episode.ts';

/** Minimum share of a finding's words that turns must contain. In the test's pairs, inventions reach a third and paraphrases have 0.4 to 1. */
const MIN_GROUNDED_SHARE = 0.4;
const CAPITAL_WEIGHT = 2;
/** Words with this many first letters in common are equal: Portugal and Portuguese. */
const SAME_LETTERS = 6;
/** Maximum of words from a day to its month or year: "9 de marzo de 2026". */
const WITHIN_DATE = 2;

const UNSPACED = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]+/gu;
/** Hiragana, which Japanese grammar is written in. */
const HIRAGANA = /\p{Script=Hiragana}+/gu;
const CAPITALISED = /(?<=[\p{L}\p{N},;:] )\p{Lu}[\p{L}\p{N}]*/gu;
const DIGITS = /^\d+$/;
const ASKED = /[?？]/;
const TOKEN = /\p{L}+|\d+/gu;
const THOUSANDS = /(?<=\d)[,.’'\u00a0\u202f](?=\d{3}(?!\d))/g;

type SourceTurn = Pick<StoredEpisode, 'content' | 'role' | 'speaker' | 'occurredAt'>;

export interface ClaimedFinding<Turn extends SourceTurn> {
  readonly text: string;
  readonly from: readonly [Turn, ...Turn[]];
  /** Turns that can be sources if they contain a part of the finding or answer a question; by default all. */
  readonly isSource?: (turn: Turn) => boolean;
  /** The support by the turn before a source: all its words, or only its questions. Turns that fail `mayAsk` support nothing. */
  readonly lent?: 'questions';
}

interface WeightedWord {
  readonly terms: readonly string[];
  readonly weight: number;
}

/**
 * Finds the turns that say a claimed finding: the cited ones, else the best match, else undefined. Names and numbers that no turn
 * contains are refused, as are statements on a speaker that the turn makes of another. `known` names may replace references to them;
 * `example` has the words of the prompt's example.
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
  const numbers = new Set([...texts, ...lent].flatMap((text) => numbersIn(text, languages)));
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
  /** Stems as English, so that a word has the same terms in every detected language. */
  const isMentioned = (word: string): boolean =>
    termsIn(word, 'en').every((term) => withBeginnings([term]).some((each) => mentioned.has(each)));

  return ({ text: written, from: cited, isSource, lent }) => {
    const text = plain(written);
    // A finding alone is often too short to detect its language.
    const language = languages.of([text, ...cited.map(({ content }) => content)].join('\n'));
    const { calendar, isOfCalendar } = calendarOf(language.code);
    if (termsOf(text).some((term) => exampleTerms.has(term))) return undefined;
    const { dated, counted } = numbersOf(text, isOfCalendar, years);
    if (!counted.every((number) => numbers.has(Number(number)))) return undefined;
    const isCitedDay = (term: string, cited: readonly Turn[]): boolean =>
      calendar.has(term) && cited.some((turn) => terms[turns.indexOf(turn)]?.has(term) === true);
    const names = language.names(text).flatMap((name) => language.words(name.text));
    if (!names.every((word) => language.isStopWord(word) || calendar.has(word) || isMentioned(word))) return undefined;

    const ignored = new Set([...ofSpeakers, ...calendar, ...dated]);
    const words = weightedWords(withoutNames(text, speakers), language)
      // A weekday that a cited turn says is evidence, one that the model added is not.
      .filter(({ terms: own }) => !own.some((term) => ignored.has(term) && !isCitedDay(term, cited)))
      // A known name that replaces other words weighs no more than one of them.
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
    // An acknowledgement that the model cites repeats a source in other words: "No surgery, then."
    const lentByCited = cited.filter((turn) => !others.includes(turn) && mayAsk(turn)).flatMap(own);
    if (
      first !== undefined &&
      share([...[first, ...others].flatMap(withNeighbour), ...lentByCited]) >= MIN_GROUNDED_SHARE
    )
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

const numbersIn = (text: string, languages: Languages): number[] => [
  ...(text.match(/\d+/g) ?? []).map(Number),
  ...(languages.of(text).spelledNumbers?.(text) ?? []),
];

const questionTerms = ({ content }: SourceTurn, languages: Languages): Set<string> =>
  new Set(
    languages
      .of(content)
      .sentences(plain(content.slice(0, MAX_PROMPT_CHARS)))
      .filter((sentence) => ASKED.test(sentence))
      .flatMap((sentence) => withBeginnings(termsOf(sentence))),
  );

const plain = (text: string): string => text.replace(THOUSANDS, '').normalize('NFKC');

const withBeginnings = (terms: readonly string[]): string[] =>
  terms.flatMap((term) => (term.length < SAME_LETTERS ? [term] : [term, `${term.slice(0, SAME_LETTERS)}*`]));

function groundedShare(words: readonly WeightedWord[], sources: readonly ReadonlySet<string>[]): number {
  const weightOf = (some: readonly WeightedWord[]) => some.reduce((sum, { weight }) => sum + weight, 0);
  const grounded = words.filter(({ terms }) => terms.some((term) => sources.some((source) => source.has(term))));
  return words.length === 0 ? 0 : weightOf(grounded) / weightOf(words);
}

/** Content words, stemmed; bigrams in scripts without spaces. */
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

/** Removes names in scripts without spaces, which would form bigrams with the following text. */
const withoutNames = (text: string, names: readonly string[]): string =>
  names.filter((name) => name.search(UNSPACED) === 0).reduce((left, name) => left.replaceAll(name, ' '), text);

/** Splits numbers into those of dates, which models add to "next Monday", and others. */
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

/** Months and weekdays of a language, as it writes them: "may" is no month. */
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

/** Whether a turn says of another subject what a finding says of a speaker. False if the language cannot read claims. */
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
  // The last word counts: "and before you ask: I".
  const isOwn = (subject: readonly string[]) =>
    subject.slice(-1).every((word) => names.has(word) || language.isStopWord(word) || word === 'user');
  return subjects.length > 0 && !subjects.some(isOwn);
}

function shared(one: string, other: string): boolean {
  const terms = new Set(termsOf(one));
  return termsOf(other).every((term) => terms.has(term));
}
