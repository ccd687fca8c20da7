import type { ConsolidationReport } from '../model/report.ts';
import type { Cli } from './cli.ts';
import { noteDegraded } from './output.ts';

/** Tells, on stderr and by the exit code, what a consolidation could not do. */
export function tellShortfall(cli: Cli, { components, degraded }: ConsolidationReport): void {
  noteDegraded(degraded);
  if (components.some(({ failures }) => failures.length > 0)) cli.fail();
}
