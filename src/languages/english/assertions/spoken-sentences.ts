import { wordList } from '../../../text/words.ts';

/** What a person said themselves, a sentence each. */
export interface SpokenSentence {
  readonly text: string;
  readonly isQuestion: boolean;
  /** A line of a list, or under a label such as "Address:". */
  readonly isListed: boolean;
}

/** Longer ones are pasted or lists without marks, not said. */
const LONGEST_SENTENCE = 600;
const MOST_SENTENCES = 120;
/** Beyond this a turn is a document; its beginning is where a person says what it is. */
const LONGEST_TURN = 40_000;

const CODE = /```[^`]*(?:```|$)|`[^`\n]{1,200}`/g;
/** Captions of pictures and stage directions. */
const ASIDE = /\[[^\][\n]{0,400}\]/g;
const BRACKETED = /\([^()\n]{0,200}\)/g;
const LINK = /\bhttps?:\/\/\S{1,500}/g;
const EMPHASIS = /\*\*|__|(?<![\p{L}\p{N}])[*_](?=[\p{L}\p{N}])|(?<=[\p{L}\p{N}.,!?])[*_](?![\p{L}\p{N}])/gu;
const BULLET = /^\s{0,20}(?:[-*•+]|\d{1,3}[.)]|#{1,6})\s+/;
const QUOTED_LINE = /^\s{0,20}>/;
const END = /(?<=[.!?…])["'”’)]?\s+(?=\S)/;
const SYMBOLS = /\p{Extended_Pictographic}|\p{Cc}|\p{Cf}|\ufe0f/gu;

const ABBREVIATIONS = wordList('mr. mrs. ms. dr. st. vs. e.g. i.e. etc. approx. no. jr. sr. prof. a.m. p.m. u.s. u.k.');

/** "Write this email: …", "Translate: …": what follows is not the speaker's, up to the end of the quote or of the turn. */
const DICTATED =
  /^[^.!?:\n]{0,80}\b(?:write|draft|compose|translate|rewrite|rephrase|summari[sz]e|proofread|improve|correct|post|tweet|reply|say|message|letter|essay|example|pretend)\b(?! (?:this|that) down)[^.!?:\n]{0,120}(?::\s+|\n+)(?:["“«][^"”»]*["”»]|[\s\S]*)/gim;
/** What somebody said; a title or a motto stays. */
const QUOTE = /["“«][^"“”«»\n]{1,2000}["”»]/g;
const OF_A_PERSON = /\b(?:i|i['’]m|me|my|we|our)\b/i;

/** "Suppose I live in Oslo", "If I lived in Paris, I would …". */
const SUPPOSED =
  /^(?:\w+[, ]+){0,2}(?:suppos(?:e|ing)|imagin(?:e|ing)|assum(?:e|ing)|pretend|hypothetically|what if|let['’]?s (?:say|suppose|imagine|pretend)|say (?:i|we|my)\b)|\bif (?:only )?(?:i|we) (?:were|had|lived|worked|owned|could|won|knew)\b/i;
/** "…, just kidding", and the sentence after it: "Just kidding!" */
const KIDDING = /[,–—(-] ?(?:i['’]m )?(?:just |only )?(?:kidding|joking|jk)\W*$/i;
const WAS_KIDDING = /^(?:\w+\W+)?(?:i['’]?m |i was )?(?:just |only )?(?:kidding|joking|jk)\b/i;

/** Supposed, or a joke that is taken back. */
export const isUnmeant = (sentences: readonly SpokenSentence[], at: number): boolean =>
  WAS_KIDDING.test(sentences[at + 1]?.text ?? '') ||
  [KIDDING, WAS_KIDDING, SUPPOSED].some((pattern) => pattern.test(sentences[at]?.text ?? ''));

export function spokenSentences(content: string): SpokenSentence[] {
  const spoken = content
    .slice(0, LONGEST_TURN)
    .replace(CODE, ' ')
    .replace(DICTATED, ' ')
    .replace(QUOTE, (quote) => (OF_A_PERSON.test(quote) ? '… ' : quote))
    .replace(ASIDE, ' ')
    .replace(BRACKETED, ' ')
    .replace(LINK, ' ');
  const sentences: SpokenSentence[] = [];
  for (const line of spoken.split('\n')) {
    if (QUOTED_LINE.test(line)) continue;
    const isListed = BULLET.test(line);
    const plain = line.replace(BULLET, '').replace(EMPHASIS, '').replace(SYMBOLS, ' ');
    for (const text of sentencesOf(plain)) {
      if (text.length <= LONGEST_SENTENCE) sentences.push({ text, isListed, isQuestion: /\?["'”’)!.]*$/.test(text) });
      if (sentences.length >= MOST_SENTENCES) return sentences;
    }
  }
  return sentences;
}

function sentencesOf(line: string): string[] {
  const sentences: string[] = [];
  let open = '';
  for (const piece of line.split(END)) {
    const text = open === '' ? piece : `${open} ${piece}`;
    const last = text.slice(text.lastIndexOf(' ') + 1).toLowerCase();
    open = ABBREVIATIONS.has(last) && open.length < LONGEST_SENTENCE ? text : '';
    if (open === '' && text.trim() !== '') sentences.push(text.trim());
  }
  if (open.trim() !== '') sentences.push(open.trim());
  return sentences;
}
