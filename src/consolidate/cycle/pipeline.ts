import type { CycleReport } from '../../model/report.ts';
import type { Owner } from '../../model/scope.ts';
import { type CycleContext, CycleRun } from './cycle-run.ts';
import { extract } from './extract.ts';
import { gather } from './gather.ts';
import { link } from './link.ts';
import { prune, strengthen } from './upkeep.ts';

/** The next run continues one that was interrupted. */
export async function cycle(owner: Owner, context: CycleContext): Promise<CycleReport> {
  const { tasks } = context;
  const run = await CycleRun.open(owner, context);
  if (tasks.extractPatterns && run.isPending('extract'))
    await run.attempt('extractPatterns', async () => extract(run, await gather(run)));
  if (tasks.strengthen && run.isPending('strengthen')) await strengthen(run);
  if ((tasks.link || tasks.detectContradictions || tasks.prune) && run.isPending('link')) await link(run);
  if ((tasks.decaySalience || tasks.prune) && run.isPending('prune')) await prune(run);
  return run.finish();
}
