import type { ConsolidationReport, ConsolidationTotals } from '../../model/report.ts';
import type { ImportResult } from '../../operations/import.ts';
import { count } from './phrases.ts';
import { table } from './table.ts';

export function importLines({ format, turns, sessions, report }: ImportResult): string[] {
  const imported = `Recorded ${count(turns, 'turn')} in ${count(sessions, 'session')} (${format}).`;
  return [imported, ...(report === undefined ? [] : consolidationLines(report))];
}

/** What was done in all, then by component where several did something, then what failed. */
export function consolidationLines(report: ConsolidationReport): string[] {
  const { components, memoriesCreated: created, memoriesEmbedded: embedded } = report;
  const totals = [
    ...(created > 0 ? [count(created, 'new memory', 'new memories')] : []),
    ...changesOf(report),
    ...(embedded > 0 ? [`${embedded} embedded`] : []),
  ];
  const byComponent = components.flatMap((counts) => {
    const done = [...(counts.memoriesCreated > 0 ? [`${counts.memoriesCreated} new`] : []), ...changesOf(counts)];
    return done.length === 0 ? [] : [[`  ${counts.component}`, done.join(', ')]];
  });
  const failures = components.flatMap(({ component, failures: failed }) =>
    failed.map(({ sessionId, reason }) => `${component} failed on session ${sessionId}, to be tried again: ${reason}`),
  );
  return [
    `Consolidated: ${totals.join(', ') || 'nothing new'}.`,
    ...(byComponent.length > 1 ? table(byComponent, false) : []),
    ...failures,
  ];
}

/** What happened to memories that were there before. */
function changesOf(counts: ConsolidationTotals): string[] {
  const changes = {
    merged: counts.memoriesMerged,
    superseded: counts.memoriesSuperseded,
    faded: counts.memoriesDecayed,
    expired: counts.memoriesExpired,
  };
  return Object.entries(changes).flatMap(([name, number]) => (number > 0 ? [`${number} ${name}`] : []));
}
