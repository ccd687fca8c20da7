import type { Component } from '../contracts/component.ts';
import { countPending, everySession } from '../contracts/store.ts';
import { failed } from '../errors.ts';
import { SharedExtractions } from '../extract/shared-extractions.ts';
import { PERSONALITY } from '../model/memory.ts';
import type { ConsolidationReport, ConsolidationTotals, Degradation } from '../model/report.ts';
import { type Owner, targetOwnerOf } from '../model/scope.ts';
import { age, endsOf, hasEnded, idleSessions } from './age.ts';
import type { CycleConfig } from './cycle/cycle-run.ts';
import { type EndWorkingContext, endWorking } from './cycle/end-working.ts';
import { embedPending } from './embed.ts';
import { inParallel } from './queue.ts';
import { COUNT_NAMES, type ComponentRun, newRun, type RunContext, runComponent } from './run.ts';
import { Setbacks } from './setbacks.ts';

interface ConsolidateContext extends RunContext {
  readonly components: readonly Component[];
  readonly verbatimOnly?: boolean;
  readonly parallel: number;
  /** A session idle for so long ends when another begins. */
  readonly sessionIdleMs: number;
  readonly cycle: CycleConfig;
  /** Owners that no component writes to and that are searched all the same. */
  readonly searchedOwners?: readonly Owner[];
  /** Runs after memories changed; returns its failures. */
  readonly follow?: () => Promise<readonly Degradation[]>;
}

/** More episodes than this are stored and embedded before they are read. */
export const MAX_UNREAD_TURNS = 256;

/** Ends idle sessions and ages memories too. A bulk is consolidated twice: first by verbatim components, without a reader, then by the others. */
export async function consolidate(owner: Owner, context: ConsolidateContext): Promise<ConsolidationReport> {
  const started = performance.now();
  const { events, signal } = context;
  const sessionsEnded = await endSessions(owner, context);
  const ageing = { ...context, ends: await endsOf(owner, context.sessionIdleMs, context.store) };
  const degraded: Degradation[] = [];
  const setbacks = await Setbacks.open(owner, context.store);
  const runContext = { ...context, setbacks, sharedExtractions: await openExtractions(owner, context) };
  const { verbatim, others } = await phasesOf(owner, context);
  const runPhase = async (components: readonly Component[], phase: RunContext): Promise<ComponentRun[]> => {
    const inComponents = inParallel(components, context.parallel, (each) => runOne(each, phase));
    const runs = await inComponents.finally(() => setbacks.save(owner, context.store));
    signal?.throwIfAborted();
    return runs;
  };
  const runOne = async (component: Component, phase: RunContext): Promise<ComponentRun> => {
    const run = newRun(component.name);
    try {
      await runComponent(component, owner, phase, run);
      const { decayed, expired } = await age(component, owner, ageing);
      run.counts.memoriesDecayed += decayed;
      run.counts.memoriesExpired += expired;
    } catch (error) {
      signal?.throwIfAborted();
      degraded.push(failed(component.name, error));
    }
    return run;
  };
  const runs = await runPhase(verbatim, { ...runContext, reader: undefined, isNewestFirst: true });
  const early = runs.length > 0 ? await embed(owner, context) : NOTHING_EMBEDDED;
  runs.push(...(await runPhase(others, runContext)));
  const totals = totalsOf(runs);
  const workingEnded = await endWorkingMemoriesOf(owner, totals.memoriesExpired, ageing, degraded);
  // Memories that could not be embedded early are retried with the rest.
  const late = others.length > 0 ? await embed(owner, context) : { ...early, embedded: 0 };
  const followed = (await context.follow?.()) ?? [];
  const report: ConsolidationReport = {
    ...totals,
    memoriesExpired: totals.memoriesExpired + workingEnded,
    components: runs.map(({ counts }) => counts),
    sessionsEnded,
    memoriesEmbedded: early.embedded + late.embedded,
    personalityUpdated: runs.some(({ counts }) => counts.component === PERSONALITY && counts.memoriesCreated > 0),
    durationMs: performance.now() - started,
    degraded: [...degraded, ...late.degraded, ...followed],
  };
  events.emit('consolidationCompleted', { owner, report });
  return report;
}

