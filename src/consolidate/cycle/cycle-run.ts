import { z } from 'zod';
import type { Clock } from '../../contracts/clock.ts';
import type { Embedder } from '../../contracts/embedder.ts';
import type { Llm } from '../../contracts/llm.ts';
import type { Changes, Store } from '../../contracts/store.ts';
import type { Tokenizer } from '../../contracts/tokenizer.ts';
import { momentSchema } from '../../model/primitives.ts';
import { type CycleReport, type CycleStage, cycleStageSchema, type Degradation } from '../../model/report.ts';
import type { SalienceWeights } from '../../model/salience.ts';
import type { Owner } from '../../model/scope.ts';
import { announce } from '../../telemetry/announce.ts';
import type { Events } from '../../telemetry/events.ts';
import type { CycleConfig } from './config.ts';

/** How far a run is that has not ended, and when the last one that did began. */
export const UNFINISHED = 'cycle';
export const FINISHED = 'cycleDone';

const unfinishedSchema = z.object({ startedAt: momentSchema, stage: cycleStageSchema, after: z.string().optional() });
const finishedSchema = z.object({ at: momentSchema });

/** What a cycle is to do. */
export interface CycleTasks {
  readonly extractPatterns: boolean;
  readonly strengthen: boolean;
  readonly link: boolean;
  readonly detectContradictions: boolean;
  readonly decaySalience: boolean;
  readonly prune: boolean;
}

export interface CycleContext {
  readonly store: Store;
  readonly clock: Clock;
  readonly tokenizer: Tokenizer;
  readonly events: Events;
  readonly embedder: Embedder | undefined;
  readonly llm: Llm | undefined;
  readonly signal: AbortSignal | undefined;
  readonly config: CycleConfig;
  readonly salience: SalienceWeights;
  readonly tasks: CycleTasks;
}

type Counts = { -readonly [Key in keyof CycleReport]: CycleReport[Key] };

/** One run of the cycle: where it is, what it has done, and how both are written down together. */
export class CycleRun {
  readonly owner: Owner;
  readonly context: CycleContext;
  readonly startedAt: Date;
  /** When the last run that came to its end began. */
  readonly since: Date | undefined;
  readonly counts: Counts;
  readonly degraded: Degradation[] = [];
  readonly #began = performance.now();
  #reached: { readonly stage: CycleStage; readonly after: string | undefined };

  private constructor(
    owner: Owner,
    context: CycleContext,
    unfinished: z.output<typeof unfinishedSchema> | undefined,
    since: Date | undefined,
  ) {
    this.owner = owner;
    this.context = context;
    this.startedAt = unfinished?.startedAt ?? context.clock.now();
    this.since = since;
    this.#reached = { stage: unfinished?.stage ?? 'replay', after: unfinished?.after };
    this.counts = newCounts(unfinished !== undefined);
  }

  /** Goes on where an earlier run was cut short, else begins. */
  static async open(owner: Owner, context: CycleContext): Promise<CycleRun> {
    const { store } = context;
    const unfinished = unfinishedSchema.safeParse(await store.noteOf(owner, UNFINISHED)).data;
    const finished = finishedSchema.safeParse(await store.noteOf(owner, FINISHED)).data;
    return new CycleRun(owner, context, unfinished, finished?.at);
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

  /** Lets others in, and stops here if that is wanted: nothing is half done between two pages. */
  async pause(): Promise<void> {
    await new Promise(setImmediate);
    this.context.signal?.throwIfAborted();
  }

  /** A page's changes and how far that is, in one transaction; then tells of them. */
  async write(stage: CycleStage, changes: Changes, after: string): Promise<void> {
    const { store, events, clock } = this.context;
    const note = { startedAt: this.startedAt.toISOString(), stage, after };
    await store.write(this.owner, { at: clock.now(), ...changes, notes: [{ name: UNFINISHED, value: note }] });
    this.#reached = { stage, after };
    announce(events, this.owner, changes);
  }

  tell(stage: CycleStage, done: number, total: number): void {
    this.context.events.emit('cycleProgress', { owner: this.owner, stage, done, total: Math.max(done, total) });
  }

  async finish(): Promise<CycleReport> {
    const { store, events } = this.context;
    await store.write(this.owner, {
      notes: [
        { name: UNFINISHED, value: undefined },
        { name: FINISHED, value: { at: this.startedAt.toISOString() } },
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
