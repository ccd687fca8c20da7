import { breathe } from '../breathe.ts';
import { lastCycleOf } from '../consolidate/cycle/cycle-run.ts';
import { SouvenirError } from '../errors.ts';
import { type Owner, ownerKey, ownerOf } from '../model/scope.ts';
import type { Engine } from './engine.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** How often it looks whether something is due. */
const TICK_MS = MINUTE_MS / 4;
/** How often it walks over every owner: for what fell due, and for turns of other processes. */
const WALK_MS = 60 * MINUTE_MS;

type ScheduleConfig = NonNullable<Engine['schedule']>;

export interface ScheduleStatus {
  readonly isRunning: boolean;
  /** When something was last done; undefined before. */
  readonly lastRunAt: Date | undefined;
  /** Of how many users and agents turns wait, as far as this process knows. */
  readonly waiting: number;
  /** When something may be due next. */
  readonly nextAt: Date;
}

interface Active {
  readonly owner: Owner;
  turns: number;
  lastAt: number;
}

/**
 * Consolidates what waits, and once a day lets memories fade and runs the cycle: one owner at a time, of all owners. It decides what is due;
 * the engine does it, after whatever else it does for that owner.
 */
export class Schedule {
  readonly #engine: Engine;
  readonly #config: ScheduleConfig;
  readonly #cycle: (owner: Owner, signal: AbortSignal) => Promise<unknown>;
  readonly #active = new Map<string, Active>();
  readonly #failing = new Map<string, { readonly attempts: number; readonly until: number }>();
  readonly #stopping = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #unlisten: () => void;
  #running: Promise<void> | undefined;
  #lastRunAt: Date | undefined;
  #lookedAt = 0;
  #nextWalk: number;

  constructor(engine: Engine, config: ScheduleConfig, cycle: (owner: Owner, signal: AbortSignal) => Promise<unknown>) {
    this.#engine = engine;
    this.#config = config;
    this.#cycle = cycle;
    this.#nextWalk = this.#now() + TICK_MS;
    this.#unlisten = engine.events.on('episodeRecorded', ({ episode }) => this.#recorded(ownerOf(episode)));
    this.#timer = setInterval(() => this.#tick(), TICK_MS).unref();
  }

