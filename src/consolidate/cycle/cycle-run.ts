import { z } from 'zod';
import type { Changes, StoreReader } from '../../contracts/store.ts';
import { failed, SouvenirError } from '../../errors.ts';
import { DAY_MS } from '../../model/day.ts';
import { momentSchema, unitSchema } from '../../model/primitives.ts';
import { type CycleReport, type CycleStage, cycleStageSchema, type Degradation } from '../../model/report.ts';
import type { Owner } from '../../model/scope.ts';
import { announce } from '../../telemetry/events.ts';
import type { RunContext } from '../run.ts';

export const cycleConfigSchema = z.strictObject({
  /** Older memories are not searched for patterns. */
  maxAgeMs: z
    .number()
    .positive()
    .default(30 * DAY_MS),
  /** Latest memories that are searched for patterns. */
  maxMemories: z.int().min(1).max(100_000).default(20_000),
  /** Memories in which a pattern must occur. */
  minOccurrences: z.int().min(2).default(3),
  /** Patterns that a run stores, the most frequent first. */
  maxPatterns: z.int().min(1).default(100),
  /** Memories that a pattern is linked to. */
  maxSources: z.int().min(1).default(12),
  /** A memory with so many accesses, and one since the last cycle, is reinforced. */
  minAccesses: z.int().min(1).default(3),
  /**
   * Memories are linked as related from this cosine on. With the default embedder, 89 % of those linked show the same pattern in
   * `bench/fidelity/cases`, and 96 % of those that do are linked; at 0.4 it is 80 and 98 %, at 0.6 it is 91 and 83 %.
   */
  linkAbove: unitSchema.default(0.5),
  maxLinksPerMemory: z.int().min(0).max(100).default(5),
  /** A memory is archived if its salience is below this, */
  archiveBelow: unitSchema.default(0.3),
  /** it has neither changed nor been recalled for so long, was never reinforced, */
  minAgeDays: z.number().nonnegative().default(365),
  /** and its importance is below this. */
  archiveImportanceBelow: unitSchema.default(0.5),
});
export type CycleConfig = Readonly<z.output<typeof cycleConfigSchema>>;
/** The settings of the upkeep of stored memories. */
export type CycleConfigInput = Readonly<z.input<typeof cycleConfigSchema>>;

export const UNFINISHED = 'cycle';
/** The note of when the last run began that finished each task. */
export const FINISHED = 'cycleDone';

const unfinishedSchema = z.object({
  startedAt: momentSchema,
  tasks: z.array(z.string()),
  stage: cycleStageSchema,
  after: z.string().optional(),
});
const finishedSchema = z.record(z.string(), momentSchema);

interface CycleTasks {
  readonly extractPatterns: boolean;
  readonly strengthen: boolean;
  readonly link: boolean;
  readonly detectContradictions: boolean;
  readonly decaySalience: boolean;
  readonly prune: boolean;
}

export interface CycleContext extends Omit<RunContext, 'until' | 'sessionId' | 'reader'> {
  readonly config: CycleConfig;
  readonly tasks: CycleTasks;
  /** Runs work with no other change of the owner's memories in between. */
  readonly inTurn: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

export async function lastCycleOf(owner: Owner, store: Pick<StoreReader, 'noteOf'>): Promise<Date | undefined> {
  const { data = {} } = finishedSchema.safeParse(await store.noteOf(owner, FINISHED));
  return Object.values(data).sort((one, other) => other.getTime() - one.getTime())[0];
}

type CycleTask = keyof CycleTasks;
type CycleCounts = { -readonly [Key in keyof CycleReport]: CycleReport[Key] };

export class CycleRun {
  readonly owner: Owner;
  readonly context: CycleContext;
  readonly startedAt: Date;
  readonly counts: CycleCounts;
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
    this.#reached = { stage: unfinished?.stage ?? 'gather', after: unfinished?.after };
    this.counts = newCounts(unfinished !== undefined);
  }

  /** Continues an unfinished run with the same tasks, else begins a new one. */
  static async open(owner: Owner, context: CycleContext): Promise<CycleRun> {
    const { store } = context;
    const tasks = (Object.keys(context.tasks) as CycleTask[]).filter((task) => context.tasks[task]).sort();
    const unfinished = unfinishedSchema.safeParse(await store.noteOf(owner, UNFINISHED)).data;
    const finished = finishedSchema.safeParse(await store.noteOf(owner, FINISHED)).data ?? {};
    const isSame = unfinished?.tasks.join() === tasks.join();
    return new CycleRun(owner, context, tasks, isSame ? unfinished : undefined, finished);
  }

  /** When the last run began that finished all of these tasks that are on; undefined if one never was. */
  sinceOf(...tasks: readonly CycleTask[]): Date | undefined {
    const wanted = tasks.filter((task) => this.context.tasks[task]).map((task) => this.#finished[task]?.getTime() ?? 0);
    const since = Math.min(...wanted);
    return since > 0 && Number.isFinite(since) ? new Date(since) : undefined;
  }

  /** Reports a degradation; the next run repeats these tasks. */
  fail(degradation: Degradation, ...tasks: readonly CycleTask[]): void {
    this.degraded.push(degradation);
    for (const task of tasks) this.#failed.add(task);
  }

  isPending(stage: CycleStage): boolean {
    const order = cycleStageSchema.options;
    return order.indexOf(stage) >= order.indexOf(this.#reached.stage);
  }

  resumePointIn(stage: CycleStage): string | undefined {
    return this.#reached.stage === stage ? this.#reached.after : undefined;
  }

  /** Runs a task that may fail alone: the other stages go on. A failing store stops the run. */
  async attempt(task: CycleTask, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.context.signal?.throwIfAborted();
      if (SouvenirError.is(error)) throw error;
      this.fail(failed(task, error), task);
    }
  }

  async pause(): Promise<void> {
    await new Promise(setImmediate);
    this.context.signal?.throwIfAborted();
  }

  /** Writes a page's changes and the progress in one transaction, through the store that the page was read by, then emits the events. */
  async write(stage: CycleStage, changes: Changes, after: string, store = this.context.store): Promise<void> {
    const { events, clock } = this.context;
    const note = { startedAt: this.startedAt.toISOString(), tasks: [...this.#tasks], stage, after };
    await store.write(this.owner, { at: clock.now(), ...changes, notes: [{ name: UNFINISHED, value: note }] });
    this.#reached = { stage, after };
    announce(events, this.owner, changes);
  }

  reportProgress(stage: CycleStage, done: number, total: number): void {
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

const newCounts = (resumed: boolean): CycleCounts => ({
  memoriesProcessed: 0,
  themes: 0,
  patternsExtracted: 0,
  patternsSeenAgain: 0,
  memoriesStrengthened: 0,
  linksMade: 0,
  contradictions: 0,
  duplicatesMerged: 0,
  memoriesArchived: 0,
  resumed,
  modelCalls: 0,
  inputTokens: 0,
  outputTokens: 0,
  durationMs: 0,
  degraded: [],
});
