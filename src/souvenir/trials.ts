import { z } from 'zod';
import { memorySchema } from '../model/memory.ts';
import { namesSchema } from '../model/primitives.ts';
import { recallItemSchema } from '../model/recall.ts';
import { degradationSchema } from '../model/report.ts';
import type { Scope } from '../model/scope.ts';
import { recallChangeSchema } from '../recall/config.ts';
import { MAX_TESTS, recallTestSchema } from '../recall/saved-settings.ts';
import { recallTestsSchema } from './agent-settings.ts';
import type { Engine } from './engine.ts';
import type { Timeline, TimelineOptions } from './timeline.ts';

export const evaluateFieldsSchema = z.strictObject({
  config: recallChangeSchema.optional(),
  /** By default the saved tests. */
  tests: recallTestsSchema.optional(),
});

export interface StageProgress<Name extends string> {
  readonly stage: Name;
  readonly done: number;
  readonly total: number;
}

export interface EvaluateOptions extends Readonly<z.input<typeof evaluateFieldsSchema>> {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: StageProgress<'evaluating'>) => void) | undefined;
}

const scores = { precision: z.number(), recall: z.number(), f1: z.number() };

export const evaluationSchema = z.object({
  queries: z.array(
    z.object({
      ...{ query: z.string(), ...scores },
      /** `missing` was expected and not recalled; `extra` was recalled and not expected. */
      ...{ missing: z.array(z.string()), extra: z.array(z.string()) },
    }),
  ),
  ...scores,
  meanMs: z.number(),
});
/** The quality of recall on test queries; without queries all means are 1. */
export type Evaluation = Readonly<z.infer<typeof evaluationSchema>>;

export const experimentFieldsSchema = z.strictObject({
  recall: recallChangeSchema.optional(),
  without: namesSchema.default([]),
  useReader: z.boolean().default(true),
  useEmbedder: z.boolean().default(true),
  /** Whether the language model reads every session again, at its price. */
  useModel: z.boolean().default(false),
  /** Queries for both memories; by default the saved tests. */
  queries: z.array(recallTestSchema.shape.query).max(MAX_TESTS).optional(),
});

export interface ExperimentOptions extends Readonly<z.input<typeof experimentFieldsSchema>> {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: StageProgress<'replaying' | 'comparing'>) => void) | undefined;
}

const count = z.int().nonnegative();
export const memorySummarySchema = memorySchema
  .pick({ content: true, type: true, component: true, category: true, importance: true, confidence: true })
  .extend({ status: memorySchema.shape.status, createdAt: memorySchema.shape.createdAt });
export const storedSummarySchema = memorySummarySchema.extend({ id: memorySchema.shape.id });
export const itemSummarySchema = recallItemSchema.pick({
  content: true,
  component: true,
  score: true,
  confidence: true,
});
const costSchema = z.object({ durationMs: z.number(), modelCalls: count, inputTokens: count, outputTokens: count });

export const experimentSchema = z.object({
  episodes: count,
  memories: z.object({
    same: count,
    gained: z.object({ count, memories: z.array(memorySummarySchema) }),
    lost: z.object({ count, memories: z.array(storedSummarySchema) }),
    /** Memories made or corrected by hand, or without a conversation, which a replay cannot make. */
    byHand: z.object({ count, memories: z.array(storedSummarySchema) }),
    changed: z.object({
      count,
      memories: z.array(
        z.object({ before: storedSummarySchema, after: memorySummarySchema, fields: z.array(z.string()) }),
      ),
    }),
  }),
  queries: z.object({
    asked: count,
    /** Queries that the two memories answer differently, with both answers. */
    changed: z.array(
      z.object({ query: z.string(), before: z.array(itemSummarySchema), after: z.array(itemSummarySchema) }),
    ),
  }),
  /** The cost of the replay's consolidation; the cost of this memory's own is not stored. */
  cost: z.object({ after: costSchema }),
  degraded: z.array(degradationSchema),
});
/** The differences of memories and answers under another configuration. Lists at most 200 of each kind, and the first 500 characters of each text. */
export type Experiment = Readonly<z.infer<typeof experimentSchema>>;

/** Experiments of the lab on a memory, and its timeline. */
export interface Trials {
  /**
   * Measures how well recall answers test queries, by default the saved ones, under a configuration to try.
   * @example const { f1, queries } = await ana.evaluate({ config: { threshold: 0.3 } });
   */
  evaluate(options?: EvaluateOptions): Promise<Evaluation>;
  /**
   * Replays the recorded episodes into a temporary second memory under another configuration, and reports how its memories and answers differ.
   * @example const { memories, queries } = await ana.experiment({ without: ['task'], queries: ['Where does Ana live?'] });
   */
  experiment(options?: ExperimentOptions): Promise<Experiment>;
  /**
   * Counts turns and memories in buckets of time, and lists sessions and consolidations.
   * @example const { buckets, consolidations } = await ana.timeline({ from: '2026-03-01', buckets: 30 });
   */
  timeline(options?: TimelineOptions): Promise<Timeline>;
}

/** Given to a memory from above, as the lab rests on it. */
export type TrialsOf = (engine: Engine, scope: Scope) => Trials;
