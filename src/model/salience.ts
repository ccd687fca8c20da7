import { z } from 'zod';
import { DAY_MS } from './day.ts';
import type { Memory } from './memory.ts';
import { unitSchema } from './primitives.ts';

const weight = z.number().finite().nonnegative();
const sumOf = ({ recency, frequency, importance, relevance }: Salience): number =>
  recency + frequency + importance + relevance;

/** The weights of salience, normalized to a sum of 1. */
export const salienceWeightsSchema = z
  .strictObject({
    recency: weight.default(0.25),
    frequency: weight.default(0.2),
    importance: weight.default(0.25),
    relevance: weight.default(0.3),
    /** Days without access after which recency halves. */
    halfLifeDays: z.number().finite().positive().default(7),
    /** Accesses that give full frequency. */
    manyAccesses: z.int().min(2).default(100),
    /** The relevance of every memory without a query. */
    unasked: unitSchema.default(0.5),
  })
  .refine((weights) => sumOf(weights) > 0, 'must not all be 0')
  .transform((weights) => {
    const { recency, frequency, importance, relevance, ...rest } = weights;
    const whole = sumOf(weights);
    return {
      ...rest,
      recency: recency / whole,
      frequency: frequency / whole,
      importance: importance / whole,
      relevance: relevance / whole,
    };
  });
export type SalienceWeights = Readonly<z.output<typeof salienceWeightsSchema>>;

/** The weighted parts of salience at a moment; their sum is from 0 to 1. */
export const salienceSchema = z.object({
  recency: z.number(),
  frequency: z.number(),
  importance: z.number(),
  relevance: z.number(),
});
export type Salience = Readonly<z.infer<typeof salienceSchema>>;

export function recencyScore(moment: Date, at: Date, halfLifeDays: number): number {
  const days = Math.max(0, at.getTime() - moment.getTime()) / DAY_MS;
  return 0.5 ** (days / halfLifeDays);
}

/** Logarithmic, so that often recalled memories do not crowd out all others. */
export const frequencyScore = (accesses: number, many: number): number =>
  Math.min(1, Math.log(accesses + 1) / Math.log(many));

type SalienceInput = Pick<Memory, 'createdAt' | 'lastAccessedAt' | 'accessCount' | 'importance' | 'confidence'>;

/** `cosine` compares with the query, if any. Importance is weighted by confidence. */
export function salienceOf(
  memory: SalienceInput,
  at: Date,
  weights: SalienceWeights,
  cosine = weights.unasked,
): Salience {
  const { lastAccessedAt, createdAt, accessCount, confidence, importance } = memory;
  return {
    recency: weights.recency * recencyScore(lastAccessedAt ?? createdAt, at, weights.halfLifeDays),
    frequency: weights.frequency * frequencyScore(accessCount, weights.manyAccesses),
    importance: weights.importance * importance * confidence,
    relevance: weights.relevance * Math.min(1, Math.max(0, cosine)),
  };
}

export const salienceSum = (salience: Salience): number => Math.min(1, sumOf(salience));
