import type { Store } from '../contracts/store.ts';
import { MAX_TIMER_MS } from '../http/connection.ts';
import { plannedSchedule } from '../server/scheduled.ts';
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
  const schedule = { ...own, ...(quietHours !== undefined && { quietHours }) };
  const jobs = await jobsAt(options);
  const open = (store: Store) => ({ schedule: plannedSchedule(store, schedule, settings.serve?.plans), ...jobs });
  await withMemory(cli, options, { vectors: 'all', open }, async ({ souvenir }) => {
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
