import type { ConsolidationReport } from '../../model/report.ts';
import type { ImportResult } from '../../operations/import.ts';

export function importLines({ format, turns, sessions, report }: ImportResult): string[] {
  const imported = `Recorded ${count(turns, 'turn')} in ${count(sessions, 'session')} (${format}).`;
  return [imported, ...(report === undefined ? [] : consolidationLines(report))];
}

export function consolidationLines({ components, memoriesEmbedded }: ConsolidationReport): string[] {
  const created = components.reduce((sum, { memoriesCreated }) => sum + memoriesCreated, 0);
  const failures = components.flatMap(({ component, failures: failed }) =>
    failed.map(({ sessionId, reason }) => `${component} failed on session ${sessionId}, to be tried again: ${reason}`),
  );
  const merged = components.reduce((sum, { memoriesMerged }) => sum + memoriesMerged, 0);
  const totals = [`${count(created, 'new memory', 'new memories')}`, `${memoriesEmbedded} embedded`];
  if (merged > 0) totals.push(`${merged} merged`);
  return [`Consolidated: ${totals.join(', ')}.`, ...failures];
}

const count = (number: number, one: string, many = `${one}s`): string => `${number} ${number === 1 ? one : many}`;
