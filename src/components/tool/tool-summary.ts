import { z } from 'zod';
import type { Memory } from '../../model/memory.ts';
import type { ToolCall } from './tool-call.ts';
import { countCall, newTally, type RecordFacts, tallySchema } from './tool-record.ts';

const MAX_ERRORS = 20;
/** Parts in which errors of one kind differ: quoted texts, paths and figures. */
const PARTICULARS = /"[^"]{0,200}"|'[^']{0,200}'|`[^`]{0,200}`|(?<![^\s/\\"'`])[^\s/\\"'`]*[/\\]\S*|\d+/g;

const summarySchema = tallySchema.extend({
  errors: z.array(z.object({ kind: z.string(), error: z.string(), count: z.int().positive() })),
});
export type SummaryFacts = Readonly<z.output<typeof summarySchema>>;

export const readSummary = ({ metadata }: Memory): SummaryFacts | undefined => summarySchema.safeParse(metadata).data;

export const noCalls = (tool: string): SummaryFacts => ({ ...newTally(tool), errors: [] });

export function summarizeCall(summary: SummaryFacts, call: ToolCall): SummaryFacts {
  const errors = call.error === undefined ? summary.errors : withError(summary.errors, call.error, 1);
  return { ...countCall(summary, call), errors };
}

export const commonestError = ({ errors }: SummaryFacts): string | undefined => errors[0]?.error;

/** Each failure of a record counts with its last error. */
export function addRecord(summary: SummaryFacts, record: RecordFacts): SummaryFacts {
  const timedCalls = summary.timedCalls + record.timedCalls;
  const total = (summary.meanDurationMs ?? 0) * summary.timedCalls + (record.meanDurationMs ?? 0) * record.timedCalls;
  const lastSuccessAt = latest(summary.lastSuccessAt, record.lastSuccessAt);
  const lastFailureAt = latest(summary.lastFailureAt, record.lastFailureAt);
  return {
    tool: summary.tool,
    calls: summary.calls + record.calls,
    successes: summary.successes + record.successes,
    failures: summary.failures + record.failures,
    timedCalls,
    ...(timedCalls > 0 && { meanDurationMs: total / timedCalls }),
    ...(lastSuccessAt !== undefined && { lastSuccessAt }),
    ...(lastFailureAt !== undefined && { lastFailureAt }),
    lastOutcome: (lastFailureAt?.getTime() ?? 0) > (lastSuccessAt?.getTime() ?? 0) ? 'failure' : 'success',
    errors:
      record.lastError === undefined ? summary.errors : withError(summary.errors, record.lastError, record.failures),
  };
}

function withError(errors: SummaryFacts['errors'], error: string, count: number): SummaryFacts['errors'] {
  const kind = error.toLowerCase().replace(PARTICULARS, '…');
  const known = errors.find((each) => each.kind === kind)?.count ?? 0;
  const others = errors.filter((each) => each.kind !== kind);
  return [{ kind, error, count: known + count }, ...others].sort((a, b) => b.count - a.count).slice(0, MAX_ERRORS);
}

const latest = (one: Date | undefined, other: Date | undefined): Date | undefined =>
  one === undefined || (other !== undefined && other > one) ? other : one;
