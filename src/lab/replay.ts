import { consolidate, totalsOf } from '../consolidate/pipeline.ts';
import { type ComponentRun, newRun, type RunContext, runComponent } from '../consolidate/run.ts';
import { systemClock } from '../contracts/clock.ts';
import type { Component } from '../contracts/component.ts';
import type { ProgressStep, Store } from '../contracts/store.ts';
import { SouvenirError } from '../errors.ts';
import { SessionReadings } from '../extract/session-readings.ts';
import { PERSONALITY } from '../model/memory.ts';
import type { RecallItem } from '../model/recall.ts';
import type { ComponentReport, ConsolidationReport, Degradation } from '../model/report.ts';
import { type Owner, ownerOf } from '../model/scope.ts';
import { recall } from '../recall/pipeline.ts';
import { type Agent, defineAgent } from '../souvenir/agent.ts';
import { type SouvenirOptions, settle } from '../souvenir/options.ts';
import { createSouvenir, type Souvenir } from '../souvenir/souvenir.ts';
import { spacesOf } from '../souvenir/spaces.ts';
import { memoryStore } from '../stores/memory/memory-store.ts';
import { Events } from '../telemetry/events.ts';
import { type Comparison, compare } from './compare.ts';
import { EpisodeCopy, episodesOf, missingSteps, type Run, runsOf, stepsFor, stepsOver } from './replay-plan.ts';

/** The store to replay from. It is open and only read. */
export interface ReplaySource {
  readonly store: Store;
  readonly owner: Owner;
  /** How it answers queries; unless given, as the replayed store does, so that only the content differs. */
  recall?(query: string): Promise<readonly RecallItem[]>;
  /** The reports of its consolidations, to compare the cost. */
  readonly reports?: readonly ConsolidationReport[];
}

/** The settings to try: all that `createSouvenir` takes. One agent must have the id of the owner; without agents, the default one does. */
export interface ReplayOptions extends Omit<SouvenirOptions, 'store' | 'embedInBackground'> {
  /** An empty store to build in; a `memoryStore()` unless given. */
  readonly store?: Store;
  /** Queries to ask both stores. */
  readonly queries?: readonly string[];
  readonly signal?: AbortSignal;
}

export interface Replay {
  /** Over the replayed store, for the caller to use with `for(owner)` and to close. Closing it closes the embedder and components it was given. */
  readonly souvenir: Souvenir;
  readonly store: Store;
  /** One for each consolidation of the source, in order. */
  readonly reports: readonly ConsolidationReport[];
  readonly comparison: Comparison;
  /** What could not be replayed exactly, because the source did not keep it. */
  readonly degraded: readonly Degradation[];
}

/**
 * Builds a second store from the episodes of a source: it consolidates at the moments at which the source did, each time as far as the
 * source came. With the same settings and no model the memories are the same, but for ids. Only what was consolidated is replayed:
 * not counts of access, memories added or corrected by hand, or what a cycle made; of a session that ended more than once, only the last
 * end is known.
 * @example const { comparison, souvenir } = await replay({ store, owner: ana.scope }, { queries: ['Where does Ana live?'] });
 */
export async function replay(source: ReplaySource, options: ReplayOptions = {}): Promise<Replay> {
  const { queries = [], signal, store = memoryStore(), ...rest } = options;
  const owner = ownerOf(source.owner);
  const given = [rest.agents ?? defineAgent({ id: owner.agentId })].flat();
  const agent = given.find(({ id }) => id === owner.agentId);
  if (agent === undefined)
    throw new SouvenirError('invalidInput', `agents: none has the id ${JSON.stringify(owner.agentId)}`, {
      advice: 'define one with the id of the agent whose memory is replayed',
    });
  let moment: Date | undefined;
  const after = rest.clock ?? systemClock;
  const clock = { now: () => moment ?? after.now() };
  const { embedder, reader, tokenizer, languages, reranker, llm } = settle({ ...rest, store, agents: given, clock });
  const souvenir = await createSouvenir({
    ...{ ...rest, store, clock, tokenizer, languages, reranker, embedInBackground: false },
    ...{ agents: given.map(quiet), embedder: embedder ?? null, reader: reader ?? null },
  });
  try {
    if ((await store.stats(owner)).episodes > 0)
      throw new SouvenirError('invalidInput', 'store: holds episodes of this owner already', {
        advice: 'give an empty one',
      });
    const sessions = await source.store.listSessions(owner);
    const ids = sessions.map(({ sessionId }) => sessionId);
    const episodes = await episodesOf(source.store, owner, ids);
    const steps = stepsOver(episodes, await source.store.progressSteps(owner));
    const copy = new EpisodeCopy(episodes, steps);
    const known = new Set(steps.map(({ component }) => component));
    const reports: ConsolidationReport[] = [];
    for (const run of runsOf(steps, sessions, (...asked) => copy.wentOn(...asked))) {
      signal?.throwIfAborted();
      await copy.copyUntil(run.at, run.steps, store, owner);
      reports.push(
        await replayRun(run, owner, agent, known, {
          ...{ store, tokenizer, languages, embedder, reader, llm, signal, until: undefined, sessionId: undefined },
          ...{ clock, salience: agent.recall.salience, events: new Events(), setMoment: (at: Date) => (moment = at) },
        }),
      );
    }
    await copy.copyRest(store, owner);
    moment = undefined;
    const recallFrom = async (held: Store, query: string): Promise<readonly RecallItem[]> => {
      const context = { store: held, embedder, reader, tokenizer, languages, reranker, clock, config: agent.recall };
      return (await recall(query, spacesOf(agent, owner), { touch: false }, context)).items;
    };
    const comparison = await compare(
      { recall: (query) => recallFrom(source.store, query), ...source },
      { store, owner, reports, recall: (query) => recallFrom(store, query) },
      queries,
    );
    return { souvenir, store, reports, comparison, degraded: missingSteps(steps) };
  } catch (error) {
    await souvenir.close();
    throw error;
  }
}

