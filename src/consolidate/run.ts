import { z } from 'zod';
import { metered } from '../ask/metered.ts';
import type { Clock } from '../contracts/clock.ts';
import type { Component, ComponentContext, Consolidation, SessionBatch } from '../contracts/component.ts';
import type { Embedder } from '../contracts/embedder.ts';
import type { Languages } from '../contracts/language.ts';
import type { Llm } from '../contracts/llm.ts';
import type { Reader } from '../contracts/reader.ts';
import type { PendingQuery, PendingSession, Store, StoreReader } from '../contracts/store.ts';
import type { Tokenizer } from '../contracts/tokenizer.ts';
import { codeOf, isTooLong, reasonOf, SouvenirError } from '../errors.ts';
import { isAskingComponent, type SharedExtractions } from '../extract/shared-extractions.ts';
import { definedFields } from '../model/defined-fields.ts';
import { MAX_PROMPT_CHARS, type StoredEpisode } from '../model/episode.ts';
import { entitySchema, linkSchema, relationshipSchema } from '../model/graph.ts';
import { type Memory, memoryUpdateSchema } from '../model/memory.ts';
import { withoutRecalled } from '../model/memory-block.ts';
import { parse } from '../model/parse.ts';
import type { ComponentReport } from '../model/report.ts';
import type { SalienceWeights } from '../model/salience.ts';
import { isOfProject, type Owner, targetOwnerOf } from '../model/scope.ts';
import { consequencesOf } from '../reconcile/consequences.ts';
import { finishDraft } from '../reconcile/finish-draft.ts';
import { expectingStore } from '../reconcile/until-written.ts';
import { announce, type Events } from '../telemetry/events.ts';
import { untilAborted } from '../until-aborted.ts';
import { inProject } from './in-project.ts';
import { withoutRedactedEpisodes } from './redacted-sentences.ts';
import { type DeadSession, isOwnFailure, type Setbacks } from './setbacks.ts';

const BATCH = 500;
/** Tokens in one prompt of a language model: small models take so many, and large ones read them closely. */
const PROMPT_TOKENS = 6000;
const MAX_RETRIES = 5;
const CONTEXT_EPISODES = 4;

export interface RunContext {
  readonly store: Store;
  readonly clock: Clock;
  readonly tokenizer: Tokenizer;
  readonly languages: Languages;
  readonly events: Events;
  readonly embedder: Embedder | undefined;
  readonly reader: Reader | undefined;
  readonly llm: Llm | undefined;
  readonly isUser?: ComponentContext['isUser'];
  readonly sharedExtractions?: SharedExtractions | undefined;
  readonly salience: SalienceWeights;
  readonly signal: AbortSignal | undefined;
  /** Episodes after this moment wait for a later run. */
  readonly until: Date | undefined;
  readonly sessionId: string | undefined;
  readonly isNewestFirst?: boolean;
  /** Without a waiting caller, recently failed sessions are not retried yet. */
  readonly isAutomatic?: boolean;
  readonly setbacks?: Setbacks;
}

export const COUNT_NAMES = [
  ...(['sessionsProcessed', 'sessionsSkipped', 'episodesConsumed', 'findingsRefused'] as const),
  ...(['memoriesCreated', 'memoriesMerged', 'memoriesSuperseded', 'memoriesDecayed', 'memoriesExpired'] as const),
  ...(['entitiesUpserted', 'relationshipsUpserted', 'verdictsDoubted'] as const),
  ...(['modelCalls', 'inputTokens', 'outputTokens'] as const),
] as const;

export type ComponentCounts = { -readonly [Key in keyof ComponentReport]: ComponentReport[Key] };

export interface ComponentRun {
  readonly counts: ComponentCounts;
  readonly processed: string[];
  readonly skipped: string[];
}

export const newRun = (component: string): ComponentRun => ({
  counts: newCounts(component),
  processed: [],
  skipped: [],
});

