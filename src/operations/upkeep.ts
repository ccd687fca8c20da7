import { z } from 'zod';
import { SouvenirError } from '../errors.ts';
import { eraseSelectionSchema, erasureReceiptSchema } from '../model/erasure.ts';
import { memoryStatusSchema } from '../model/memory.ts';
import { MAX_NAMES, momentSchema } from '../model/primitives.ts';
import { cycleReportSchema } from '../model/report.ts';
import { DEFAULT_OWNER, ownerKey, ownerOf, ownerSchema, refuseProject } from '../model/scope.ts';
import { type CycleOptions, cycleOptionsSchema } from '../souvenir/souvenir.ts';
import { listOf, named, nothing, operation } from './operation.ts';

const count = z.int().nonnegative();
const counts = z.record(z.string(), count).readonly();

export const cycleTaskSchema = z.enum([
  ...['extractPatterns', 'decaySalience', 'strengthen'],
  ...['link', 'prune', 'detectContradictions'],
] as const satisfies (keyof CycleOptions)[]);

const rate = z.number().optional();
const latencySchema = z.object({
  ...{ count, meanMs: z.number(), p50Ms: z.number(), p95Ms: z.number(), maxMs: z.number() },
});
const latencies = z.record(z.string(), latencySchema).readonly();
const hitRateSchema = z.object({ answered: count, silent: count, hitRate: rate });
const runsSchema = z.object({ runs: count, degradedRate: rate, latency: latencySchema.optional() });

const activitySchema = z.object({
  since: momentSchema,
  recall: hitRateSchema.extend({
    ...{ byMode: z.record(z.string(), hitRateSchema).readonly(), meanTokens: rate, meanTokensAnswered: rate },
    ...{ degradedRate: rate, latency: latencySchema.optional(), stages: latencies },
  }),
  memories: z.object({
    ...{ created: count, byType: counts, byComponent: counts, changes: counts, contradictions: count, patterns: count },
  }),
  episodes: z.object({ recorded: count, flushed: count }),
  consolidation: runsSchema.extend({ components: latencies, sessionFailures: counts }),
  cycle: runsSchema,
  model: z.object({ calls: count, inputTokens: count, outputTokens: count }),
  missing: counts,
  failures: counts,
  operations: z.record(z.string(), latencySchema.extend({ failed: count, errorRate: z.number() })).readonly(),
});

export const upkeep = named({
  stats: operation({
    summary: 'Show counts of stored data and activity.',
    effect: 'reads',
    capability: 'analytics',
    belongsTo: 'allProjects',
    command: 'stats',
    input: nothing,
    output: z.object({
      ...{ owners: count, episodes: count, sessions: count, entities: count, relationships: count, links: count },
      memories: z.record(memoryStatusSchema, count).readonly(),
      components: counts,
      /** Includes documents, and memories that a user's agents share. */
      unembedded: count,
      /** Turns that at least one component has not consolidated. */
      unread: count,
      embedder: z.string().nullable(),
      /** The figures that cover the whole memory; all others cover the user and agent. */
      ofEveryone: z.array(z.enum(['activity', 'bytes'])).readonly(),
      /** Bytes of the store on disk. */
      bytes: count.optional(),
      setAside: z
        .array(
          ownerSchema.extend({
            component: z.string(),
            sessionId: z.string(),
            attempts: count,
            reason: z.string(),
            code: z.string(),
          }),
        )
        .readonly(),
      /** Counts of all processes; absent before the first. */
      activity: activitySchema.optional(),
      /** The schedule of this process; absent without one. */
      schedule: z
        .object({
          ...{ isRunning: z.boolean(), waiting: count, nextAt: momentSchema },
          lastRunAt: momentSchema.optional(),
          /** Jobs that failed repeatedly. */
          dead: z
            .array(
              z.object({
                ...{ kind: z.string(), owner: ownerSchema.optional() },
                ...{ failedAt: momentSchema, reason: z.string() },
              }),
            )
            .readonly(),
        })
        .optional(),
    }),
    async handler({ souvenir, memory }) {
      refuseProject(memory.scope, 'stats');
      return souvenir.stats(ownerOf(memory.scope));
    },
  }),
  erase: operation({
    summary:
      'Erase what is named and everything derived from it, for good; if nothing is named, everything of the user.',
    effect: 'destroys',
    isIdempotent: true,
    capability: 'erase',
    belongsTo: 'project',
    command: 'erase',
    onlyReads: ({ dryRun }) => dryRun === true,
    input: eraseSelectionSchema.omit({ tenantId: true, userId: true, sessionId: true, projectId: true }),
    output: erasureReceiptSchema,
    async handler({ souvenir, memory: { scope }, isAnyAgent = false, settleHooks }, { agentId, ...input }) {
      const { tenantId, userId, sessionId, projectId } = scope;
      const named = isAnyAgent ? undefined : scope.agentId;
      if (agentId !== undefined && named !== undefined && agentId !== named)
        throw new SouvenirError('invalidInput', `erase.agentId: the scope has another agent, ${JSON.stringify(named)}`);
      const selection = { ...input, tenantId, userId, sessionId, projectId, agentId: agentId ?? named };
      if (input.dryRun !== true && tenantId === DEFAULT_OWNER.tenantId && userId === DEFAULT_OWNER.userId)
        await settleHooks?.(() => souvenir.erase({ ...selection, dryRun: true }));
      return souvenir.erase(selection);
    },
  }),
  verifyErasure: operation({
    summary: 'Check that nothing on an erasure receipt is left.',
    effect: 'reads',
    capability: 'erase',
    belongsTo: 'user',
    ofWholeMemory: true,
    command: 'erase',
    input: erasureReceiptSchema,
    output: z.object({
      ...{ isErased: z.boolean(), isReceiptIntact: z.boolean() },
      ...{ stored: z.array(z.string()).readonly(), inFiles: z.array(z.string()).readonly() },
    }),
    async handler({ souvenir, memory: { scope } }, receipt) {
      if (receipt.tenantId !== scope.tenantId || receipt.userId !== scope.userId)
        throw new SouvenirError('invalidInput', 'verifyErasure: the receipt is not of this user');
      return souvenir.verifyErasure(receipt);
    },
  }),
  cycle: operation({
    summary: 'Maintain memories: extract patterns, strengthen, link, merge and archive.',
    effect: 'writes',
    isIdempotent: true,
    capability: 'patterns',
    belongsTo: 'allProjects',
    forEveryPlan: true,
    command: 'cycle',
    input: z.strictObject({
      maxAgeMs: cycleOptionsSchema.shape.maxAgeMs,
      skip: z.array(cycleTaskSchema).max(MAX_NAMES).default([]),
    }),
    /** A report for each owner; empty without memories. */
    output: listOf(cycleReportSchema.extend({ owner: ownerSchema })),
    async handler({ souvenir, memory, signal, onProgress }, { skip, maxAgeMs }) {
      refuseProject(memory.scope, 'cycle');
      const own = ownerKey(memory.scope);
      const stop = souvenir.on('cycleProgress', ({ owner, stage, done, total }) => {
        if (ownerKey(owner) === own) onProgress?.({ stage, done, total });
      });
      const skipped = Object.fromEntries(skip.map((task) => [task, false]));
      try {
        return await souvenir.cycle({ ...ownerOf(memory.scope), maxAgeMs, ...skipped, ...(signal && { signal }) });
      } finally {
        stop();
      }
    },
  }),
});
