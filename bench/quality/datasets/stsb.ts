import { join } from 'node:path';
import { z } from 'zod';
import { cosineOf } from '../../fidelity/cosine.ts';
import { type Dataset, oneOf } from '../dataset.ts';
import { readJsonl } from '../read/read-jsonl.ts';
import { spearman } from '../score/rank-statistics.ts';

const pairSchema = z.object({ a: z.string(), b: z.string(), score: z.number() });

/** How well the embedder's cosines order pairs of sentences as people do. */
export const stsb: Dataset = async ({ folder, every, embedder }) => {
  const pairs = oneOf(every, readJsonl(join(folder, 'stsb', 'pairs.jsonl'), pairSchema));
  const [left, right] = await Promise.all([
    embedder.embed(pairs.map(({ a }) => a)),
    embedder.embed(pairs.map(({ b }) => b)),
  ]);
  const cosines = pairs.map((_, at) => cosineOf(left[at], right[at]));
  return {
    n: pairs.length,
    figures: {
      spearman: spearman(
        cosines,
        pairs.map(({ score }) => score),
      ),
    },
  };
};
