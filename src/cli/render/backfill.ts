import type { ConsolidationReport } from '../../model/report.ts';
import type { ImportReport } from '../../operations/import-from.ts';
import { consolidationLines } from './reports.ts';
import { count } from './text.ts';

export interface BackfilledProject extends Omit<ImportReport, 'format'> {
  readonly root: string;
  readonly memory: string;
  /** Left out, since an erasure of this memory erased it. */
  readonly erased: number;
  readonly report?: ConsolidationReport;
}

interface Backfilled {
  readonly source: string;
  readonly dryRun: boolean;
  readonly projects: readonly BackfilledProject[];
}

export function backfillLines({ source, dryRun, projects }: Backfilled): string[] {
  if (projects.length === 0) return [`${source} has nothing about this project on disk; --all reads all projects.`];
  return projects.flatMap(({ root, turns, sessions, memories, known, erased, badCount, report }) => {
    const parts =
      source === 'git' ? count(memories, 'commit') : `${count(turns, 'turn')} in ${count(sessions, 'session')}`;
    const notes = [
      ...(known > 0 ? [`${known} already known`] : []),
      ...(erased > 0 ? [`${erased} left out, since they were erased here`] : []),
      ...(badCount > 0 ? [`${badCount} invalid skipped`] : []),
    ];
    const did = dryRun ? 'Would import' : 'Recorded';
    return [
      `${did} ${parts} of ${root} (${[source, ...notes].join('; ')}).`,
      ...(report === undefined ? [] : consolidationLines(report)),
    ];
  });
}
