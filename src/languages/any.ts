import type { DateMatch, Language, NameMatch } from '../contracts/language.ts';
import { DAY_MS } from '../model/day.ts';
import { stopWordsOf } from './word-lists.ts';

const HAS_WORD = /[\p{L}\p{N}]/u;
const QUESTION = /[?？؟՞፧⸮⁇⁈][\s"'”’»」』）)]*$/u;

/** Dates in digits: year first, day first with full stops, or with a slash if only one of both can be the month. */
const DAY_PATTERNS: readonly (readonly [RegExp, (parts: readonly number[]) => readonly number[]])[] = [
  [/(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/g, (parts) => parts],
  [/(?<!\d)(\d{4})[年년]\s?(\d{1,2})[月월]\s?(\d{1,2})[日일]/g, (parts) => parts],
  [/(?<!\d)(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})(?!\d)/g, (parts) => parts.toReversed()],
  [/(?<!\d)(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?!\d)/g, orderDayAndMonth],
];

/** Names in lower case: handles and quotations. */
const HANDLE = /(?<![\p{L}\p{N}.])@[\p{L}\p{N}_]{2,40}/gu;
const QUOTED = /[“„«「『]([^“”„«»「」『』\n]{2,60})[”“»」』]/gu;
const CAPITALISED = /(?<=[\p{Ll}\p{N},;:] )\p{Lu}[\p{L}\p{N}’'-]+(?: \p{Lu}[\p{L}\p{N}’'-]+)*/gu;
/** Languages that capitalize every noun. */
const CAPITAL_NOUNS = new Set(['de']);

/** Every query counts as a plain question. */
const PLAIN_QUESTION = {
  ...{ talk: 0, asksForChange: false, asksForPresent: false, asksForFormer: false, asksForAllTime: false },
  questions: [],
};

/**
 * The rules that hold for a text in every language: words and sentences by Unicode, stop words by a list, dates in
 * digits. Grammar is left to a model.
 * @example const german = languages([english(), anyLanguage('de')]);
 */
export function anyLanguage(code = 'und'): Language {
  const locale = code === 'und' ? undefined : code;
  const [byWord, bySentence] = (['word', 'sentence'] as const).map(
    (granularity) => new Intl.Segmenter(locale, { granularity }),
  ) as [Intl.Segmenter, Intl.Segmenter];
  const sentences = (text: string): string[] =>
    text
      .split(/\n+/)
      .flatMap((line) => [...bySentence.segment(line)].map(({ segment }) => segment.trim()))
      .filter((sentence) => sentence !== '');
  const smallTalk = (text: string) => {
    const wordedSentences = sentences(text).filter((sentence) => HAS_WORD.test(sentence));
    return wordedSentences.length > 0 && wordedSentences.every((sentence) => QUESTION.test(sentence))
      ? 'question'
      : undefined;
  };
  const namePatterns = CAPITAL_NOUNS.has(code) ? [HANDLE, QUOTED] : [HANDLE, QUOTED, CAPITALISED];
  return {
    code,
    words: (text) =>
      [...byWord.segment(text.toLowerCase())].flatMap(({ segment, isWordLike }) => (isWordLike ? segment : [])),
    isStopWord: (word) => stopWordsOf(code).has(word),
    sentences,
    dates: daysIn,
    names: (text) => namesIn(text, namePatterns),
    smallTalk,
    intent: (query) => ({ ...PLAIN_QUESTION, topic: query }),
    statesChange: () => false,
    topics: () => [],
    manners: () => [],
    claim: () => undefined,
    cues: () => [],
    restsOn: () => [],
    compare: (older, newer) => (isSame(older, newer) ? 'duplicate' : 'unrelated'),
    contradictingSentence: () => undefined,
    saySame: isSame,
    // Negation is unknown without a grammar.
    likeness: (one, other) => (isSame(one, other) ? 1 : 0),
    statedEnd: () => undefined,
    statesTaste: () => false,
    emptyTalk: smallTalk,
    memoryNeed: () => ({ isContinuation: false }),
    memoryType: () => undefined,
    importance: () => undefined,
  };
}

const folded = (text: string): string => text.normalize('NFC').trim().toLowerCase();
const isSame = (one: string, other: string): boolean => folded(one) === folded(other);

function daysIn(text: string): DateMatch[] {
  const dates = DAY_PATTERNS.flatMap(([pattern, order]) =>
    [...text.matchAll(pattern)].flatMap(({ 0: match, index, ...parts }): DateMatch[] => {
      const [year = 0, month = 0, day = 0] = order([1, 2, 3].map((at) => Number(parts[at])));
      const from = new Date(Date.UTC(year, month - 1, day));
      if (from.getUTCMonth() !== month - 1 || from.getUTCDate() !== day) return [];
      const to = new Date(from.getTime() + DAY_MS);
      return [{ ...{ from, to, start: index, end: index + match.length, text: match }, kind: 'date' }];
    }),
  );
  return dates.sort((a, b) => a.start - b.start);
}

function orderDayAndMonth([one = 0, other = 0, year = 0]: readonly number[]): readonly number[] {
  if (one > 12) return [year, other, one];
  return other > 12 || one === other ? [year, one, other] : [];
}

function namesIn(text: string, patterns: readonly RegExp[]): NameMatch[] {
  const matches = patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ 0: whole, 1: inner = whole, index }): NameMatch => {
      const start = index + whole.indexOf(inner);
      return { ...{ start, end: start + inner.length, text: inner }, type: 'other' };
    }),
  );
  let last = 0;
  return matches
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .filter(({ start, end }) => {
      if (start < last) return false;
      last = end;
      return true;
    });
}
