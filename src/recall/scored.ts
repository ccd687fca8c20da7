import type { Memory } from '../model/memory.ts';
import type { Breakdown } from '../model/recall.ts';
import type { Features } from './features.ts';

/** A memory with what fuse makes of it. */
export interface Scored {
  readonly memory: Memory;
  readonly score: number;
  readonly features: Features;
  readonly breakdown: Breakdown;
}