/** An agent without triggers. */
const quiet = ({ consolidation, ...agent }: Agent): Agent => {
  const { everyMs: _, afterEpisodes: __, afterIdleMs: ___, ...manual } = consolidation;
  return { ...agent, consolidation: manual };
};

interface ReplayContext extends RunContext {
  setMoment(at: Date): void;
}

/** Replays one consolidation: each component's steps, then the rest that a consolidation does. */
async function replayRun(
  run: Run,
  owner: Owner,
  agent: Agent,
  known: ReadonlySet<string>,
  context: ReplayContext,
): Promise<ConsolidationReport> {
  const started = performance.now();
  const { components, cycle } = agent;
  const runs = new Map(components.map((component) => [component, newRun(component.name)]));
  const planned = components
    .flatMap((component) =>
      stepsFor(component.name, run, known.has(component.name)).map((each) => ({ ...each, component })),
    )
    .sort((a, b) => a.order - b.order);
  const readings =
    context.llm &&
    (await SessionReadings.open(
      owner,
      components,
      context.store,
      new Set(run.ended.map(({ sessionId }) => sessionId)),
    ));
  for (const { component, step } of planned) {
    context.setMoment(step.at);
    await takeStep(component, step, owner, { ...context, readings }, runs.get(component) as ComponentRun);
  }
  context.setMoment(run.at);
  if (run.ended.length > 0) await context.store.write(owner, { endedSessions: run.ended });
  const { parallel, sessionIdleMs } = agent.consolidation;
  const closing = await consolidate(owner, {
    ...{ ...context, components, cycle, parallel, sessionIdleMs },
    store: upTo(0, context.store),
  });
  const all = [...runs.values()];
  return {
    ...added(closing, totalsOf(all)),
    components: closing.components.map((counts, at) => added(counts, all[at]?.counts ?? {})),
    personalityUpdated: all.some(({ counts }) => counts.component === PERSONALITY && counts.memoriesCreated > 0),
    durationMs: performance.now() - started,
  };
}

/** The sums of two reports. */
const added = <Counted extends ComponentReport | ConsolidationReport>(one: Counted, other: object): Counted => {
  const others = new Map<string, unknown>(Object.entries(other));
  const sum = ([key, value]: [string, unknown]) => {
    const more = others.get(key);
    if (typeof value === 'number' && typeof more === 'number') return [key, value + more];
    return [key, Array.isArray(value) && Array.isArray(more) ? [...value, ...more] : value];
  };
  return Object.fromEntries(Object.entries(one).map(sum)) as Counted;
};

/** Consolidates a session up to the position that the source's step came to. */
async function takeStep(
  component: Component,
  { sessionId, through }: ProgressStep,
  owner: Owner,
  context: RunContext,
  run: ComponentRun,
): Promise<void> {
  const { durationMs } = run.counts;
  await runComponent(component, owner, { ...context, store: upTo(through, context.store), sessionId }, run);
  run.counts.durationMs += durationMs;
  run.counts.sessionsProcessed = new Set(run.processed).size;
}

/** A store in which nothing after a position is pending. */
function upTo(through: number, store: Store): Store {
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
