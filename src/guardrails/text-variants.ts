import { foldSign } from '../text/fold-sign.ts';
import { wordList } from '../text/words.ts';

const SPACED = /(?<![a-z0-9])[a-z0-9](?:([ .\-_*·•|/+~,])[a-z0-9])(?:\1[a-z0-9]){2,}(?![a-z0-9])/g;
const WIDE_GAP = /(?<=[a-z0-9]) {2,}(?=[a-z0-9](?: |$))/g;
const SIGNED_WORD = /(?<![a-z0-9@$!|+€])(?=[0-9@$!|+€]*[a-z])(?=[a-z]*[0-9@$!|+€])[a-z0-9@$!|+€]+/g;
const SIGNED_ALONE = /(?<![\w.,:-])[4@](?=\s+[a-z])/g;
const SPLIT_WORD = /(?<=[a-z])[-_*.·|/~^+](?=[a-z])/g;
const SIGNS = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '6': 'g', '7': 't', '8': 'b', '9': 'g' } as const;
const MARKS = { '@': 'a', $: 's', '!': 'i', '|': 'i', '+': 't', '€': 'e' } as const;
const LETTERS: Readonly<Record<string, string>> = { ...SIGNS, ...MARKS };

/** A text as written, and with each known disguise removed: encodings, spacing, signs for letters, rot13, reversal. */
export const variantsOf = (text: string): TextVariant[] =>
  decodedVariantsOf(text).flatMap((variant) => [variant, ...undisguised(variant)]);

/** A text as written, with its references decoded, and each of its encoded parts; signs stay. */
export function decodedVariantsOf(text: string): TextVariant[] {
  const read = text.slice(0, MAX_READ_CHARS);
  const references = unescaped(read);
  return [fold(read), ...(references === undefined ? [] : [references]), ...decodedIn(read)];
}

function undisguised(plain: TextVariant): TextVariant[] {
  const joined = replaceMatches(plain, SPACED, join);
  const spelt = joined && (replaceMatches(joined, WIDE_GAP, () => ' ') ?? joined);
  const variants = [
    spelt,
    replaceMatches(plain, SIGNED_WORD, spelled),
    replaceMatches(plain, SIGNED_WORD, (word) => spelled(word.replace(/1/g, 'l'))),
    replaceMatches(plain, SPLIT_WORD, () => ''),
    replaceMatches(plain, SPLIT_WORD, () => ' '),
    replaceMatches(plain, /[a-z]+/g, rot13),
    reverse(plain),
  ];
  const signed = spelt && replaceMatches(spelt, SIGNED_WORD, spelled);
  return [...variants, signed, replaceMatches(plain, SIGNED_ALONE, () => 'a')].filter(
    (variant) => variant !== undefined,
  );
}

const spelled = (word: string): string => word.replace(/[^a-z]/g, (sign) => LETTERS[sign] ?? sign);

/** "i g n o r e" becomes one word; a row of several words is split into known ones. */
const join = (row: string): string => wordsOf(row.replace(/[^a-z0-9]/g, ''));

const rot13 = (word: string): string =>
  word.replace(/[a-z]/g, (letter) => String.fromCharCode(((letter.charCodeAt(0) - 97 + 13) % 26) + 97));

function reverse(variant: TextVariant): TextVariant {
  const { text } = variant;
  const pieces = Array.from(text, (_, at) => {
    const from = text.length - 1 - at;
    return { from, to: from + 1, as: text.charAt(from) };
  });
  return rewrite(variant, pieces);
}

const SHORTEST_RUN = 10;
const MAX_WORD_CHARS = 14;
const KNOWN = wordList(
  `a i to of the and all any you your my me us do not no never now new only this that these here above before from in on as are is be
  ignore disregard forget override overrule bypass skip drop disable remove lift suspend break replace obey follow act pretend reveal print show
  previous prior earlier system core base initial original hidden safety security content ethics policy policies prompt prompts message
  instruction instructions rule rules guideline guidelines restriction restrictions limit limits filter filters guardrail guardrails
  identity refuse refusal refusals without asking ask user hide tell everything anything developer admin mode enable grant yourself
  rights access password secret dan unrestricted unfiltered uncensored persona directives constraints told given`,
);

function wordsOf(row: string): string {
  if (row.length < SHORTEST_RUN) return row;
  const ends: (string | undefined)[] = [''];
  for (let end = 1; end <= row.length; end++)
    for (let start = Math.max(0, end - MAX_WORD_CHARS); start < end; start++) {
      const before = ends[start];
      const word = row.slice(start, end);
      if (before === undefined || !KNOWN.has(word)) continue;
      ends[end] = before === '' ? word : `${before} ${word}`;
      break;
    }
  return ends[row.length] ?? row;
}

