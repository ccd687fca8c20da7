import { fold, type Reading } from './reading.ts';

const BASE64 = /[A-Za-z0-9+/_-]{16,}={0,2}/g;
const HEX = /\b(?:0x)?(?:[0-9a-f]{2}[ :]?){8,}\b/gi;
const PERCENT = /(?:%[0-9a-f]{2}|[\w.-]){4,}/gi;
const ENTITIES = /(?:&#x?[0-9a-f]{2,6};\s?){3,}/gi;
const ESCAPES = /(?:(?:\\u\{?[0-9a-f]{2,6}\}?|\\x[0-9a-f]{2})[ \t]?){3,}/gi;
const BINARY = /(?:\b[01]{8}\b\s*){4,}/g;
const ESCAPED = /&#x([0-9a-f]{2,6});|&#(\d{2,7});|(?:\\u\{?|\\x|%)([0-9a-f]{2,4})\}?/gi;
const READABLE = /^[\p{L}\p{N}\p{P}\p{Zs}\p{Sm}\p{Sc}\r\n\t]+$/u;
const MOST_DECODED = 4000;

const numbered = (text: string, digits: RegExp, radix: number): string =>
  String.fromCodePoint(
    ...[...text.matchAll(digits)].map(([, code = '']) => Math.min(Number.parseInt(code, radix), 0x10ffff)),
  );
const bytes = (text: string, encoding: 'base64' | 'hex'): string => Buffer.from(text, encoding).toString('utf8');

const ENCODINGS: readonly (readonly [RegExp, (found: string) => string])[] = [
  [BASE64, (found) => bytes(found.replace(/-/g, '+').replace(/_/g, '/'), 'base64')],
  [HEX, (found) => bytes(found.replace(/^0x|[ :]/gi, ''), 'hex')],
  [PERCENT, (found) => (found.includes('%') ? unescapePercent(found) : '')],
  [
    ENTITIES,
    (found) =>
      numbered(found.replace(/&#(\d)/g, '&#d$1'), /&#d(\d+);/g, 10) || numbered(found, /&#x([0-9a-f]+);/gi, 16),
  ],
  [ESCAPES, (found) => numbered(found.replace(/ (?=\\)/g, '\\x20'), /\\(?:u\{?|x)([0-9a-f]{2,4})/gi, 16)],
  [BINARY, (found) => numbered(found, /([01]{8})/g, 2)],
];

/** What stands encoded in a text, as far as it can be read once decoded; all of it stands where the encoded part does. */
export function decodedIn(text: string): Reading[] {
  return ENCODINGS.flatMap(([pattern, decode]) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const decoded = decode(match[0]).slice(0, MOST_DECODED);
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

/** The whole text with its character references and escapes read as what they stand for; nothing where it has none. */
export function unescaped(text: string): Reading | undefined {
  const reading = { text: '', starts: [] as number[], ends: [] as number[] };
  const add = (part: string, at: number, end?: number) => {
    const folded = fold(part);
    reading.text += folded.text;
    reading.starts.push(...folded.starts.map((start) => (end === undefined ? at + start : at)));
    reading.ends.push(...folded.ends.map((stop) => end ?? at + stop));
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
  return reading;
}

function unescapePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
