import { z } from 'zod';
import type { Changes } from '../../contracts/store.ts';
import { reasonOf, SouvenirError } from '../../errors.ts';
import { momentSchema } from '../../model/primitives.ts';
import { type CycleReport, type CycleStage, cycleStageSchema, type Degradation } from '../../model/report.ts';
import type { SalienceWeights } from '../../model/salience.ts';
import type { Owner } from '../../model/scope.ts';
import { announce } from '../../telemetry/events.ts';
import type { RunContext } from '../run.ts';
import type { CycleConfig } from './config.ts';

/** How far a run is that has not ended, and when the last one began that did each task to its end. */
export const UNFINISHED = 'cycle';
export const FINISHED = 'cycleDone';

const unfinishedSchema = z.object({
  startedAt: momentSchema,
  tasks: z.array(z.string()),
  stage: cycleStageSchema,
  after: z.string().optional(),
});
const finishedSchema = z.record(z.string(), momentSchema);

/** What a cycle is to do. */
export interface CycleTasks {
  readonly extractPatterns: boolean;
  readonly strengthen: boolean;
  readonly link: boolean;
  readonly detectContradictions: boolean;
  readonly decaySalience: boolean;
  readonly prune: boolean;
}

export interface CycleContext extends Omit<RunContext, 'until' | 'sessionId'> {
  readonly config: CycleConfig;
  readonly salience: SalienceWeights;
  readonly tasks: CycleTasks;
  /** Reads and writes with no other change of the owner's memories in between. */
  readonly inTurn: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

export type CycleTask = keyof CycleTasks;
type Counts = { -readonly [Key in keyof CycleReport]: CycleReport[Key] };

/** One run of the cycle: where it is, what it has done, and how both are written down together. */
export class CycleRun {
  readonly owner: Owner;
  readonly context: CycleContext;
  readonly startedAt: Date;
  readonly counts: Counts;
  readonly degraded: Degradation[] = [];
  readonly #tasks: readonly CycleTask[];
  readonly #finished: Readonly<Record<string, Date>>;
  readonly #failed = new Set<CycleTask>();
  readonly #began = performance.now();
  #reached: { readonly stage: CycleStage; readonly after: string | undefined };

  private constructor(
    owner: Owner,
    context: CycleContext,
    tasks: readonly CycleTask[],
    unfinished: z.output<typeof unfinishedSchema> | undefined,
    finished: Readonly<Record<string, Date>>,
  ) {
    this.owner = owner;
    this.context = context;
    this.startedAt = unfinished?.startedAt ?? context.clock.now();
    this.#tasks = tasks;
    this.#finished = finished;
    this.#reached = { stage: unfinished?.stage ?? 'replay', after: unfinished?.after };
    this.counts = newCounts(unfinished !== undefined);
  }

  /** Goes on where an earlier run with the same tasks was cut short, else begins. */
  static async open(owner: Owner, context: CycleContext): Promise<CycleRun> {
    const { store } = context;
    const tasks = (Object.keys(context.tasks) as CycleTask[]).filter((task) => context.tasks[task]).sort();
    const unfinished = unfinishedSchema.safeParse(await store.noteOf(owner, UNFINISHED)).data;
    const finished = finishedSchema.safeParse(await store.noteOf(owner, FINISHED)).data ?? {};
    const isSame = unfinished?.tasks.join() === tasks.join();
    return new CycleRun(owner, context, tasks, isSame ? unfinished : undefined, finished);
  }

  /** When the last run began that did these, as far as they are wanted, to their end; undefined if one never was. */
  sinceOf(...tasks: readonly CycleTask[]): Date | undefined {
    const wanted = tasks.filter((task) => this.context.tasks[task]).map((task) => this.#finished[task]?.getTime() ?? 0);
    const since = Math.min(...wanted);
    return since > 0 && Number.isFinite(since) ? new Date(since) : undefined;
  }

  /** What could not be done as it should is done again by the next run. */
  fail(part: string, reason: string, ...tasks: readonly CycleTask[]): void {
    this.degraded.push({ part, reason });
    for (const task of tasks) this.#failed.add(task);
  }

  /** Whether a stage is still before this run. */
  isBefore(stage: CycleStage): boolean {
    const order = cycleStageSchema.options;
    return order.indexOf(stage) >= order.indexOf(this.#reached.stage);
  }

  /** Where to go on in a stage; undefined at its beginning. */
  afterIn(stage: CycleStage): string | undefined {
    return this.#reached.stage === stage ? this.#reached.after : undefined;
  }

  /** What fails for a reason of its own, and not of the store's, fails alone: the other stages go on. */
  async attempt(task: CycleTask, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.context.signal?.throwIfAborted();
      if (SouvenirError.is(error)) throw error;
      this.fail(task, reasonOf(error), task);
    }
  }

  /** Lets others in, and stops here if that is wanted: nothing is half done between two pages. */
  async pause(): Promise<void> {
    await new Promise(setImmediate);
    this.context.signal?.throwIfAborted();
  }

  /** A page's changes and how far that is, in one transaction; then tells of them. */
  async write(stage: CycleStage, changes: Changes, after: string): Promise<void> {
    const { store, events, clock } = this.context;
    const note = { startedAt: this.startedAt.toISOString(), tasks: [...this.#tasks], stage, after };
    await store.write(this.owner, { at: clock.now(), ...changes, notes: [{ name: UNFINISHED, value: note }] });
    this.#reached = { stage, after };
    announce(events, this.owner, changes);
  }

  tell(stage: CycleStage, done: number, total: number): void {
    this.context.events.emit('cycleProgress', { owner: this.owner, stage, done, total: Math.max(done, total) });
  }

  async finish(): Promise<CycleReport> {
    const { store, events } = this.context;
    const done = this.#tasks.filter((task) => !this.#failed.has(task)).map((task) => [task, this.startedAt] as const);
    const finished = Object.entries({ ...this.#finished, ...Object.fromEntries(done) });
    await store.write(this.owner, {
      notes: [
        { name: UNFINISHED, value: undefined },
        { name: FINISHED, value: Object.fromEntries(finished.map(([task, at]) => [task, at.toISOString()])) },
      ],
    });
    const report = { ...this.counts, degraded: this.degraded, durationMs: performance.now() - this.#began };
    events.emit('cycleCompleted', { owner: this.owner, report });
    return report;
  }
}

const newCounts = (resumed: boolean): Counts => ({
  memoriesProcessed: 0,
  themesFound: 0,
  patternsExtracted: 0,
  patternsSeenAgain: 0,
  memoriesStrengthened: 0,
  linksMade: 0,
  contradictionsFound: 0,
  duplicatesMerged: 0,
  memoriesArchived: 0,
  resumed,
  modelCalls: 0,
  inputTokens: 0,
  outputTokens: 0,
  durationMs: 0,
  degraded: [],
});
