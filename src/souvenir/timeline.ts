import { z } from 'zod';
import type { Happenings, SessionSummary } from '../contracts/store.ts';
import { momentSchema } from '../model/primitives.ts';

export const timelineOptionsSchema = z
  .strictObject({
    /** Both ends are included; by default from the first turn or memory to the last. */
    from: momentSchema.optional(),
    to: momentSchema.optional(),
    buckets: z.int().min(1).max(1000).default(60),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    path: ['from'],
    error: 'is after `to`',
  });
export type TimelineOptions = Readonly<z.input<typeof timelineOptionsSchema>>;

export interface TimeSpan {
  readonly from: Date;
  readonly to: Date;
}

/** A consolidation; `memories.diff` between its two moments returns its changes. */
export interface PastConsolidation extends TimeSpan {
  readonly sessions: readonly string[];
  readonly components: readonly string[];
  readonly created: number;
  readonly superseded: number;
}

/** Turns and memories over time. Each bucket but the last excludes its end. */
export interface Timeline extends TimeSpan {
  readonly buckets: readonly (TimeSpan & Happenings)[];
  readonly sessions: readonly Required<Pick<SessionSummary, 'sessionId' | 'firstAt' | 'lastAt' | 'episodes'>>[];
  readonly consolidations: readonly PastConsolidation[];
}
