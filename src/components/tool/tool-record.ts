import { z } from 'zod';
import type { Memory } from '../../model/memory.ts';
import { jsonSchema, momentSchema } from '../../model/primitives.ts';
import type { ToolCall } from './tool-call.ts';

const count = z.int().nonnegative();

export const tallySchema = z.object({
  tool: z.string(),
  calls: count,
  successes: count,
  failures: count,
  /** The mean over calls with a known duration. */
  meanDurationMs: z.number().nonnegative().optional(),
  timedCalls: count,
  lastSuccessAt: momentSchema.optional(),
  lastFailureAt: momentSchema.optional(),
  lastOutcome: z.enum(['success', 'failure']),
});
export type Tally = Readonly<z.output<typeof tallySchema>>;

export const recordSchema = tallySchema.extend({
  parameters: jsonSchema,
  lastError: z.string().optional(),
});
export type RecordFacts = Readonly<z.output<typeof recordSchema>>;

export const readRecord = ({ metadata }: Memory): RecordFacts | undefined => recordSchema.safeParse(metadata).data;

/** Laplace's rule of succession. */
const smoothedRate = ({ successes, calls }: Tally): number => (successes + 1) / (calls + 2);
const LAST_SHARE = 1 / 3;
const MIN_LIKELIHOOD = 0.5;

export function expectedOutcome(tally: Tally): 'success' | 'failure' {
  const last = tally.lastOutcome === 'success' ? 1 : 0;
  const likelihood = LAST_SHARE * last + (1 - LAST_SHARE) * smoothedRate(tally);
  // Rounding must not decide an exact tie.
  return likelihood > MIN_LIKELIHOOD - 1e-9 ? 'success' : 'failure';
}

export const lastUsedAt = ({ lastSuccessAt, lastFailureAt }: Tally): Date =>
  new Date(Math.max(lastSuccessAt?.getTime() ?? 0, lastFailureAt?.getTime() ?? 0));

export const newTally = (tool: string): Tally => ({
  ...{ tool, calls: 0, successes: 0, failures: 0, timedCalls: 0 },
  lastOutcome: 'success',
});

export const newRecord = ({ tool, parameters }: ToolCall): RecordFacts => ({ ...newTally(tool), parameters });

/** A call before the last known one does not become the last. */
export function countCall<Counts extends Tally>(tally: Counts, { success, durationMs, episode }: ToolCall): Counts {
  const at = episode.occurredAt;
  const isLast = tally.calls === 0 || at >= lastUsedAt(tally);
  const moment = success ? 'lastSuccessAt' : 'lastFailureAt';
  const timedCalls = tally.timedCalls + (durationMs === undefined ? 0 : 1);
  const total = (tally.meanDurationMs ?? 0) * tally.timedCalls + (durationMs ?? 0);
  return {
    ...tally,
    calls: tally.calls + 1,
    successes: tally.successes + (success ? 1 : 0),
    failures: tally.failures + (success ? 0 : 1),
    timedCalls,
    ...(timedCalls > 0 && { meanDurationMs: total / timedCalls }),
    [moment]: later(tally[moment], at),
    ...(isLast && { lastOutcome: success ? 'success' : 'failure' }),
  };
}

/** `lastError` is that of the last failure whose reason is known. */
export function recordCall(record: RecordFacts, call: ToolCall): RecordFacts {
  const isLatestFailure = record.lastFailureAt === undefined || call.episode.occurredAt >= record.lastFailureAt;
  const lastError =
    isLatestFailure || record.lastError === undefined ? (call.error ?? record.lastError) : record.lastError;
  return { ...countCall(record, call), ...(lastError !== undefined && { lastError }) };
}

const later = (known: Date | undefined, at: Date): Date => (known === undefined || at > known ? at : known);
