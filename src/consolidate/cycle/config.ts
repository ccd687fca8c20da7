import { z } from 'zod';
import { unitSchema } from '../../model/primitives.ts';

const DAY_MS = 86_400_000;

/** What the cycle goes by. */
export const cycleConfigSchema = z.strictObject({
  /** What happened longer ago is not gone over for what recurs. */
  maxAgeMs: z
    .number()
    .positive()
    .default(30 * DAY_MS),
  /** Nor more than the latest so many. */
  maxReplayed: z.int().min(1).max(100_000).default(20_000),
  /** In so many different memories something must show to be a pattern. */
  minOccurrences: z.int().min(2).default(3),
  /** Of the patterns found, the so many most frequent ones count. */
  maxPatterns: z.int().min(1).default(100),
  /** A pattern is tied to so many of the memories it shows in. */
  maxSources: z.int().min(1).default(12),
  /** What was recalled so often, and again since the last cycle, is made surer. */
  minAccesses: z.int().min(1).default(3),
  /**
   * Memories at least so near to each other, as cosine of their vectors, are related. With the default embedder, 89 % of
   * those tied so show the same pattern in `bench/fidelity/cases`, and 96 % of those that do are tied; at 0.4 it is 80 and
   * 98 %, at 0.6 it is 91 and 83 %. Of those in its stories, 27 % that help to answer the same question are tied, at 0.6 8 %.
   */
  linkAbove: unitSchema.default(0.5),
  maxLinksPerMemory: z.int().min(0).max(100).default(5),
  /** Archived is what stands out less than this, */
  archiveBelow: unitSchema.default(0.3),
  /** has not changed for so long, was never reinforced, */
  minAgeDays: z.number().nonnegative().default(30),
  /** and is less important than this. */
  archiveImportanceBelow: unitSchema.default(0.5),
});
export type CycleConfig = Readonly<z.output<typeof cycleConfigSchema>>;
export type CycleConfigInput = Readonly<z.input<typeof cycleConfigSchema>>;
