import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import type { EpisodeInput } from '../model/episode.ts';
import type { ConsolidationReport } from '../model/report.ts';
import { ownerOf, type Scope } from '../model/scope.ts';
import { consolidateOperation } from './consolidate.ts';
import { type Operation, type OperationContext, perform } from './operation.ts';
import { scopeFields, withDefaults } from './scope-fields.ts';
import { readTurns, type TurnFormat, turnFormatSchema } from './turns/read-turns.ts';

/** Turns between two flushes: well within what the buffer takes. */
const BATCH = 1000;

const inputSchema = z.strictObject({
  ...scopeFields,
  /** The conversation itself. */
  text: z.string(),
  /** Told from the text unless given. */
  format: turnFormatSchema.optional(),
  consolidate: z.boolean().default(true),
});

export interface ImportResult {
  readonly format: TurnFormat;
  readonly turns: number;
  readonly sessions: number;
  /** Absent when no consolidation was asked for. */
  readonly report?: ConsolidationReport;
}

export const importOperation: Operation<typeof inputSchema, Promise<ImportResult>> = {
  name: 'import',
  summary: 'Record a whole conversation, then turn it into memories.',
  input: inputSchema,
  async handler(context, { text, format: given, consolidate, ...givenScope }) {
    const scope = withDefaults(givenScope, context.scope);
    const { format, turns } = readTurns(text, given, scope);
    const episodes = turns.map((turn) => ({ ...turn, ...withDefaults(turn, scope) }));
    const sessions = await record(episodes, context);
    const report = consolidate
      ? await perform(consolidateOperation, context, { ...ownerOf(scope), minAgeMs: 0 })
      : undefined;
    return { format, turns: turns.length, sessions: sessions.size, ...(report !== undefined && { report }) };
  },
};

/**
 * Goes through once begun: a conversation half recorded could not be imported again without saying things twice.
 * Resolves with the sessions it went to.
 */
async function record(episodes: readonly (EpisodeInput & Scope)[], context: OperationContext): Promise<Set<string>> {
  const { souvenir, onProgress } = context;
  const sessions = new Set<string>();
  for (let done = 0; done < episodes.length; ) {
    for (const { tenantId, userId, agentId, projectId, sessionId, ...turn } of episodes.slice(done, done + BATCH))
      sessions.add(souvenir.for({ tenantId, userId, agentId, projectId, sessionId }).record(turn).sessionId);
    await souvenir.for().flush();
    await setImmediate();
    done = Math.min(done + BATCH, episodes.length);
    onProgress?.({ stage: 'recording', done, total: episodes.length });
  }
  return sessions;
}
