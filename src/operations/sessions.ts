import { z } from 'zod';
import { type Episode, episodeInputSchema, episodeSchema } from '../model/episode.ts';
import { messageSchema, momentSchema, nameSchema } from '../model/primitives.ts';
import { consolidationReportSchema } from '../model/report.ts';
import type { Owner } from '../model/scope.ts';
import { asStored } from '../record/as-stored.ts';
import { consolidateOptionsSchema, turnsOptionsSchema } from '../souvenir/sessions.ts';
import { timelineOptionsSchema } from '../souvenir/timeline.ts';
import { listOf, named, nothing, type OperationContext, operation } from './operation.ts';

export async function withProgress<Result>(
  context: OperationContext,
  work: (options: { readonly signal?: AbortSignal }) => Promise<Result>,
): Promise<Result> {
  const stop = forwardProgress(context);
  try {
    return await work(context.signal === undefined ? {} : { signal: context.signal });
  } finally {
    stop();
  }
}

/** Returns a function that stops it. Components run in parallel, so their progress is reported as a sum. */
function forwardProgress({ souvenir, memory: { scope }, onProgress }: OperationContext): () => void {
  const isOwn = (owner: Owner) => owner.tenantId === scope.tenantId && owner.userId === scope.userId;
  const components = new Map<string, { readonly done: number; readonly total: number }>();
  const stops = [
    souvenir.on('consolidationProgress', ({ owner, component, done, total }) => {
      if (!isOwn(owner)) return;
      components.set(component, { done, total });
      onProgress?.({ stage: 'consolidating', ...sum([...components.values()]) });
    }),
    souvenir.on('embeddingProgress', ({ owner, embedded, remaining }) => {
      if (isOwn(owner)) onProgress?.({ stage: 'embedding', done: embedded, total: embedded + remaining });
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

const sum = (parts: readonly { readonly done: number; readonly total: number }[]) =>
  parts.reduce((all, { done, total }) => ({ done: all.done + done, total: all.total + total }), { done: 0, total: 0 });

const count = z.int().nonnegative();
const MAX_TURNS = 10_000;
const span = { from: momentSchema, to: momentSchema };

export const sessions = named({
  record: operation({
    summary: 'Record one episode and wait until it is durable.',
    effect: 'writes',
    capability: 'remember',
    belongsTo: 'project',
    command: 'record',
    input: episodeInputSchema.extend({ content: messageSchema, ifWorthIt: z.boolean().default(false) }),
    output: z.union([
      episodeSchema,
      z.object({ kept: z.literal(true), why: z.string(), episode: episodeSchema }),
      z.object({ kept: z.literal(false), why: z.string() }),
    ]),
    async handler({ memory, store }, { ifWorthIt, ...turn }) {
      if (!ifWorthIt) return (await memory.recordAll([turn]))[0] as Episode;
      const considered = await memory.record(turn, { ifWorthIt });
      if (!considered.kept) return considered;
      await memory.flush({ orDrop: [considered.episode] });
      const [episode = considered.episode] = await asStored(store, [considered.episode]);
      return { ...considered, episode };
    },
  }),
  recordAll: operation({
    summary: 'Record turns and wait until they are durable.',
    effect: 'writes',
    capability: 'remember',
    belongsTo: 'project',
    command: 'import',
    tool: 'memory_record',
    input: z.strictObject({ turns: z.array(episodeInputSchema).max(MAX_TURNS) }),
    output: listOf(episodeSchema),
    handler: ({ memory }, { turns }) => memory.recordAll(turns),
  }),
  flush: operation({
    summary: 'Wait until all recorded episodes are durable.',
    effect: 'writes',
    isIdempotent: true,
    capability: 'remember',
    belongsTo: 'project',
    input: nothing,
    output: z.null(),
    async handler({ memory }) {
      await memory.flush();
      return null;
    },
  }),
  consolidate: operation({
    summary: 'Turn recorded episodes into memories.',
    effect: 'writes',
    isIdempotent: true,
    capability: 'consolidate',
    belongsTo: 'user',
    command: 'consolidate',
    input: consolidateOptionsSchema.omit({ verbatimOnly: true, llm: true, signal: true }),
    output: consolidationReportSchema,
    handler: (context, options) =>
      withProgress(context, (signal) => context.memory.consolidate({ ...options, ...signal })),
  }),
  'sessions.list': operation({
    summary: 'List sessions in the order of their start.',
    effect: 'reads',
    capability: 'recall',
    belongsTo: 'project',
    command: 'sessions',
    input: nothing,
    output: listOf(
      z.object({
        ...{ sessionId: nameSchema, episodes: z.int().nonnegative() },
        ...{ firstAt: momentSchema.optional(), lastAt: momentSchema.optional(), endedAt: momentSchema.optional() },
      }),
    ),
    handler: ({ memory }) => memory.sessions.list(),
  }),
  'sessions.turns': operation({
    summary: 'Read the turns of a session in order, in pages.',
    effect: 'reads',
    capability: 'recall',
    belongsTo: 'project',
    input: turnsOptionsSchema,
    output: z.object({
      ...{ sessionId: nameSchema, turns: listOf(episodeSchema.extend({ position: z.int().positive() })) },
      ...{ hasBefore: z.boolean(), hasMore: z.boolean() },
    }),
    handler: ({ memory }, options) => memory.sessions.turns(options),
  }),
  timeline: operation({
    summary: 'Show a timeline of turns, memories, sessions and consolidations.',
    effect: 'reads',
    capability: 'time',
    belongsTo: 'project',
    input: timelineOptionsSchema,
    output: z.object({
      ...span,
      buckets: listOf(z.object({ ...span, episodes: count, memoriesCreated: count, memoriesReplaced: count })),
      sessions: listOf(
        z.object({ sessionId: nameSchema, firstAt: momentSchema, lastAt: momentSchema, episodes: count }),
      ),
      consolidations: listOf(
        z.object({
          ...{ ...span, sessions: listOf(z.string()), components: listOf(z.string()) },
          ...{ created: count, superseded: count },
        }),
      ),
    }),
    handler: ({ memory }, options) => memory.timeline(options),
  }),
  'sessions.end': operation({
    summary: 'End the session and consolidate it.',
    effect: 'writes',
    isIdempotent: true,
    capability: 'consolidate',
    belongsTo: 'user',
    command: 'sessions end',
    input: nothing,
    output: consolidationReportSchema,
    handler: (context) => withProgress(context, (signal) => context.memory.sessions.end(signal)),
  }),
});