const BASE64 = /[A-Za-z0-9+/_-]{16,}={0,2}/g;
const HEX = /\b(?:0x)?(?:[0-9a-f]{2}[ :]?){8,}\b/gi;
const PERCENT = /(?:%[0-9a-f]{2}|[\w.-]){4,}/gi;
const ENTITIES = /(?:&#x?[0-9a-f]{2,6};\s?){3,}/gi;
const ESCAPES = /(?:(?:\\u\{?[0-9a-f]{2,6}\}?|\\x[0-9a-f]{2})[ \t]?){3,}/gi;
const BINARY = /(?:\b[01]{8}\b\s*){4,}/g;
const ESCAPED = /&#x([0-9a-f]{2,6});|&#(\d{2,7});|(?:\\u\{?|\\x|%)([0-9a-f]{2,4})\}?/gi;
const READABLE = /^[\p{L}\p{N}\p{P}\p{Zs}\p{Sm}\p{Sc}\r\n\t]+$/u;
const MAX_DECODED_CHARS = 4000;

const numbered = (text: string, digits: RegExp, radix: number): string =>
  String.fromCodePoint(
    ...[...text.matchAll(digits)].map(([, code = '']) => Math.min(Number.parseInt(code, radix), 0x10ffff)),
  );
const bytes = (text: string, encoding: 'base64' | 'hex'): string => Buffer.from(text, encoding).toString('utf8');

const ENCODINGS: readonly (readonly [RegExp, (encoded: string) => string])[] = [
  [BASE64, (encoded) => bytes(encoded.replace(/-/g, '+').replace(/_/g, '/'), 'base64')],
  [HEX, (encoded) => bytes(encoded.replace(/^0x|[ :]/gi, ''), 'hex')],
  [PERCENT, (encoded) => (encoded.includes('%') ? unescapePercent(encoded) : '')],
  [
    ENTITIES,
    (encoded) =>
      numbered(encoded.replace(/&#(\d)/g, '&#d$1'), /&#d(\d+);/g, 10) || numbered(encoded, /&#x([0-9a-f]+);/gi, 16),
  ],
  [ESCAPES, (encoded) => numbered(encoded.replace(/ (?=\\)/g, '\\x20'), /\\(?:u\{?|x)([0-9a-f]{2,4})/gi, 16)],
  [BINARY, (encoded) => numbered(encoded, /([01]{8})/g, 2)],
];

function decodedIn(text: string): TextVariant[] {
  return ENCODINGS.flatMap(([pattern, decode]) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const decoded = decode(match[0]).slice(0, MAX_DECODED_CHARS);
      if (decoded.length < 4 || !READABLE.test(decoded)) return [];
      const { text: folded } = fold(decoded);
      const start = match.index;
      const end = start + match[0].length;
      return [
        {
          text: folded,
          starts: new Array<number>(folded.length).fill(start),
          ends: new Array<number>(folded.length).fill(end),
        },
      ];
    }),
  );
}

function unescaped(text: string): TextVariant | undefined {
  const variant = { text: '', starts: [] as number[], ends: [] as number[] };
  const add = (part: string, at: number, end?: number) => {
    const folded = fold(part);
    variant.text += folded.text;
    variant.starts.push(...folded.starts.map((start) => (end === undefined ? at + start : at)));
    variant.ends.push(...folded.ends.map((stop) => end ?? at + stop));
  };
  let last = 0;
  for (const match of text.matchAll(ESCAPED)) {
    const code = Number.parseInt(match[1] ?? match[2] ?? match[3] ?? '', match[2] === undefined ? 16 : 10);
    if (!(code > 0 && code <= 0x10ffff)) continue;
    add(text.slice(last, match.index), last);
    last = match.index + match[0].length;
    add(String.fromCodePoint(code), match.index, last);
  }
  if (last === 0) return undefined;
  add(text.slice(last), last);
  return variant;
}

function unescapePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** A text without a disguise, and the offset of each character in the original. */
export interface TextVariant {
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** A longer text is refused for its length. */
export const MAX_READ_CHARS = 20_000;

export const asWritten = (text: string): TextVariant => ({
  text,
  starts: Array.from({ length: text.length }, (_, at) => at),
  ends: Array.from({ length: text.length }, (_, at) => at + 1),
});

/** Lower case, without accents, lookalikes and invisible characters. */
export function fold(text: string): TextVariant {
  let folded = '';
  const [starts, ends]: [number[], number[]] = [[], []];
  let at = 0;
  for (const character of text) {
    const end = at + character.length;
    for (const unit of foldSign(character)) {
      folded += unit;
      for (let each = 0; each < unit.length; each++) {
        starts.push(at);
        ends.push(end);
      }
    }
    at = end;
  }
  return { text: folded, starts, ends };
}

function rewrite(variant: TextVariant, pieces: readonly Piece[]): TextVariant {
  let text = '';
  const [starts, ends]: [number[], number[]] = [[], []];
  for (const { from, to, as } of pieces) {
    text += as;
    const isSame = as.length === to - from;
    for (let at = 0; at < as.length; at++) {
      starts.push(variant.starts[isSame ? from + at : from] ?? 0);
      ends.push(variant.ends[isSame ? from + at : to - 1] ?? 0);
    }
  }
  return { text, starts, ends };
}

interface Piece {
  readonly from: number;
  readonly to: number;
  readonly as: string;
}

function replaceMatches(
  variant: TextVariant,
  pattern: RegExp,
  replace: (matchedText: string) => string,
): TextVariant | undefined {
  const pieces: Piece[] = [];
  let [last, changes] = [0, 0];
  for (const match of variant.text.matchAll(pattern)) {
    const as = replace(match[0]);
    if (as === match[0]) continue;
    pieces.push({ from: last, to: match.index, as: variant.text.slice(last, match.index) });
    last = match.index + match[0].length;
    pieces.push({ from: match.index, to: last, as });
    changes += 1;
  }
  if (changes === 0) return undefined;
  pieces.push({ from: last, to: variant.text.length, as: variant.text.slice(last) });
  return rewrite(variant, pieces);
}
