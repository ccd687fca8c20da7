import { consolidate, totalsOf } from '../consolidate/pipeline.ts';
import { type ComponentRun, newRun, type RunContext, runComponent } from '../consolidate/run.ts';
import type { Clock } from '../contracts/clock.ts';
import type { Component } from '../contracts/component.ts';
import { everySession, everyStep, type ProgressStep, type Store } from '../contracts/store.ts';
import { SharedExtractions } from '../extract/shared-extractions.ts';
import { PERSONALITY } from '../model/memory.ts';
import type { ComponentReport, ConsolidationReport, Degradation } from '../model/report.ts';
import type { Owner } from '../model/scope.ts';
import type { Agent } from '../souvenir/agent.ts';
import { Events } from '../telemetry/events.ts';
import { EpisodeCopy, episodesOf, missingSteps, type ReplayRun, runsOf, stepsFor, stepsOver } from './replay-plan.ts';

/** A clock at the replayed moment, or at the time of another clock. */
export interface ReplayClock extends Clock {
  set(moment: Date | undefined): void;
}

export function replayClock(otherwise: Clock): ReplayClock {
  let moment: Date | undefined;
  return {
    now: () => moment ?? otherwise.now(),
    set: (given) => {
      moment = given;
    },
  };
}

export interface RebuildTarget extends Pick<RunContext, 'tokenizer' | 'languages' | 'embedder' | 'reader' | 'llm'> {
  /** An empty, open store. */
  readonly store: Store;
  readonly agent: Agent;
  readonly clock: ReplayClock;
  readonly signal?: AbortSignal | undefined;
  /** Gets the number of finished steps, and of all. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

export interface RebuildReport {
  readonly reports: readonly ConsolidationReport[];
  readonly degraded: readonly Degradation[];
}

/** Fills a store with an owner's episodes, and repeats the source's consolidations at their moments and up to their positions. */
export async function rebuild(
  source: { readonly store: Store; readonly owner: Owner },
  { agent, store, clock, signal, onProgress, ...parts }: RebuildTarget,
): Promise<RebuildReport> {
  const { owner } = source;
  const sessions = await everySession(source.store, owner);
  const ids = sessions.map(({ sessionId }) => sessionId);
  const episodes = await episodesOf(source.store, owner, ids);
  const steps = stepsOver(episodes, await everyStep(source.store, owner));
  const copy = await EpisodeCopy.of(episodes, steps);
  const known = new Set(steps.map(({ component }) => component));
  const runs = runsOf(steps, sessions, (...args) => copy.hasLaterEpisodes(...args)).map((run) => ({
    run,
    planned: plannedOf(run, agent, known),
  }));
  const total = runs.reduce((sum, { planned }) => sum + planned.length + 1, 0);
  let done = 0;
  const stepDone = () => onProgress?.(++done, total);
  const context = {
    ...{ ...parts, store, clock, signal, until: undefined, sessionId: undefined },
    ...{ salience: agent.recall.salience, events: new Events() },
  };
  const reports: ConsolidationReport[] = [];
  for (const { run, planned } of runs) {
    signal?.throwIfAborted();
    await copy.copyUntil(run.at, run.steps, store, owner);
    reports.push(await replayRun(run, planned, owner, agent, context, stepDone));
    stepDone();
  }
  await copy.copyRest(store, owner);
  clock.set(undefined);
  return { reports, degraded: missingSteps(steps) };
}

const plannedOf = (run: ReplayRun, { components }: Agent, known: ReadonlySet<string>) =>
  components
    .flatMap((component) =>
      stepsFor(component.name, run, known.has(component.name)).map((each) => ({ ...each, component })),
    )
    .sort((a, b) => a.order - b.order);

async function replayRun(
  run: ReplayRun,
  planned: ReturnType<typeof plannedOf>,
  owner: Owner,
  agent: Agent,
  context: RunContext & Pick<RebuildTarget, 'clock'>,
  stepDone: () => void,
): Promise<ConsolidationReport> {
  const started = performance.now();
  const { components, cycle } = agent;
  const { clock } = context;
  const runs = new Map(components.map((component) => [component, newRun(component.name)]));
  const sharedExtractions =
    context.llm &&
    (await SharedExtractions.open(
      owner,
      components,
      context.store,
      new Set(run.ended.map(({ sessionId }) => sessionId)),
    ));
  for (const { component, step } of planned) {
    clock.set(step.at);
    await replayStep(component, step, owner, { ...context, sharedExtractions }, runs.get(component) as ComponentRun);
    stepDone();
  }
  clock.set(run.at);
  if (run.ended.length > 0) await context.store.write(owner, { endedSessions: run.ended });
  const { parallel, sessionIdleMs } = agent.consolidation;
  const closing = await consolidate(owner, {
    ...{ ...context, components, cycle, parallel, sessionIdleMs },
    store: limitedTo(0, context.store),
  });
  const all = [...runs.values()];
  return {
    ...addReports(closing, totalsOf(all)),
    components: closing.components.map((counts, at) => addReports(counts, all[at]?.counts ?? {})),
    personalityUpdated: all.some(({ counts }) => counts.component === PERSONALITY && counts.memoriesCreated > 0),
    durationMs: performance.now() - started,
  };
}

const addReports = <Counted extends ComponentReport | ConsolidationReport>(one: Counted, other: object): Counted => {
  const others = new Map<string, unknown>(Object.entries(other));
  const sum = ([key, value]: [string, unknown]) => {
    const more = others.get(key);
    if (typeof value === 'number' && typeof more === 'number') return [key, value + more];
    return [key, Array.isArray(value) && Array.isArray(more) ? [...value, ...more] : value];
  };
  return Object.fromEntries(Object.entries(one).map(sum)) as Counted;
};

async function replayStep(
  component: Component,
  { sessionId, through }: ProgressStep,
  owner: Owner,
  context: RunContext,
  run: ComponentRun,
): Promise<void> {
  const { durationMs } = run.counts;
  await runComponent(component, owner, { ...context, store: limitedTo(through, context.store), sessionId }, run);
  run.counts.durationMs += durationMs;
  run.counts.sessionsProcessed = new Set(run.processed).size;
}

/** A store that hides pending episodes after a position. */
function limitedTo(through: number, store: Store): Store {
  const pendingSessions: Store['pendingSessions'] = async (owner, query) =>
    (await store.pendingSessions(owner, query))
      .map((session) => ({ ...session, through: Math.min(session.through, through) }))
      .filter((session) => session.from < session.through);
  return new Proxy(store, {
    get(target, name) {
      if (name === 'pendingSessions') return pendingSessions;
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}
