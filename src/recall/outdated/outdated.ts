import { happenedAt, type Memory } from '../../model/memory.ts';

const SCORE_STEP = 1e-6;

/** The score of an outdated or doubted memory: just below its successor's, if it is not lower already. */
export const below = (score: number, successorScore = Infinity): number => Math.min(score, successorScore - SCORE_STEP);

export const justAbove = (score: number): number => score + SCORE_STEP;

/** The mark of an outdated memory: which one took its place, if it is among the items, and since when. */
export const outdatedBy = (newer: Memory | undefined): { readonly by?: string; readonly since?: Date } =>
  newer === undefined ? {} : { by: newer.id, since: happenedAt(newer) };
