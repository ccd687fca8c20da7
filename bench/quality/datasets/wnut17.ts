import { join } from 'node:path';
import { z } from 'zod';
import { type Dataset, oneOf } from '../dataset.ts';
import { readJsonl } from '../read/read-jsonl.ts';

const sentenceSchema = z.object({ tokens: z.array(z.string()), tags: z.array(z.string()) });

/** From the first character to the one after the last. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export type EntityFinder = (text: string) => readonly Span[];

/** Names in noisy text, whatever their type: exact spans. */
export const wnut17 =
  (find: EntityFinder): Dataset =>
  async ({ folder, every }) => {
    const sentences = oneOf(every, readJsonl(join(folder, 'wnut17', 'sentences.jsonl'), sentenceSchema));
    const pairs = sentences.map(({ tokens, tags }) => ({
      gold: goldSpans(tokens, tags),
      found: find(tokens.join(' ')),
    }));
    return { n: sentences.length, figures: { f1: spanF1(pairs) } };
  };

/** The spans of BIO tags in the tokens joined by single spaces. */
export function goldSpans(tokens: readonly string[], tags: readonly string[]): Span[] {
  const spans: { start: number; end: number }[] = [];
  let start = 0;
  for (const [at, token] of tokens.entries()) {
    const tag = tags[at] ?? 'O';
    const last = spans.at(-1);
    if (tag.startsWith('B-')) spans.push({ start, end: start + token.length });
    else if (tag.startsWith('I-') && last !== undefined) last.end = start + token.length;
    start += token.length + 1;
  }
  return spans;
}

/** Over all sentences together. */
export function spanF1(pairs: readonly { readonly gold: readonly Span[]; readonly found: readonly Span[] }[]): number {
  const keys = (spans: readonly Span[]) => new Set(spans.map(({ start, end }) => `${start}-${end}`));
  let [hits, total] = [0, 0];
  for (const { gold, found } of pairs) {
    const [goldKeys, matchKeys] = [keys(gold), keys(found)];
    hits += [...matchKeys].filter((key) => goldKeys.has(key)).length;
    total += goldKeys.size + matchKeys.size;
  }
  return total === 0 ? 0 : (2 * hits) / total;
}