/** `verbatim` components run before the others; none of them if few episodes are pending. */
async function phasesOf(
  owner: Owner,
  { components, store, until, sessionId, verbatimOnly = false }: ConsolidateContext,
) {
  const verbatim = components.filter(({ isVerbatim = false }) => isVerbatim);
  const others = components.filter(({ isVerbatim = false }) => !isVerbatim);
  if (verbatimOnly) return { verbatim, others: [] };
  const within = { ...(until !== undefined && { until }), ...(sessionId !== undefined && { sessionId }) };
  const isBulkOf = async ({ name }: Component): Promise<boolean> =>
    (await countPending(store, owner, { component: name, ...within })) > MAX_UNREAD_TURNS;
  for (const each of verbatim) if (await isBulkOf(each)) return { verbatim, others };
  // If the consolidation of a bulk was interrupted, the rest continues in two phases.
  let isBegun = verbatim.length > 0 && others.length > 0;
  for (const each of others) isBegun &&= await isBulkOf(each);
  return isBegun ? { verbatim, others } : { verbatim: [], others: components };
}

async function openExtractions(owner: Owner, context: ConsolidateContext): Promise<SharedExtractions | undefined> {
  const { llm, store, components, until, sessionId } = context;
  const within = { ...(until !== undefined && { until }), ...(sessionId !== undefined && { sessionId }) };
  if (llm === undefined) return undefined;
  const ended = (await everySession(store, owner)).filter(hasEnded).map((session) => session.sessionId);
  return SharedExtractions.open(owner, components, store, new Set(ended), within);
}

async function endSessions(owner: Owner, { store, sessionIdleMs }: ConsolidateContext): Promise<number> {
  const ended = idleSessions(await everySession(store, owner), sessionIdleMs);
  if (ended.length > 0) await store.write(owner, { endedSessions: ended });
  return ended.length;
}

const targetOwnersOf = (owner: Owner, components: readonly Component[]): Owner[] => [
  ...new Map(
    [owner, ...components.map((component) => targetOwnerOf(component, owner))].map((targetOwner) => [
      targetOwner.agentId,
      targetOwner,
    ]),
  ).values(),
];

async function endWorkingMemoriesOf(
  owner: Owner,
  expired: number,
  context: ConsolidateContext & EndWorkingContext,
  degraded: Degradation[],
): Promise<number> {
  let ended = 0;
  for (const targetOwner of targetOwnersOf(owner, context.components))
    try {
      ended += await endWorking(owner, targetOwner, expired, context);
    } catch (error) {
      context.signal?.throwIfAborted();
      degraded.push(failed('cycle', error));
    }
  return ended;
}

interface EmbedResult {
  readonly embedded: number;
  readonly degraded: readonly Degradation[];
}

const NOTHING_EMBEDDED: EmbedResult = { embedded: 0, degraded: [] };

async function embed(owner: Owner, context: ConsolidateContext): Promise<EmbedResult> {
  const { embedder, components, searchedOwners = [] } = context;
  if (embedder === undefined) return NOTHING_EMBEDDED;
  const degraded: Degradation[] = [];
  let sum = 0;
  for (const targetOwner of [...targetOwnersOf(owner, components), ...searchedOwners]) {
    const { embedded, failure } = await embedPending(targetOwner, { ...context, embedder });
    sum += embedded;
    if (failure !== undefined) degraded.push(failure);
  }
  return { embedded: sum, degraded };
}

export function totalsOf(runs: readonly ComponentRun[]): ConsolidationTotals {
  const skipped = new Set(runs.flatMap((run) => run.skipped));
  const processed = new Set(runs.flatMap((run) => run.processed).filter((id) => !skipped.has(id)));
  const sum = (key: keyof ConsolidationTotals) => runs.reduce((total, { counts }) => total + counts[key], 0);
  const sums = Object.fromEntries(COUNT_NAMES.map((key) => [key, sum(key)])) as Record<
    (typeof COUNT_NAMES)[number],
    number
  >;
  return {
    ...sums,
    sessionsProcessed: processed.size,
    sessionsSkipped: skipped.size,
    episodesConsumed: Math.max(0, ...runs.map(({ counts }) => counts.episodesConsumed)),
  };
}
