import type { CycleReport } from '../../model/report.ts';
import type { Owner } from '../../model/scope.ts';
import { type CycleContext, CycleRun } from './cycle-run.ts';
import { extract } from './extract.ts';
import { link } from './link.ts';
import { prune } from './prune.ts';
import { replay } from './replay.ts';
import { strengthen } from './strengthen.ts';

/**
 * What sleep does for memory: goes over what happened lately, learns what recurs, makes surer what was of use, ties what
 * belongs together and puts away what does not matter. A run that is cut short is gone on with by the next one.
 */
export async function cycle(owner: Owner, context: CycleContext): Promise<CycleReport> {
  const { tasks } = context;
  const run = await CycleRun.open(owner, context);
  if (tasks.extractPatterns && run.isBefore('extract'))
    await run.attempt('extractPatterns', async () => extract(run, await replay(run)));
  if (tasks.strengthen && run.isBefore('strengthen')) await strengthen(run);
  if ((tasks.link || tasks.detectContradictions || tasks.prune) && run.isBefore('link')) await link(run);
  if ((tasks.decaySalience || tasks.prune) && run.isBefore('prune')) await prune(run);
  return run.finish();
}
