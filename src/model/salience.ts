import { z } from 'zod';
import type { Memory } from './memory.ts';

const DAY_MS = 86_400_000;
/** So many accesses count in full, and more count no more. */
export const MANY_ACCESSES = 100;
/** As near as anything, where there is no query to be near to. */
const NEUTRAL_RELEVANCE = 0.5;

const weight = z.number().finite().nonnegative();

export const salienceWeightsSchema = z.strictObject({
  recency: weight.default(0.25),
  frequency: weight.default(0.2),
  importance: weight.default(0.25),
  relevance: weight.default(0.3),
  /** After so long without access, recency is half of what it was. */
  halfLifeDays: z.number().finite().positive().default(7),
});
export type SalienceWeights = Readonly<z.output<typeof salienceWeightsSchema>>;

/** The weighted parts of what makes a memory stand out at a moment; their sum is its salience. */
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
export const frequencyScore = (accesses: number): number =>
  Math.min(1, Math.log(accesses + 1) / Math.log(MANY_ACCESSES));

/** `cosine` is that to the current query, where there is one. How sure a memory is by now tells how important it is. */
export function salienceOf(memory: Memory, at: Date, weights: SalienceWeights, cosine = NEUTRAL_RELEVANCE): Salience {
  const { lastAccessedAt, createdAt, accessCount, confidence } = memory;
  return {
    recency: weights.recency * recencyScore(lastAccessedAt ?? createdAt, at, weights.halfLifeDays),
    frequency: weights.frequency * frequencyScore(accessCount),
    importance: weights.importance * confidence,
    relevance: weights.relevance * Math.max(0, cosine),
  };
}

export const salienceSum = ({ recency, frequency, importance, relevance }: Salience): number =>
  recency + frequency + importance + relevance;
