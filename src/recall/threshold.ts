import type { Scored } from './fuse.ts';

/** Those that are relevant at all. */
export const threshold = (scored: readonly Scored[], least: number): Scored[] =>
  scored.filter(({ score }) => score >= least);
