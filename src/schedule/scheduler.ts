import { ownersOf } from '../contracts/store.ts';
import { retain } from '../erase/retention.ts';
import { DAY_MS } from '../model/day.ts';
import { DEFAULT_OWNER, type Owner } from '../model/scope.ts';
import { scheduleSchema } from './config.ts';
import { inProcessJobs } from './in-process-jobs.ts';
import { JobSchedule, type SchedulerContext, type ScheduleStatus } from './job-schedule.ts';
import { Triggers } from './triggers.ts';

/** Starts the work that no caller asks for: consolidations by the rules of an agent, the jobs of a schedule, and the erasure of expired data. */
export class Scheduler {
  readonly #context: SchedulerContext;
  readonly #triggers: Triggers;
  #schedule: JobSchedule | undefined;

  private constructor(context: SchedulerContext) {
    this.#context = context;
    this.#triggers = new Triggers({
      consolidate: (owner, isIdle) => this.#consolidate(owner, isIdle),
      failed(owner, error) {
        if (!context.signal.aborted) context.events.emit('consolidationFailed', { owner, error });
      },
    });
    context.signal.addEventListener('abort', () => this.#triggers.stop(), { once: true });
    context.recorder.onRecorded((owner) => this.#triggers.recorded(owner, context.agentOf(owner).consolidation));
    for (const [agentId, { consolidation }] of context.agents)
      if (consolidation.everyMs !== undefined)
        this.#triggers.schedule(consolidation.everyMs, { ...DEFAULT_OWNER, agentId }, () => this.#ownersOf(agentId));
    this.#keepErasing();
  }

  static async open(context: SchedulerContext): Promise<Scheduler> {
    const scheduler = new Scheduler(context);
    const { schedule, jobs, store, clock } = context;
    if ((schedule ?? jobs) !== undefined && !store.isReadOnly)
      scheduler.#schedule = await JobSchedule.open(
        context,
        jobs ?? inProcessJobs(clock),
        schedule ?? scheduleSchema.parse({}),
      );
    return scheduler;
  }

  /** Whether waiting turns are read in the background. */
  get hasSchedule(): boolean {
    return this.#schedule !== undefined;
  }

  async status(isIncluded: (owner: Owner) => boolean): Promise<ScheduleStatus | undefined> {
    return this.#schedule?.status(isIncluded);
  }

  async redrive(isIncluded: (owner: Owner) => boolean): Promise<number> {
    return (await this.#schedule?.redrive(isIncluded)) ?? 0;
  }

  async settled(): Promise<void> {
    await this.#schedule?.settled();
  }

  /** Ends the schedule; the rules of agents end when the memory closes. */
  async stop(): Promise<void> {
    await this.#schedule?.stop();
  }

  async #consolidate(owner: Owner, isIdle: boolean): Promise<unknown> {
    const { jobs, schedule, recorder, clock, agentOf, consolidate } = this.#context;
    if (jobs !== undefined) {
      await recorder.flush(owner);
      return jobs.send({ kind: 'consolidate', owner });
    }
    if ((await schedule?.only?.(owner)) === false) return undefined;
    const youngest = clock.now().getTime() - agentOf(owner).consolidation.minAgeMs;
    return consolidate(owner, { until: isIdle ? undefined : new Date(youngest), isAutomatic: true });
  }

  async #ownersOf(agentId: string): Promise<Owner[]> {
    return (await ownersOf(this.#context.store)).filter((owner) => owner.agentId === agentId);
  }

  /** Erases expired data now and once a day. With a shared queue, jobs do it. */
  #keepErasing(): void {
    const { retention, jobs, signal } = this.#context;
    if ((retention.episodesDays ?? retention.memoriesDays) === undefined || jobs !== undefined) return;
    const run = () => retain(this.#context).catch(() => {});
    const timer = setInterval(() => void run(), DAY_MS).unref();
    signal.addEventListener('abort', () => clearInterval(timer), { once: true });
    void run();
  }
}