/** Sessions run in the order in which they began, or newest first. A session that fails is reported and stays pending. */
export async function runComponent(
  component: Component,
  owner: Owner,
  context: RunContext,
  { counts, processed, skipped }: ComponentRun,
): Promise<void> {
  const started = performance.now();
  const { store, until, sessionId } = context;
  const query = { component: component.name, ...definedFields({ until, sessionId }) };
  const begun = await store.pendingSessions(owner, query);
  const pending = context.isNewestFirst === true ? begun.toReversed() : begun;
  const total = pending.reduce((sum, { from, through }) => sum + through - from, 0);
  const reportProgress = () =>
    context.events.emit('consolidationProgress', {
      ...{ owner, component: component.name, total },
      done: counts.episodesConsumed,
    });
  const { setbacks, isAutomatic = false } = context;
  for (const session of pending) {
    context.signal?.throwIfAborted();
    const attempt = { now: context.clock.now(), isAutomatic, isNamed: sessionId !== undefined };
    const state = setbacks?.stateOf(component.name, session, attempt) ?? 'due';
    if (state !== 'due') {
      skipped.push(session.sessionId);
      if (state !== 'waits') counts.failures = [...counts.failures, deadSessionFailure(state)];
      continue;
    }
    try {
      await consolidateSession(component, owner, session, context, counts, reportProgress);
      processed.push(session.sessionId);
      setbacks?.passed(component.name, session.sessionId);
    } catch (error) {
      context.signal?.throwIfAborted();
      skipped.push(session.sessionId);
      // Another process runs this component; only one may go on, or both would ask the model for the same.
      if (isOvertaken(error)) break;
      const isOwn = isOwnFailure(error, context.llm !== undefined);
      const remaining = await pendingNow(owner, session, query, store);
      setbacks?.failed(component.name, remaining, error, { now: context.clock.now(), isOwn });
      counts.failures = [
        ...counts.failures,
        { sessionId: session.sessionId, reason: reasonOf(error), code: codeOf(error) },
      ];
    }
  }
  counts.sessionsProcessed = processed.length;
  counts.sessionsSkipped = skipped.length;
  counts.durationMs = performance.now() - started;
}

const isOvertaken = (error: unknown): boolean => SouvenirError.is(error) && error.code === 'overtaken';

const deadSessionFailure = ({ sessionId, attempts, reason, code }: DeadSession) => ({
  ...{ sessionId, code },
  reason: `set aside after ${attempts} attempts, of which the last failed: ${reason}; name the session to try again`,
});

/** Part of a session may be consolidated. */
async function pendingNow(
  owner: Owner,
  session: PendingSession,
  query: PendingQuery,
  store: Store,
): Promise<PendingSession> {
  const [remaining = session] = await store.pendingSessions(owner, { ...query, sessionId: session.sessionId });
  return remaining;
}

async function consolidateSession(
  component: Component,
  owner: Owner,
  { sessionId, from, through }: PendingSession,
  context: RunContext,
  counts: ComponentCounts,
  reportProgress: () => void,
): Promise<void> {
  const { signal } = context;
  const hasEnded = context.sharedExtractions?.isOver(component, sessionId) ?? false;
  let before = await episodesBefore(context.store, owner, sessionId, from);
  let maxEpisodes = BATCH;
  let retries = 0;
  for (let done = from; done < through; ) {
    // Lets signals and other requests in, as a store in this thread never yields.
    await new Promise(setImmediate);
    signal?.throwIfAborted();
    const limit = Math.min(maxEpisodes, through - done);
    const listed = (await context.store.listEpisodes(owner, { sessionId, afterPosition: done, limit })).filter(
      ({ position }) => position <= through,
    );
    const [first] = listed;
    if (first === undefined) {
      // The episodes were erased.
      await context.store.write(owner, { progress: [{ component: component.name, sessionId, from: done, through }] });
      return;
    }
    const isOfSameProject = isOfProject(first.projectId);
    const other = listed.findIndex((episode) => !isOfSameProject(episode));
    const ofProject = other < 0 ? listed : listed.slice(0, other);
    const episodes = context.llm === undefined ? ofProject : withinPrompt(ofProject, context.tokenizer);
    const last = episodes.at(-1) ?? first;
    const batch: SessionBatch = {
      ...{ owner: targetOwnerOf(component, owner), sessionId },
      episodes: withoutRecalled(episodes),
      before: withoutRecalled(before.filter(isOfSameProject)),
    };
    // One moment for the whole batch, stored with its progress, so that it can be replayed.
    const at = context.clock.now();
    const checkedStore = expectingStore(context.store);
    const store = component.spansProjects ? checkedStore : inProject(checkedStore, first.projectId);
    const batchContext = { ...context, store: checkedStore, clock: { now: () => at } };
    let made: Consolidation = {};
    try {
      // A component need not heed the signal: it writes nothing.
      if (batch.episodes.length > 0 && !hasEnded)
        made = await untilAborted(askComponent(component, batch, store, batchContext, counts), signal);
      await write(component, owner, batch, made, { from: done, through: last.position }, batchContext, counts);
    } catch (error) {
      if (isOvertaken(error)) {
        retries += 1;
        const query = { component: component.name, sessionId };
        const [pending] = await context.store.pendingSessions(owner, query);
        if (pending?.from !== done || retries > MAX_RETRIES) throw error;
        continue;
      }
      if (context.llm === undefined || !isTooLong(error) || episodes.length === 1) throw error;
      maxEpisodes = Math.ceil(episodes.length / 2);
      continue;
    }
    done = last.position;
    retries = 0;
    before = episodes.slice(-CONTEXT_EPISODES);
    counts.episodesConsumed += episodes.length;
    reportProgress();
  }
}

