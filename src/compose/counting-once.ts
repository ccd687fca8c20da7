import type { Tokenizer } from '../contracts/tokenizer.ts';

/** Counts each text once: an exact tokenizer takes longer than all the rest. */
export function countingOnce(tokenizer: Tokenizer): Tokenizer {
  const counts = new Map<string, number>();
  return {
    name: tokenizer.name,
    count(text) {
      const tokens = counts.get(text) ?? tokenizer.count(text);
      counts.set(text, tokens);
      return tokens;
    },
  };
}
