import type { FoundDate, Language } from '../contracts/language.ts';

const WORD = /[\p{L}\p{N}]/u;
const QUESTION_ENDS = /[?？؟;՞፧⁇⁈⸮꘏]["'”’»」』）)\s]*$/u;
const ISO_DAY = /\b(\d{4})-(\d\d)-(\d\d)\b/g;
const DAY_MS = 86_400_000;

/** What holds for texts in every language: words and sentences by Unicode, days in digits. What takes a grammar is left to a model. */
export function anyLanguage(code = 'und'): Language {
  const locale = code === 'und' ? undefined : code;
  const wordSegmenter = new Intl.Segmenter(locale, { granularity: 'word' });
  const sentenceSegmenter = new Intl.Segmenter(locale, { granularity: 'sentence' });
  const sentences = (text: string): string[] =>
    text
      .split(/\n+/)
      .flatMap((line) => [...sentenceSegmenter.segment(line)].map(({ segment }) => segment.trim()))
      .filter((sentence) => sentence !== '');
  return {
    code,
    words: (text) =>
      [...wordSegmenter.segment(text.toLowerCase())].flatMap(({ segment, isWordLike }) => (isWordLike ? segment : [])),
    isStopWord: () => false,
    sentences,
    dates: isoDays,
    names: () => [],
    smallTalk: (text) => {
      const said = sentences(text).filter((sentence) => WORD.test(sentence));
      return said.length > 0 && said.every((sentence) => QUESTION_ENDS.test(sentence)) ? 'question' : undefined;
    },
    kindOf: () => undefined,
    assertions: () => [],
    claim: () => undefined,
    cues: () => [],
    restsOn: () => [],
    compare: (older, newer) => (isSame(older, newer) ? 'duplicate' : 'unrelated'),
    saySame: isSame,
    profile: () => [],
    memoryType: () => undefined,
    importance: () => undefined,
  };
}

const folded = (text: string): string => text.normalize('NFC').trim().toLowerCase();
const isSame = (one: string, other: string): boolean => folded(one) === folded(other);

function isoDays(text: string): FoundDate[] {
  return [...text.matchAll(ISO_DAY)].flatMap(({ 0: day, index }) => {
    const from = new Date(`${day}T00:00:00Z`);
    if (Number.isNaN(from.getTime()) || !from.toISOString().startsWith(day)) return [];
    const to = new Date(from.getTime() + DAY_MS);
    return [{ ...{ from, to, start: index, end: index + day.length, text: day }, kind: 'date' as const }];
  });
}