async function askComponent(
  component: Component,
  batch: SessionBatch,
  store: StoreReader,
  { clock, tokenizer, languages, embedder, reader, llm: model, isUser, sharedExtractions, signal }: RunContext,
  counts: ComponentCounts,
): Promise<Consolidation> {
  const llm = model && metered(model, tokenizer, signal, counts);
  const context: ComponentContext = {
    ...{ store, clock, tokenizer, languages },
    ...definedFields({ embedder, reader, llm, isUser, signal }),
  };
  if (!isAskingComponent(component)) return component.consolidate(batch, context);
  const wholeBatch = {
    ...batch,
    episodes: withoutRedactedEpisodes(batch.episodes),
    before: withoutRedactedEpisodes(batch.before),
  };
  if (wholeBatch.episodes.length === 0) return {};
  if (llm === undefined || sharedExtractions === undefined) return component.consolidate(wholeBatch, context);
  const modelFindings = await sharedExtractions.of(component, wholeBatch, context, llm);
  const made = await component.consolidate(wholeBatch, { ...context, modelFindings });
  counts.verdictsDoubted += modelFindings.doubted;
  return { ...made, refused: (made.refused ?? 0) + modelFindings.refused };
}

/** Writes a component's changes, their consequences and its progress in one transaction. */
async function write(
  component: Component,
  owner: Owner,
  batch: SessionBatch,
  { memories = [], changes = {}, merged = 0, refused = 0, contradictions = [] }: Consolidation,
  reached: { readonly from: number; readonly through: number },
  { store, clock, events, salience }: RunContext,
  counts: ComponentCounts,
): Promise<void> {
  checkChanges(changes, component.name);
  await refuseErased(owner, batch, store);
  const created = memories
    .map((draft) => finishDraft(draft, component.name, owner, batch, { clock, salience }))
    .map((memory) => (component.spansProjects ? ofNoProject(memory) : memory));
  const at = clock.now();
  const updates = [...(changes.updates ?? []), ...(await consequencesOf(batch.owner, changes, store, at))];
  const progress = [{ component: component.name, sessionId: batch.sessionId, ...reached }];
  const made = { ...changes, at, updates, memories: created };
  if (component.sharedAs === undefined) await store.write(owner, { ...made, progress });
  else await store.write(owner, { at, progress }, { owner: batch.owner, changes: made });
  announce(events, batch.owner, made);
  for (const pair of contradictions) events.emit('contradictionDetected', { owner: batch.owner, ...pair });
  const replaced = updates.filter(({ status }) => status === 'superseded');
  counts.memoriesCreated += created.length;
  counts.memoriesMerged += merged;
  counts.memoriesSuperseded += replaced.length + created.filter(({ status }) => status === 'superseded').length;
  counts.findingsRefused += refused;
  counts.entitiesUpserted += changes.entities?.length ?? 0;
  counts.relationshipsUpserted += changes.relationships?.length ?? 0;
}

const ofNoProject = ({ projectId: _, ...memory }: Memory): Memory => memory;

/** Memories drawn from episodes that another process erased meanwhile are not written. */
async function refuseErased(owner: Owner, { sessionId, episodes }: SessionBatch, store: Store): Promise<void> {
  const ids = episodes.map(({ id }) => id);
  if ((await store.getEpisodes(owner, ids)).length < ids.length)
    throw new SouvenirError('overtaken', `turns of session ${sessionId} were erased while it was consolidated`);
}

function withinPrompt(episodes: readonly StoredEpisode[], tokenizer: Tokenizer): readonly StoredEpisode[] {
  let tokens = 0;
  const over = episodes.findIndex(({ content }) => {
    tokens += tokenizer.count(content.slice(0, MAX_PROMPT_CHARS));
    return tokens > PROMPT_TOKENS;
  });
  return over < 0 ? episodes : episodes.slice(0, Math.max(1, over));
}

async function episodesBefore(store: Store, owner: Owner, sessionId: string, from: number): Promise<StoredEpisode[]> {
  const count = Math.min(CONTEXT_EPISODES, from);
  return count === 0 ? [] : store.listEpisodes(owner, { sessionId, afterPosition: from - count, limit: count });
}

const newCounts = (component: string): ComponentCounts => ({
  ...(Object.fromEntries(COUNT_NAMES.map((key) => [key, 0])) as Record<(typeof COUNT_NAMES)[number], number>),
  ...{ component, durationMs: 0, failures: [] },
});

const changesSchema = z.strictObject({
  updates: z.array(memoryUpdateSchema).optional(),
  entities: z.array(entitySchema).optional(),
  relationships: z.array(relationshipSchema).optional(),
  links: z.array(linkSchema).optional(),
});

export function checkChanges(changes: Consolidation['changes'], component: string): void {
  parse(changesSchema, changes, `${component} changes`);
}