  status(): ScheduleStatus {
    const due = [...this.#active.values()].map(({ lastAt }) => lastAt + this.#config.idleMs);
    return {
      isRunning: this.#running !== undefined,
      lastRunAt: this.#lastRunAt,
      waiting: this.#active.size,
      nextAt: new Date(Math.max(this.#now(), Math.min(this.#nextWalk, ...due))),
    };
  }

  /** Resolves when what it does now is done. */
  async settled(): Promise<void> {
    await this.#running;
  }

  /** Cuts short what it does: the next one goes on there. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#unlisten();
    this.#stopping.abort(new SouvenirError('closed', 'this memory is closed'));
    await this.#running;
  }

  #now(): number {
    return this.#engine.clock.now().getTime();
  }

  #recorded(owner: Owner): void {
    const active = this.#active.get(ownerKey(owner)) ?? { owner, turns: 0, lastAt: 0 };
    active.turns += 1;
    active.lastAt = this.#now();
    this.#active.set(ownerKey(owner), active);
  }

  #tick(): void {
    this.#running ??= this.#run()
      .catch((error) => this.#failed(undefined, error, this.#nextWalk))
      .finally(() => {
        this.#running = undefined;
      });
  }

  async #run(): Promise<void> {
    const began = performance.now();
    const done = { consolidated: 0, cycled: 0, failed: 0 };
    await this.#consolidateDue(done);
    if (this.#now() >= this.#nextWalk) await this.#walk(done);
    if (done.consolidated + done.cycled + done.failed === 0) return;
    this.#lastRunAt = this.#engine.clock.now();
    this.#engine.events.emit('scheduleRan', { ...done, durationMs: performance.now() - began });
  }

  async #consolidateDue(done: Done): Promise<void> {
    this.#lookedAt = this.#now();
    for (const [key, active] of [...this.#active]) {
      const isIdle = this.#isIdle(active);
      if (!isIdle && active.turns < this.#config.afterTurns) continue;
      await this.#attempt(active.owner, done, async () => {
        const { turns } = active;
        // What is recorded meanwhile counts anew.
        active.turns = 0;
        if (isIdle) this.#active.delete(key);
        try {
          await this.#consolidate(active.owner, isIdle);
        } catch (error) {
          this.#active.set(key, { ...active, turns: turns + active.turns });
          throw error;
        }
        done.consolidated += 1;
      });
    }
  }

  async #walk(done: Done): Promise<void> {
    this.#nextWalk = this.#now() + WALK_MS;
    const { store, agents } = this.#engine;
    for (const owner of await store.owners()) {
      if (!agents.has(owner.agentId)) continue;
      await breathe();
      if (this.#now() - this.#lookedAt >= TICK_MS) await this.#consolidateDue(done);
      // Whoever is active is consolidated when idle, and cycled by a later walk.
      if (this.#active.has(ownerKey(owner))) continue;
      await this.#attempt(owner, done, () => this.#keepUp(owner, done));
    }
  }

  async #keepUp(owner: Owner, done: Done): Promise<void> {
    const { store, agentOf } = this.#engine;
    const last = await lastCycleOf(owner, store);
    const isDue = this.#isQuiet() && this.#now() - (last?.getTime() ?? 0) >= DAY_MS;
    const held = isDue ? await store.stats(owner) : undefined;
    // Of somebody erased since the walk began no trace is made.
    const isHeld = held !== undefined && held.episodes + held.memories.active > 0;
    let waits = false;
    for (const { name: component } of agentOf(owner).components)
      waits ||= (await store.pendingSessions(owner, { component })).length > 0;
    if (!isHeld && !waits) return;
    // Memories fade as they are consolidated.
    await this.#consolidate(owner, false);
    done.consolidated += 1;
    if (!isHeld) return;
    await this.#cycle(owner, this.#stopping.signal);
    done.cycled += 1;
  }

  #consolidate(owner: Owner, isIdle: boolean): Promise<unknown> {
    const youngest = this.#now() - this.#engine.agentOf(owner).consolidation.minAgeMs;
    const until = isIdle ? undefined : new Date(youngest);
    return this.#engine.consolidate(owner, { until, isAutomatic: true, signal: this.#stopping.signal });
  }

  /** Does it unless it failed lately; after each failure it waits twice as long, a day at most. */
  async #attempt(owner: Owner, done: Done, work: () => Promise<void>): Promise<void> {
    this.#stopping.signal.throwIfAborted();
    const key = ownerKey(owner);
    const { attempts, until } = this.#failing.get(key) ?? { attempts: 0, until: 0 };
    if (this.#now() < until) return;
    try {
      await work();
      this.#failing.delete(key);
    } catch (error) {
      this.#stopping.signal.throwIfAborted();
      const retryAt = this.#now() + Math.min(DAY_MS, MINUTE_MS * 2 ** attempts);
      this.#failing.set(key, { attempts: attempts + 1, until: retryAt });
      done.failed += 1;
      this.#failed(owner, error, retryAt);
    }
  }

  #failed(owner: Owner | undefined, error: unknown, retryAt: number): void {
    const { signal, events } = this.#engine;
    if (signal.aborted || this.#stopping.signal.aborted) return;
    events.emit('scheduleFailed', { ...(owner && { owner }), error, retryAt: new Date(retryAt) });
  }

  #isIdle({ lastAt }: Active): boolean {
    return this.#now() - lastAt >= this.#config.idleMs;
  }

  #isQuiet(): boolean {
    if (this.#config.quietHours === undefined) return true;
    const { from, to } = this.#config.quietHours;
    const now = this.#engine.clock.now().getHours();
    return from <= to ? now >= from && now < to : now >= from || now < to;
  }
}

type Done = { consolidated: number; cycled: number; failed: number };
