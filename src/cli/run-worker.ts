import { MAX_TIMER_MS } from '../http/connection.ts';
import type { Owner } from '../model/scope.ts';
import { scheduledByPlans } from '../server/scheduled.ts';
import type { Cli, GlobalOptions } from './cli.ts';
import { note, print } from './in-out.ts';
import { withMemory } from './memory.ts';
import { bold, count } from './render/text.ts';
import { reportFailures } from './report-failures.ts';
import { jobsAt, shownLocation } from './store-location.ts';

export interface WorkerFlags {
  readonly quietHours?: { readonly from: number; readonly to: number };
  readonly redrive?: boolean;
}

/** Works until it is stopped: a running job finishes soon, or is handed back. */
export async function runWorker(cli: Cli, options: GlobalOptions & WorkerFlags): Promise<void> {
  const { quietHours, redrive = false, settings } = options;
  const own = settings.serve?.schedule || {};
  let isScheduled: ReturnType<typeof scheduledByPlans> | undefined;
  const only = (owner: Owner) => isScheduled?.(owner) ?? true;
  const schedule = { only, ...own, ...(quietHours !== undefined && { quietHours }) };
  const open = { schedule, ...(await jobsAt(options)) };
  await withMemory(cli, options, { vectors: 'all', open }, async ({ souvenir, store }) => {
    isScheduled = scheduledByPlans(store, settings.serve?.plans);
    // Listens for the stop before it announces that it works: a script may stop it as soon as it reads that.
    const stopped = cli.untilStopped();
    reportFailures(souvenir);
    if (redrive) note(`${count(await souvenir.redrive(), 'job')} queued again`);
    await print(`${bold(`Souvenir works for ${shownLocation(options)}`)}. Ctrl-C stops it.`);
    // The timers of a memory do not keep the process alive.
    const alive = setInterval(() => {}, MAX_TIMER_MS);
    await stopped;
    clearInterval(alive);
    note('stopping; press again to stop at once');
  });
}
