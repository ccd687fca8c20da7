import { z } from 'zod';
import type { Tokenizer } from '../contracts/tokenizer.ts';
import { SouvenirError } from '../errors.ts';
import { parse } from '../model/parse.ts';

/**
 * Counts by the script of each character, without a table to load: about the count of o200k_base, for JSON and code too. Older encodings take up to
 * twice as many tokens for scripts other than Latin.
 * @example const tokens = approximateTokenizer().count('How long is this?');
 */
export const approximateTokenizer = (): Tokenizer => ({ name: 'approximate', count: approximateCount });

/** Characters of one call: a call over a megabyte would end before it is compiled. */
const STRETCH_CHARS = 10_000;

function approximateCount(text: string): number {
  let tokens = 0;
  for (let from = 0; from < text.length; from += STRETCH_CHARS) tokens = addStretch(text, from, tokens);
  return Math.ceil(tokens);
}

function addStretch(text: string, from: number, total: number): number {
  let tokens = total;
  const end = Math.min(from + STRETCH_CHARS, text.length);
  for (let at = from; at < end; at++) tokens += shareOf(text.charCodeAt(at));
  return tokens;
}

function shareOf(code: number): number {
  if (code < 0x80) return ASCII[code] as number;
  if (code < GREEK) return 0.9;
  if (code < ARABIC) return 0.5;
  return code < HANGUL ? 0.6 : 1;
}

const SPACE = 0x20;
/** Blocks begin here: Greek and Cyrillic, Arabic to Tibetan, and scripts with a syllable or a word in a character. */
const [GREEK, ARABIC, HANGUL] = [0x370, 0x600, 0x1100];
const isAsciiLetter = (code: number): boolean => {
  const small = code | 0x20;
  return small >= 0x61 && small <= 0x7a;
};
const ASCII = Float64Array.from({ length: 0x80 }, (_, code) =>
  isAsciiLetter(code) ? 0.27 : code === SPACE ? 0.05 : 0.55,
);

type Encoding = 'o200k_base' | 'o200k_harmony' | 'cl100k_base' | 'p50k_base' | 'r50k_base';

interface Encoder {
  countTokens(text: string, options: { disallowedSpecial: Set<string> }): number;
}

const ENCODINGS: Readonly<Record<Encoding, () => Promise<Encoder>>> = {
  o200k_base: () => import('gpt-tokenizer/encoding/o200k_base'),
  o200k_harmony: () => import('gpt-tokenizer/encoding/o200k_harmony'),
  cl100k_base: () => import('gpt-tokenizer/encoding/cl100k_base'),
  p50k_base: () => import('gpt-tokenizer/encoding/p50k_base'),
  r50k_base: () => import('gpt-tokenizer/encoding/r50k_base'),
};

const optionsSchema = z.object({ encoding: z.enum(Object.keys(ENCODINGS) as [Encoding, ...Encoding[]]) });

/**
 * The exact count of an OpenAI encoding, through the optional package `gpt-tokenizer`.
 * @example const souvenir = await createSouvenir({ store: memoryStore(), tokenizer: await modelTokenizer({ encoding: 'o200k_base' }) });
 */
export async function modelTokenizer(options: { readonly encoding: Encoding }): Promise<Tokenizer> {
  const { encoding } = parse(optionsSchema, options, 'modelTokenizer');
  const { countTokens } = await ENCODINGS[encoding]().catch((cause) => {
    throw new SouvenirError(
      'missingPackage',
      'modelTokenizer needs the package gpt-tokenizer, which is not installed',
      {
        advice: 'npm install gpt-tokenizer',
        cause,
      },
    );
  });
  // A text that spells a control token, such as <|endoftext|>, is counted as text.
  return { name: encoding, count: (text) => countTokens(text, { disallowedSpecial: new Set() }) };
}
