import { lastCycleOf } from '../consolidate/cycle/cycle-run.ts';
import type { Clock } from '../contracts/clock.ts';
import type { Component } from '../contracts/component.ts';
import type { Embedder } from '../contracts/embedder.ts';
import type { DeadJob, Job, JobRunner } from '../contracts/jobs.ts';
import { everySession, ownerPages, type Store } from '../contracts/store.ts';
import { type RetentionContext, retain } from '../erase/retention.ts';
import { DAY_MS } from '../model/day.ts';
import { type Owner, ownerKey, ownerOf } from '../model/scope.ts';
import type { Events } from '../telemetry/events.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';
import type { ScheduleConfig } from './config.ts';
import type { TriggerRules } from './triggers.ts';

const MINUTE_MS = 60_000;
const TICK_MS = MINUTE_MS / 4;
/** The maximum delay of an owner's daily upkeep while it waits for a pause in recalls. */
const MAX_WAIT_MS = 2 * DAY_MS;
/** The interval of checks of all owners, which find turns recorded by other processes. */
const WALK_MS = 60 * MINUTE_MS;

interface ScheduledAgent {
  readonly components: readonly Pick<Component, 'name'>[];
  readonly consolidation: TriggerRules & { readonly minAgeMs: number; readonly everyMs?: number | undefined };
}

interface AutomaticConsolidation {
  readonly until: Date | undefined;
  readonly isAutomatic: true;
  readonly signal?: AbortSignal;
}

export interface SchedulerContext extends RetentionContext {
  readonly store: Store;
  readonly clock: Clock;
  readonly events: Events;
  readonly agents: ReadonlyMap<string, ScheduledAgent>;
  readonly embedder: Embedder | undefined;
  /** The queue that several processes share. */
  readonly jobs: JobRunner | undefined;
  /** If present, this process also runs jobs instead of only sending them. */
  readonly schedule: ScheduleConfig | undefined;
  readonly recorder: {
    flush(owner?: Owner): Promise<void>;
    onRecorded(listener: (owner: Owner) => void): void;
  };
  readonly embedding: {
    isSearched(owner: Owner): boolean;
    embed(owner: Owner, signal?: AbortSignal): Promise<void>;
  };
  agentOf(owner: Owner): ScheduledAgent;
  consolidate(owner: Owner, request: AutomaticConsolidation): Promise<unknown>;
  cycle(owner: Owner, request: { readonly signal: AbortSignal }): Promise<unknown>;
}

export interface ScheduleStatus {
  readonly isRunning: boolean;
  readonly lastRunAt: Date | undefined;
  /** The number of selected owners with waiting turns, as far as this process knows. */
  readonly waiting: number;
  readonly nextAt: Date;
  /** Jobs that failed repeatedly; `redrive` retries them. */
  readonly dead: readonly DeadJob[];
}

interface ActiveOwner {
  readonly owner: Owner;
  turns: number;
  lastAt: number;
}

/** Sends due jobs: waiting turns are consolidated, and once a day memories fade and the cycle runs. */
export class JobSchedule {
  readonly #context: SchedulerContext;
  readonly #jobs: JobRunner;
  readonly #config: ScheduleConfig;
  readonly #active = new Map<string, ActiveOwner>();
  readonly #timer: NodeJS.Timeout;
  readonly #unlisten: () => void;
  #sending: Promise<void> | undefined;
  #performing = 0;
  #reporting: Promise<void> | undefined;
  #done = { consolidated: 0, cycled: 0, failed: 0 };
  #lastRunAt: Date | undefined;
  #nextWalk: number;
  #nextRetention = 0;
  #recalledAt = -Infinity;
  readonly #openedAt: number;
  #isStopped = false;

  private constructor(context: SchedulerContext, jobs: JobRunner, config: ScheduleConfig) {
    this.#context = context;
    this.#jobs = jobs;
    this.#config = config;
    this.#openedAt = this.#now();
    this.#nextWalk = this.#openedAt + TICK_MS;
    const unlisten = [
      context.events.on('episodeRecorded', ({ episode }) => this.#recorded(ownerOf(episode))),
      context.events.on('recalled', () => {
        this.#recalledAt = this.#now();
      }),
    ];
    this.#unlisten = () => {
      for (const end of unlisten) end();
    };
    this.#timer = setInterval(() => this.#tick(), TICK_MS).unref();
  }

