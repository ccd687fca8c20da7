import { join } from 'node:path';
import { z } from 'zod';
import type { Vector } from '../../../src/contracts/embedder.ts';
import type { Dataset } from '../dataset.ts';
import { readJsonl } from '../read/read-jsonl.ts';
import { spearman } from '../score/rank-statistics.ts';

const pairSchema = z.object({ a: z.string(), b: z.string(), score: z.number() });

/** How well the embedder's cosines order pairs of sentences as people do. */
export const stsb: Dataset = async ({ folder, limit, embedder }) => {
  const pairs = readJsonl(join(folder, 'stsb', 'pairs.jsonl'), pairSchema).slice(0, limit);
  const [left, right] = await Promise.all([
    embedder.embed(pairs.map(({ a }) => a)),
    embedder.embed(pairs.map(({ b }) => b)),
  ]);
  const cosines = pairs.map((_, at) => cosine(left[at], right[at]));
  return {
    n: pairs.length,
    metrics: {
      spearman: spearman(
        cosines,
        pairs.map(({ score }) => score),
      ),
    },
  };
};

/** Of unit vectors. */
const cosine = (left: Vector = new Float32Array(), right: Vector = new Float32Array()): number =>
  left.reduce((sum, x, axis) => sum + x * (right[axis] ?? 0), 0);
