import { wordList } from '../../../text/words.ts';

export interface ClauseWord {
  readonly text: string;
  /** Lower case, without accents and without a possessive ending. */
  readonly fold: string;
  readonly possessive: boolean;
  readonly capital: boolean;
  readonly after: string;
}

const MARKS_BEFORE = /^[^\p{L}\p{N}$€£#@+-]+/u;
const MARKS_AFTER = /(?<![^\p{L}\p{M}\p{N}+#%€°])[^\p{L}\p{M}\p{N}+#%€°]+$/u;
const POSSESSIVE = /['’]s?$/i;
const DIACRITIC = /[\u0300-\u036f]/g;
const BEYOND_ASCII = /[^\0-\x7f]/;

const CONTRACTIONS: readonly (readonly [RegExp, string])[] = [
  [/\bwon['’]t\b/gi, 'will not'],
  [/\bcan(?:['’]t|not)\b/gi, 'can not'],
  [/n['’]t\b/gi, ' not'],
  [/['’]m\b/gi, ' am'],
  [/['’]re\b/gi, ' are'],
  [/['’]ve\b/gi, ' have'],
  [/['’]ll\b/gi, ' will'],
  [/\b(it|he|she|that|there|here|what|who)['’]s\b/gi, '$1 is'],
];

export const foldWord = (word: string): string => {
  const lower = word.toLowerCase();
  return BEYOND_ASCII.test(lower) ? lower.normalize('NFKD').replace(DIACRITIC, '').normalize('NFC') : lower;
};

export function clauseWords(text: string): ClauseWord[] {
  const spelled = CONTRACTIONS.reduce((all, [pattern, full]) => all.replace(pattern, full), text);
  return spelled.split(/\s+/).flatMap((piece) => {
    const open = piece.replace(MARKS_BEFORE, '');
    const bare = open.replace(MARKS_AFTER, '');
    if (bare === '') return [];
    // "the Adlers' house" ends in its apostrophe, which is punctuation.
    const after = open.slice(bare.length);
    const possessive = POSSESSIVE.test(bare) || (/s$/i.test(bare) && /^['’]/.test(after));
    return [
      { text: bare, fold: foldWord(bare.replace(POSSESSIVE, '')), possessive, capital: /\p{Lu}/u.test(bare), after },
    ];
  });
}

export const folded = (words: readonly ClauseWord[]): string => words.map(({ fold }) => fold).join(' ');

export const written = (words: readonly ClauseWord[]): string =>
  words.map(({ text, after }, index) => (index < words.length - 1 ? `${text}${after}` : text)).join(' ');

const MAX_QUALIFIED_NAME_WORDS = 3;

export function isName(words: readonly ClauseWord[]): boolean {
  const bare = words[0]?.fold === 'the' ? words.slice(1) : words;
  return bare[0]?.capital === true || (bare.length <= MAX_QUALIFIED_NAME_WORDS && bare.at(-1)?.capital === true);
}

export const PREPOSITIONS: ReadonlySet<string> = wordList(
  'in on at by with for to from of about as into under near over through between against after during until within around behind onto',
);

export const ARTICLES: ReadonlySet<string> = wordList('a an the his her their my our its');

interface PhraseSet {
  readonly phrases: ReadonlySet<string>;
  readonly maxWords: number;
}

export function phraseSet(list: string): PhraseSet {
  const phrases = list.split(';').map((phrase) => phrase.trim().replace(/\s+/g, ' '));
  return { phrases: new Set(phrases), maxWords: Math.max(...phrases.map((phrase) => phrase.split(' ').length)) };
}

export function phraseAt({ phrases, maxWords }: PhraseSet, words: readonly ClauseWord[], at: number): number {
  let phrase = '';
  let length = 0;
  for (let count = 1; count <= maxWords && at + count <= words.length; count++) {
    phrase += `${count > 1 ? ' ' : ''}${words[at + count - 1]?.fold}`;
    if (phrases.has(phrase)) length = count;
  }
  return length;
}
