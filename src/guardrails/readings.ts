import { decodedIn, unescaped } from './decoded.ts';
import { fold, MOST_READ, type Reading, retold, rewritten } from './reading.ts';
import { wordsOf } from './run-together.ts';

const SPACED = /(?<![a-z0-9])[a-z0-9](?:([ .\-_*·•|/+~,])[a-z0-9])(?:\1[a-z0-9]){2,}(?![a-z0-9])/g;
const WIDE_GAP = /(?<=[a-z0-9]) {2,}(?=[a-z0-9](?: |$))/g;
const SIGNED_WORD = /(?=[\w@$!|+€]*[a-z])(?=[\w@$!|+€]*[0-9@$!|+€])[a-z0-9@$!|+€]{2,}/g;
const SIGNED_ALONE = /(?<![\w.,:-])[4@](?=\s+[a-z])/g;
const SPLIT_WORD = /(?<=[a-z])[-_*.·|/~^+](?=[a-z])/g;
const SIGNS = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '6': 'g', '7': 't', '8': 'b', '9': 'g' } as const;
const MARKS = { '@': 'a', $: 's', '!': 'i', '|': 'i', '+': 't', '€': 'e' } as const;
const LETTERS: Readonly<Record<string, string>> = { ...SIGNS, ...MARKS };

/** Every way a text may be meant to be read: as it stands, and without what disguises its words. */
export function readingsOf(text: string): Reading[] {
  const plain = fold(text.slice(0, MOST_READ));
  const decoded = decodedIn(text.slice(0, MOST_READ));
  const references = unescaped(text.slice(0, MOST_READ));
  return [plain, ...(references === undefined ? [] : [references]), ...decoded].flatMap((reading) => [
    reading,
    ...undisguised(reading),
  ]);
}

function undisguised(plain: Reading): Reading[] {
  const joined = retold(plain, SPACED, join);
  const spelt = joined && (retold(joined, WIDE_GAP, () => ' ') ?? joined);
  const readings = [
    spelt,
    retold(plain, SIGNED_WORD, (word) => word.replace(/[^a-z]/g, (sign) => LETTERS[sign] ?? sign)),
    retold(plain, SIGNED_WORD, (word) => word.replace(/1/g, 'l').replace(/[^a-z]/g, (sign) => LETTERS[sign] ?? sign)),
    retold(plain, SPLIT_WORD, () => ''),
    retold(plain, SPLIT_WORD, () => ' '),
    retold(plain, /[a-z]+/g, turned),
    reversed(plain),
  ];
  const signed =
    spelt && retold(spelt, SIGNED_WORD, (word) => word.replace(/[^a-z]/g, (sign) => LETTERS[sign] ?? sign));
  return [...readings, signed, retold(plain, SIGNED_ALONE, () => 'a')].filter((reading) => reading !== undefined);
}

/** "i g n o r e" as one word; where all words stand in one row of letters, as those that are known. */
const join = (row: string): string => wordsOf(row.replace(/[^a-z0-9]/g, ''));

/** Letters moved by thirteen places. */
const turned = (word: string): string =>
  word.replace(/[a-z]/g, (letter) => String.fromCharCode(((letter.charCodeAt(0) - 97 + 13) % 26) + 97));

function reversed(reading: Reading): Reading {
  const { text } = reading;
  const pieces = Array.from(text, (_, at) => {
    const from = text.length - 1 - at;
    return { from, to: from + 1, as: text.charAt(from) };
  });
  return rewritten(reading, pieces);
}
