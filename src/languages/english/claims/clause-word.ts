/** A word between spaces, without the marks around it. */
export interface ClauseWord {
  readonly text: string;
  /** Lower case, without accents and without a possessive ending. */
  readonly fold: string;
  readonly possessive: boolean;
  readonly capital: boolean;
  /** The marks that follow it. */
  readonly after: string;
}

const MARKS_BEFORE = /^[^\p{L}\p{N}$€£#@+-]+/u;
const MARKS_AFTER = /[^\p{L}\p{M}\p{N}+#%€°]+$/u;
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
    // "the Adlers' house" ends in its apostrophe, which is a mark.
    const after = open.slice(bare.length);
    const possessive = POSSESSIVE.test(bare) || (/s$/i.test(bare) && /^['’]/.test(after));
    return [
      { text: bare, fold: foldWord(bare.replace(POSSESSIVE, '')), possessive, capital: /\p{Lu}/u.test(bare), after },
    ];
  });
}

/** The words folded, with single spaces. */
export const folded = (words: readonly ClauseWord[]): string => words.map(({ fold }) => fold).join(' ');

/** The words as they were written. */
export const written = (words: readonly ClauseWord[]): string =>
  words.map(({ text, after }, index) => (index < words.length - 1 ? `${text}${after}` : text)).join(' ');

const LONGEST_QUALIFIED_NAME = 3;

/** "Oslo", "the Oslo Opera", "ancient Rome". */
export function isName(words: readonly ClauseWord[]): boolean {
  const bare = words[0]?.fold === 'the' ? words.slice(1) : words;
  return bare[0]?.capital === true || (bare.length <= LONGEST_QUALIFIED_NAME && bare.at(-1)?.capital === true);
}
