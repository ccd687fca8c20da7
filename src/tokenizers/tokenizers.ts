import { z } from 'zod';
import type { Tokenizer } from '../contracts/tokenizer.ts';
import { SouvenirError } from '../errors.ts';
import { parse } from '../model/parse.ts';

/**
 * Four characters a token: no table to load, right within a third for English prose.
 * @example const tokens = approximateTokenizer().count('How long is this?');
 */
export const approximateTokenizer = (): Tokenizer => ({
  name: 'approximate',
  count: (text) => Math.ceil(text.length / 4),
});

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
 * The exact count of an OpenAI encoding, by the optional package `gpt-tokenizer`.
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
  // Text that spells a control token, such as <|endoftext|>, is text here and never refused.
  return { name: encoding, count: (text) => countTokens(text, { disallowedSpecial: new Set() }) };
}
