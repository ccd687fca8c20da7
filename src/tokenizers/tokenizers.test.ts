import { describe, expect, it } from 'vitest';
import { approximateTokenizer, modelTokenizer } from './tokenizers.ts';

describe('approximateTokenizer', () => {
  it('counts four characters a token, rounded up', () => {
    expect(['', 'a', 'abcd', 'abcde'].map(approximateTokenizer().count)).toEqual([0, 1, 1, 2]);
  });
});

describe('modelTokenizer', () => {
  it.each([
    ['o200k_base', 'Souvenir remembers what matters.'],
    ['cl100k_base', 'Souvenir remembers what matters.'],
  ] as const)('counts with %s', async (encoding, text) => {
    const tokenizer = await modelTokenizer({ encoding });
    expect(tokenizer.name).toBe(encoding);
    expect(tokenizer.count('')).toBe(0);
    expect(tokenizer.count('hello world')).toBe(2);
    expect(tokenizer.count(text)).toBeGreaterThan(3);
  });

  it('takes text that spells a control token for text', async () => {
    const { count } = await modelTokenizer({ encoding: 'o200k_base' });
    expect(count('<|endoftext|>')).toBeGreaterThan(1);
  });

  it('refuses an encoding it does not know, naming the field', async () => {
    await expect(modelTokenizer({ encoding: 'morse' as never })).rejects.toMatchObject({
      code: 'invalidInput',
      message: expect.stringContaining('modelTokenizer.encoding'),
    });
  });
});
