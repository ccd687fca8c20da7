import { day, percent, shorten, withoutFinalStop } from '../counted-memory.ts';
import { canonicalText } from './tool-call.ts';
import type { RecordFacts, Tally } from './tool-record.ts';
import { commonestError, type SummaryFacts } from './tool-summary.ts';

const MAX_PARAMETER_CHARS = 160;

export function describeRecord(record: RecordFacts): string {
  const parameters = canonicalText(record.parameters);
  const call = parameters === '{}' ? record.tool : `${record.tool} ${shorten(parameters, MAX_PARAMETER_CHARS)}`;
  return `${call}: ${outcomeText(record)}.`;
}

export function describeSummary(summary: SummaryFacts): string {
  const { tool, calls, successes, failures } = summary;
  const error = commonestError(summary);
  const reason = failures > 0 && error !== undefined ? ` Most common error: ${withoutFinalStop(error)}.` : '';
  return `${tool} overall: ${successes} of ${calls} calls worked (${percent(successes, calls)})${duration(summary)}.${reason}`;
}

function outcomeText(record: RecordFacts): string {
  const { calls, failures, lastOutcome, lastSuccessAt, lastFailureAt } = record;
  const took = duration(record);
  const succeededOn = lastSuccessAt === undefined ? '' : day(lastSuccessAt);
  const failedOn = lastFailureAt === undefined ? '' : day(lastFailureAt);
  const reason = record.lastError === undefined ? '' : ` because: ${withoutFinalStop(record.lastError)}`;
  if (failures === 0)
    return calls === 1 ? `worked the only time (${succeededOn})${took}` : `worked all ${calls} times${took}`;
  if (calls === 1) return `failed the only time (${failedOn})${reason}`;
  const share = failures === calls ? `all ${calls}` : `${failures} of ${calls}`;
  if (lastOutcome === 'failure') return `failed ${share} times; last time (${failedOn}) it failed${reason}`;
  return `failed ${share} times; last time (${succeededOn}) it worked, before that (${failedOn}) it failed${reason}`;
}

function duration({ meanDurationMs, calls }: Tally): string {
  if (meanDurationMs === undefined) return '';
  const took = meanDurationMs < 10_000 ? `${Math.round(meanDurationMs)} ms` : `${Math.round(meanDurationMs / 1000)} s`;
  return calls === 1 ? `, ${took}` : `, ${took} on average`;
}
