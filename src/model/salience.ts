import { z } from 'zod';
import type { Memory } from './memory.ts';
import { unitSchema } from './primitives.ts';

const DAY_MS = 86_400_000;

const weight = z.number().finite().nonnegative();
const sumOf = ({ recency, frequency, importance, relevance }: Salience): number =>
  recency + frequency + importance + relevance;

/** What salience is made of. The weights are shares: whatever they add up to counts as 1. */
export const salienceWeightsSchema = z
  .strictObject({
    recency: weight.default(0.25),
    frequency: weight.default(0.2),
    importance: weight.default(0.25),
    relevance: weight.default(0.3),
    /** After so long without access, recency is half of what it was. */
    halfLifeDays: z.number().finite().positive().default(7),
    /** So many accesses count in full, and more count no more. */
    manyAccesses: z.int().min(2).default(100),
    /** How relevant everything is where there is no query. */
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

/** The weighted parts of what makes a memory stand out at a moment; their sum is its salience, from 0 to 1. */
export const salienceSchema = z.object({
  recency: z.number(),
  frequency: z.number(),
  importance: z.number(),
  relevance: z.number(),
});
export type Salience = Readonly<z.infer<typeof salienceSchema>>;

/** 1 now, half of it a half-life ago. */
export function recencyScore(moment: Date, at: Date, halfLifeDays: number): number {
  const days = Math.max(0, at.getTime() - moment.getTime()) / DAY_MS;
  return 0.5 ** (days / halfLifeDays);
}

/** Logarithmic: what is recalled often must not crowd out all else. */
export const frequencyScore = (accesses: number, many: number): number =>
  Math.min(1, Math.log(accesses + 1) / Math.log(many));

type SalienceInput = Pick<Memory, 'createdAt' | 'lastAccessedAt' | 'accessCount' | 'importance' | 'confidence'>;

/** `cosine` is that to the current query, where there is one. A memory's importance counts so far as it is sure by now. */
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