  static async open(context: SchedulerContext, jobs: JobRunner, config: ScheduleConfig): Promise<JobSchedule> {
    const schedule = new JobSchedule(context, jobs, config);
    try {
      if (context.schedule !== undefined)
        await jobs.start({
          perform: (job, signal) => schedule.#perform(job, signal),
          failed: ({ owner }, error, retryAt) => schedule.#failed(owner, error, retryAt),
        });
      return schedule;
    } catch (error) {
      await schedule.stop();
      throw error;
    }
  }

  async status(isIncluded: (owner: Owner) => boolean): Promise<ScheduleStatus> {
    const active = [...this.#active.values()].filter(({ owner }) => isIncluded(owner));
    const due = active.map(({ lastAt }) => lastAt + this.#config.idleMs);
    return {
      isRunning: this.#performing > 0,
      lastRunAt: this.#lastRunAt,
      waiting: active.length,
      nextAt: new Date(Math.max(this.#now(), Math.min(this.#nextWalk, ...due))),
      dead: (await this.#jobs.dead()).filter(({ owner }) => owner === undefined || isIncluded(owner)),
    };
  }

  async redrive(isIncluded: (owner: Owner) => boolean): Promise<number> {
    const included = (await this.#jobs.dead()).filter(({ owner }) => owner === undefined || isIncluded(owner));
    for (const job of included) await this.#jobs.redrive(job);
    return included.length;
  }

  async settled(): Promise<void> {
    await this.#sending;
    await this.#jobs.settled();
    await this.#reporting;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    this.#unlisten();
    await this.#sending;
    await this.#jobs.stop();
    await this.#reporting;
  }

  #now(): number {
    return this.#context.clock.now().getTime();
  }

  #recorded(owner: Owner): void {
    const active = this.#active.get(ownerKey(owner)) ?? { owner, turns: 0, lastAt: 0 };
    active.turns += 1;
    active.lastAt = this.#now();
    this.#active.set(ownerKey(owner), active);
  }

  #tick(): void {
    this.#sending ??= this.#send()
      .catch((error) => this.#failed(undefined, error, new Date(this.#now() + TICK_MS)))
      .finally(() => {
        this.#sending = undefined;
      });
  }

  async #send(): Promise<void> {
    for (const [key, active] of [...this.#active]) {
      const isIdle = this.#now() - active.lastAt >= this.#config.idleMs;
      if (!isIdle && active.turns < this.#config.afterTurns) continue;
      const { turns } = active;
      // The process that runs the job sees only what is written; an owner with failed writes is sent later.
      if (this.#context.jobs !== undefined && !(await this.#isWritten(active.owner))) continue;
      // Turns recorded meanwhile count anew. A job that is refused, as one is already running, is sent again at the next tick.
      const isTaken = await this.#jobs.send({ kind: 'consolidate', owner: active.owner });
      if (isTaken) active.turns -= turns;
      if (isTaken && active.turns === 0 && isIdle) this.#active.delete(key);
    }
    if (this.#context.schedule === undefined) return;
    if (this.#now() >= this.#nextRetention && this.#isRetaining()) {
      await this.#jobs.send({ kind: 'retain' });
      this.#nextRetention = this.#now() + DAY_MS;
    }
    if (this.#now() >= this.#nextWalk) {
      await this.#jobs.send({ kind: 'walk' });
      this.#nextWalk = this.#now() + WALK_MS;
    }
  }

  #isWritten(owner: Owner): Promise<boolean> {
    return this.#context.recorder.flush(owner).then(
      () => true,
      () => false,
    );
  }

  /** Without a shared queue, the scheduler erases expired data even without a schedule. */
  #isRetaining(): boolean {
    const { jobs, retention } = this.#context;
    return jobs !== undefined && (retention.episodesDays ?? retention.memoriesDays) !== undefined;
  }

  async #perform(job: Job, signal: AbortSignal): Promise<void> {
    this.#performing += 1;
    this.#reportLater();
    try {
      if (job.kind === 'walk') await this.#walk(signal);
      else if (job.kind === 'retain') await retain(this.#context, signal);
      else if (job.owner !== undefined) await this.#performFor(job.owner, job.kind, signal);
    } finally {
      this.#performing -= 1;
    }
  }

  async #performFor(owner: Owner, kind: Job['kind'], signal: AbortSignal): Promise<void> {
    // Asked when the job runs, as the answer may change.
    if ((await this.#config.only?.(owner)) === false) return;
    await (kind === 'upkeep' ? this.#keepUp(owner, signal) : this.#consolidate(owner, signal));
  }

  async #walk(signal: AbortSignal): Promise<void> {
    const { store } = this.#context;
    const dead = new Map((await this.#jobs.dead()).map(({ owner, failedAt }) => [owner && ownerKey(owner), failedAt]));
    for await (const owners of ownerPages(store))
      for (const owner of owners) {
        await yieldToEventLoop();
        signal.throwIfAborted();
        // An active owner is consolidated when idle, and gets its cycle on a later walk.
        if (this.#active.has(ownerKey(owner))) continue;
        if (this.#now() - (dead.get(ownerKey(owner))?.getTime() ?? 0) < DAY_MS) continue;
        const { waits, isStale } = await this.#dueOf(owner);
        if (waits || isStale) await this.#jobs.send({ kind: 'upkeep', owner });
      }
  }

  async #dueOf(owner: Owner): Promise<{ waits: boolean; isStale: boolean }> {
    const { store, agents, embedder, jobs, embedding } = this.#context;
    // Without a shared queue, the engine embeds as it opens.
    let waits = jobs !== undefined && embedder !== undefined && (await store.countUnembedded(owner, embedder.id)) > 0;
    const agent = agents.get(owner.agentId);
    if (agent === undefined) return { waits: waits && embedding.isSearched(owner), isStale: false };
    for (const { name: component } of agent.components)
      waits ||= (await store.pendingSessions(owner, { component })).length > 0;
    const last = (await lastCycleOf(owner, store))?.getTime() ?? 0;
    if (!this.#isQuiet(last) || this.#now() - last < DAY_MS) return { waits, isStale: false };
    // An owner that was erased since the walk began must leave no trace.
    const stats = await store.stats(owner);
    return { waits, isStale: stats.episodes + stats.memories.active > 0 };
  }

  async #keepUp(owner: Owner, signal: AbortSignal): Promise<void> {
    const { waits, isStale } = await this.#dueOf(owner);
    if (!waits && !isStale) return;
    if (!this.#context.agents.has(owner.agentId)) {
      await this.#context.embedding.embed(owner, signal);
      return signal.throwIfAborted();
    }
    // Consolidation also fades and embeds memories.
    await this.#consolidate(owner, signal);
    if (!isStale) return;
    await this.#context.cycle(owner, { signal });
    this.#done.cycled += 1;
  }

  async #consolidate(owner: Owner, signal: AbortSignal): Promise<void> {
    const { agentOf, store } = this.#context;
    await this.#context.recorder.flush(owner);
    const now = this.#now();
    // Read from the store, as the conversation may go on in another process.
    const isTalking = (await everySession(store, owner)).some(
      ({ lastAt }) => lastAt !== undefined && lastAt.getTime() <= now && now - lastAt.getTime() < this.#config.idleMs,
    );
    const until = isTalking ? new Date(now - agentOf(owner).consolidation.minAgeMs) : undefined;
    await this.#context.consolidate(owner, { until, isAutomatic: true, signal });
    this.#done.consolidated += 1;
  }

  #reportLater(): void {
    const began = performance.now();
    const report = () => {
      this.#reporting = undefined;
      const done = this.#done;
      this.#done = { consolidated: 0, cycled: 0, failed: 0 };
      if (done.consolidated + done.cycled + done.failed === 0) return;
      this.#lastRunAt = this.#context.clock.now();
      this.#context.events.emit('scheduleRan', { ...done, durationMs: performance.now() - began });
    };
    this.#reporting ??= this.#jobs.settled().then(report, report);
  }

  #failed(owner: Owner | undefined, error: unknown, retryAt: Date): void {
    if (this.#context.signal.aborted || this.#isStopped) return;
    this.#done.failed += 1;
    this.#context.events.emit('scheduleFailed', { ...(owner && { owner }), error, retryAt });
  }

  /** Whether it is a quiet hour; without `quietHours`, whether recalls have paused or the cycle has waited too long for a pause. */
  #isQuiet(lastCycle: number): boolean {
    if (this.#config.quietHours === undefined)
      return (
        this.#now() - this.#recalledAt >= this.#config.idleMs ||
        this.#now() - (lastCycle || this.#openedAt) >= MAX_WAIT_MS
      );
    const { from, to } = this.#config.quietHours;
    const now = this.#context.clock.now().getHours();
    return from <= to ? now >= from && now < to : now >= from || now < to;
  }
}
