import type { z } from 'zod';
import { embedPending } from '../consolidate/embed.ts';
import { consolidate } from '../consolidate/pipeline.ts';
import { OwnerQueue } from '../consolidate/queue.ts';
import { Triggers } from '../consolidate/triggers.ts';
import { DOCUMENTS, documentOwnerOf } from '../context/documents/stored-documents.ts';
import { type Profile, profileOf } from '../context/profile/profile.ts';
import type { Llm } from '../contracts/llm.ts';
import type { ProfileUser } from '../contracts/profile-store.ts';
import { ownerPages } from '../contracts/store.ts';
import { readOnlyRefusal, SouvenirError } from '../errors.ts';
import type { Episode, EpisodeInput } from '../model/episode.ts';
import { idsFromSource } from '../model/id.ts';
import { parse } from '../model/parse.ts';
import { type RecallItem, type RecallOptions, type RecallResult, recallOptionsSchema } from '../model/recall.ts';
import type { ConsolidationReport, Degradation } from '../model/report.ts';
import { DEFAULT_OWNER, type Owner, ownerOf, type Scope, SHARED_PREFIX, targetOwnerOf } from '../model/scope.ts';
import { AccessLog } from '../recall/access-log.ts';
import type { RecallConfig } from '../recall/config.ts';
import { type ExplainOptions, type Explanation, explainOptionsSchema } from '../recall/explain.ts';
import { EpisodeBuffer } from '../record/buffer.ts';
import { capture } from '../record/capture.ts';
import { Echoes } from '../record/echo.ts';
import { type AddedContent, WriteLimits } from '../record/limits.ts';
import { READ_AT_ONCE } from '../secrets/redact.ts';
import { type Spans, spansOf } from '../telemetry/spans.ts';
import { StoredMetrics } from '../telemetry/stored-metrics.ts';
import type { Agent } from './agent.ts';
import { AgentRecall } from './agent-recall.ts';
import { cachingEmbedder } from './caching-embedder.ts';
import { bringBack } from './clock-returned.ts';
import { createProfileFollower, followProfile, memoriesOfUser, userByName } from './follow-profile.ts';
import type { Settings } from './options.ts';
import { SavedSettings } from './saved-settings.ts';
import { spacesOf } from './spaces.ts';
import { WaitingTurns } from './waiting-turns.ts';

type Work<Result> = (signal: AbortSignal) => Promise<Result>;

export interface ConsolidateRequest {
  readonly until?: Date | undefined;
  readonly sessionId?: string | undefined;
  readonly llm?: Llm | undefined;
  /** Stores turns for recall only; a later consolidation reads them. */
  readonly verbatimOnly?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly isAutomatic?: boolean;
}

/** The stages over one store, and their background work. Every call names its scope; handles fill it in. */
export interface Engine extends Settings {
  readonly spans: Spans;
  readonly userProfile: Profile<z.ZodObject>;
  readonly storedMetrics: StoredMetrics | undefined;
  /** Aborts when closing begins. */
  readonly signal: AbortSignal;
  /** Aborts after closing and the last event. */
  readonly closed: AbortSignal;
  refuseClosed(): void;
  /** Refuses turns on a read-only store instead of losing them. */
  refuseReadOnly(): void;
  /** The agent of a scope; refused if it is unknown, or once the store is closed. */
  agentOf(scope: Owner): Agent;
  targetOwnerIn(scope: Scope, component: string): Owner;
  record(input: EpisodeInput, scope: Scope): Episode;
  /** Like `record`, but waits for room and checks the store first: a stored `sourceId` does not count against the limits. */
  recordOnce(input: EpisodeInput, scope: Scope): Promise<Episode>;
  admit(user: Pick<Owner, 'tenantId' | 'userId'>, added: readonly AddedContent[]): void;
  /** Resolves when everything recorded before is durable, of one owner or of all; with `orDrop`, when those turns are durable or, after a failed write, dropped. */
  flush(owner?: Owner, orDrop?: readonly Episode[]): Promise<void>;
  consolidate(scope: Scope, request?: ConsolidateRequest): Promise<ConsolidationReport>;
  /** Recall includes waiting turns, except those `shown`. */
  recall(query: string, scope: Scope, options?: RecallOptions, shown?: readonly string[]): Promise<RecallResult>;
  readonly settings: SavedSettings;
  recallConfigOf(scope: Scope): Promise<{ readonly config: RecallConfig; readonly degraded: readonly Degradation[] }>;
  /** Explains a recall without side effects: no access is counted, no event emitted, no echo noted. */
  explain(query: string, scope: Scope, options?: ExplainOptions): Promise<Explanation>;
  /** Counts recalled memories as used, except those in read-only spaces. */
  touch(scope: Scope, items: readonly RecallItem[]): void;
  /** Serializes work of an owner that reads before it writes. */
  inTurn<Result>(owner: Owner, work: Work<Result>, signal?: AbortSignal): Promise<Result>;
  /** Long work, one at a time for an owner, during which single memories may change. An erasure stops it, and it starts again afterwards. */
  runStoppable<Result>(owner: Owner, work: Work<Result>, signal?: AbortSignal): Promise<Result>;
  /** Work with no other work of the owner beside it. */
  runExclusively<Result>(owner: Owner, work: Work<Result>, signal?: AbortSignal): Promise<Result>;
  /** Like `runExclusively`, but goes before stoppable work. */
  runFirst<Result>(owner: Owner, work: () => Promise<Result>): Promise<Result>;
  /** Resolves when this user's profile, or every profile, covers all changes so far; returns the failures. */
  followProfile(of?: ProfileUser): Promise<readonly Degradation[]>;
  countAccesses(): Promise<void>;
  /** Drops these turns if they are not written, and clears what was cached of the owners. */
  forgetCached(owners: readonly Owner[], isErased: (episode: Episode) => boolean): void;
  /** Stops turns that began earlier from being recorded, after all data of this user or of one agent was erased. */
  noteErased(user: Pick<Owner, 'tenantId' | 'userId'> & { readonly agentId?: string | undefined }): void;
  erasuresOf(owner: Owner): number;
  /** Whether recall or document search reads this owner, so that its memories need vectors. */
  isSearched(owner: Owner): boolean;
  /** Embeds memories that lack a vector; a failure is emitted as an event. */
  embed(owner: Owner, signal?: AbortSignal): Promise<void>;
  embedLater(owner: Owner): void;
  settled(): Promise<void>;
  close(): Promise<void>;
}

export async function openEngine(given: Settings): Promise<Engine> {
  const embedder = given.embedder && cachingEmbedder(given.embedder);
  const settings = { ...given, embedder };
  const { store, agents, reader, tokenizer, languages, clock, llm, events, secrets } = settings;
  const components = [...new Set([...agents.values()].flatMap((agent) => agent.components))];
  await store.open();
  try {
    await Promise.all(components.map((component) => component.initialize?.()));
  } catch (error) {
    await store.close();
    throw error;
  }

  const spans = spansOf(settings.tracing);
  const storedMetrics = settings.keepMetrics ? new StoredMetrics(store, events, clock) : undefined;
  const buffer = new EpisodeBuffer(store, events, settings.buffer);
  const accesses = new AccessLog(store, events, clock);
  const echoes = new Echoes();
  const savedSettings = new SavedSettings(settings);
  const limits = new WriteLimits(settings.limits, clock);
  const erasures = new Map<string, number>();
  const stopping = new AbortController();
  const waiting = new WaitingTurns({ ...settings, buffer, signal: stopping.signal });
  const closed = new AbortController();
  const consolidating = new OwnerQueue();
  const revising = new OwnerQueue();
  const embeddings = new OwnerQueue();
  const userProfile = profileOf<z.ZodObject>({
    ...{ store: settings.profileStore, clock, languages, reader: settings.reader, ...settings.profile },
    memories: (user, ids) => memoriesOfUser(user, ids, [...agents.values()], store),
  });
  const followChanges = createProfileFollower(userProfile, {
    ...{ store, events },
    // A store that is closing still updates profiles after a memory was forgotten.
    inTurn: (owner, work) => revising.runStoppable(owner, new AbortController().signal, work),
  });
  const shared = [DOCUMENTS, ...components.flatMap((component) => component.sharedAs ?? [])];
  const searched = new Set([...agents.keys(), ...shared.map((name) => `${SHARED_PREFIX}${name}`)]);
  let embedding: Promise<void> = Promise.resolve();
  let isCutShort = false;
  let closing: Promise<void> | undefined;

  const untilStopped = (signal?: AbortSignal): AbortSignal =>
    signal === undefined ? stopping.signal : AbortSignal.any([stopping.signal, signal]);
  const queued =
    (queue: OwnerQueue) =>
    <Result>(owner: Owner, work: Work<Result>, signal?: AbortSignal): Promise<Result> => {
      const until = untilStopped(signal);
      return queue.run(owner, until, () => work(until));
    };

  const reportEmbeddingFailure = (error: unknown): void => {
    if (!stopping.signal.aborted) events.emit('embeddingFailed', { error });
  };
  const embedBestEffort = async (owner: Owner, given?: AbortSignal): Promise<void> => {
    if (embedder === undefined || store.isReadOnly) return;
    const until = untilStopped(given);
    const work = (signal: AbortSignal) => embedPending(owner, { store, embedder, languages, events, signal });
    await embeddings.runStoppable(owner, until, work).catch((error) => {
      if (!until.aborted) events.emit('embeddingFailed', { owner, error });
    });
  };

  events.on('episodeSetAside', ({ episode }) => {
    limits.takeBack(episode, episode);
    waiting.forget(ownerOf(episode));
  });
  const agentRecall = new AgentRecall({
    ...{ settings, savedSettings, waiting, untilStopped },
    agentOf: (scope) => engine.agentOf(scope),
  });

  /** A long turn is reported once it is redacted; a failure is reported when it is written. */
  const emitRecorded = (episode: Episode): void => {
    const emit = (content: string) =>
      events.emit('episodeRecorded', { episode: { ...secrets.shown(episode), content } });
    if (episode.content.length <= READ_AT_ONCE) emit(episode.content);
    else secrets.redactLong(episode, episode.content).then(emit, () => {});
  };

  const captureEpisode = (input: EpisodeInput, scope: Scope): Episode => {
    engine.agentOf(scope);
    engine.refuseReadOnly();
    return capture(input, scope, clock, echoes, (given) => secrets.redact(scope, given));
  };

  const isStored = async (episode: Episode, sourceId: string): Promise<boolean> =>
    (await store.getEpisodes(ownerOf(episode), idsFromSource(episode, sourceId), true)).some(
      ({ id, projectId }) => id === episode.id || projectId === episode.projectId,
    );

  /** Buffers an episode until it is written. If it may already be stored, the store is checked before the episode is reported. */
  const bufferEpisode = (episode: Episode, sourceId?: string): void => {
    const { consolidation } = engine.agentOf(episode);
    buffer.refuseFull();
    if (!buffer.has(episode)) {
      limits.admit(episode, [episode]);
      const storedCheck = sourceId === undefined ? undefined : isStored(episode, sourceId);
      buffer.add(episode, storedCheck);
      if (storedCheck === undefined) emitRecorded(episode);
      else
        storedCheck.then(
          (wasStored) => (wasStored ? limits.takeBack(episode, episode) : emitRecorded(episode)),
          () => {},
        );
    }
    waiting.recorded(ownerOf(episode));
    triggers.recorded(ownerOf(episode), consolidation);
  };

  const engine: Engine = {
    ...settings,
    ...{ spans, storedMetrics, userProfile, followProfile: followChanges, settings: savedSettings },
    recallConfigOf: (scope) => agentRecall.configOf(scope),
    ...{ signal: stopping.signal, closed: closed.signal },
    refuseClosed() {
      if (closing !== undefined)
        throw new SouvenirError('closed', 'this memory is closed', { advice: 'create a new one' });
    },
    agentOf({ agentId }) {
      engine.refuseClosed();
      const agent = agents.get(agentId);
      if (agent !== undefined) return agent;
      throw new SouvenirError('invalidInput', `agentId: no agent ${JSON.stringify(agentId)} is defined`, {
        advice: `known: ${[...agents.keys()].join(', ')}; pass it to createSouvenir with defineAgent`,
      });
    },
    targetOwnerIn: (scope, name) =>
      targetOwnerOf(
        engine.agentOf(scope).components.find((component) => component.name === name) ?? {},
        ownerOf(scope),
      ),
    refuseReadOnly() {
      if (store.isReadOnly) throw readOnlyRefusal('this memory');
    },
    record(input, scope) {
      const episode = captureEpisode(input, scope);
      bufferEpisode(episode, input.sourceId);
      return secrets.shown(episode);
    },
    async recordOnce(input, scope) {
      const episode = captureEpisode(input, scope);
      if (input.sourceId !== undefined && (await isStored(episode, input.sourceId))) return secrets.shown(episode);
      while (buffer.isFull)
        await engine.flush().catch((error) => {
          // A failed write of another owner's episodes does not fail the caller once there is room.
          if (buffer.isFull) throw error;
        });
      bufferEpisode(episode);
      return secrets.shown(episode);
    },
    admit: (user, added) => limits.admit(user, added),
    flush: (owner, orDrop) =>
      spans.flush(async () => {
        await buffer.flush(owner, orDrop);
        await store.files?.verify?.();
      }),
    // Only one consolidation of an owner runs at a time, as a second one would repeat the first.
    consolidate(scope, { until, sessionId, signal: given, ...request } = {}) {
      const agent = engine.agentOf(scope);
      engine.refuseReadOnly();
      const owner = ownerOf(scope);
      const { parallel, sessionIdleMs } = agent.consolidation;
      const { verbatimOnly = false } = request;
      return engine.runStoppable(
        owner,
        async (signal) => {
          const report = await spans.consolidate(async () => {
            await engine.flush(owner);
            await bringBack(owner, agent.components, { store, now: clock.now() });
            return consolidate(owner, {
              ...{
                store,
                clock,
                tokenizer,
                languages,
                events,
                embedder: verbatimOnly ? undefined : embedder,
                reader,
                sessionId,
                parallel,
                sessionIdleMs,
                signal,
                until,
              },
              components: agent.components,
              cycle: agent.cycle,
              searchedOwners: [documentOwnerOf(owner)],
              salience: agent.recall.salience,
              llm: request.llm ?? llm,
              isUser: await userByName(owner, userProfile),
              isAutomatic: request.isAutomatic ?? false,
              verbatimOnly,
              follow: () => followProfile(owner, userProfile, { store, clock, signal }),
            });
          });
          await storedMetrics?.save();
          if (isCutShort) embedEveryOwner();
          if (verbatimOnly)
            for (const component of agent.components)
              if (component.isVerbatim) engine.embedLater(targetOwnerOf(component, owner));
          return report;
        },
        given,
      );
    },
    async recall(query, scope, options = {}, shown) {
      engine.agentOf(scope);
      const { touch, ...parsed } = parse(recallOptionsSchema, options, 'recall');
      const owner = ownerOf(scope);
      const result = await spans.recall(() =>
        agentRecall.recall({ query, scope, shown, options: parsed as RecallOptions }),
      );
      for (const { content } of [...result.items, ...(result.archived ?? [])]) echoes.add(owner, content);
      if (touch && parsed.asOf === undefined) engine.touch(scope, result.items);
      events.emit('recalled', { owner, result });
      return result;
    },
    async explain(query, scope, given = {}) {
      const { config: change, read: isRead = true, ...options } = parse(explainOptionsSchema, given, 'explain');
      return agentRecall.explain({ query, scope, change, isRead, options: options as RecallOptions });
    },
    touch(scope, items) {
      for (const { owner, isReadOnly } of spacesOf(engine.agentOf(scope), scope)) {
        const ids = items
          .filter(({ agentId, isWaiting }) => agentId === owner.agentId && isWaiting !== true)
          .map(({ id }) => id);
        if (isReadOnly !== true && !store.isReadOnly) accesses.add(owner, ids);
      }
    },
    forgetCached(owners, isErased) {
      buffer.forget(isErased);
      reader?.forget?.();
      embedder?.forget();
      for (const owner of owners) {
        waiting.forget(owner);
        echoes.forget(owner);
      }
    },
    noteErased({ tenantId, userId, agentId }) {
      const key = JSON.stringify([tenantId, userId, agentId]);
      erasures.set(key, (erasures.get(key) ?? 0) + 1);
    },
    erasuresOf: ({ tenantId, userId, agentId }) =>
      [undefined, agentId].reduce((sum, of) => sum + (erasures.get(JSON.stringify([tenantId, userId, of])) ?? 0), 0),
    inTurn: queued(revising),
    runStoppable: (owner, work, signal) => consolidating.runStoppable(owner, untilStopped(signal), work),
    runExclusively: (owner, work, signal) =>
      queued(consolidating)(owner, (until) => engine.inTurn(owner, work, until), signal),
    runFirst(owner, work) {
      const runAhead = <Result>(queue: OwnerQueue, next: () => Promise<Result>) =>
        queue.runFirst(owner, stopping.signal, next);
      return runAhead(consolidating, () => runAhead(embeddings, () => runAhead(revising, work)));
    },
    countAccesses: () => accesses.settle(),
    isSearched: ({ agentId }) => searched.has(agentId),
    embed: embedBestEffort,
    embedLater(owner) {
      embedding = embedding.then(() => embedBestEffort(owner)).catch(reportEmbeddingFailure);
    },
    async settled() {
      await Promise.all([consolidating.settled(), revising.settled(), accesses.settle(), waiting.settled(), embedding]);
      await followChanges();
    },
    close() {
      closing ??= (async () => {
        triggers.stop();
        stopping.abort(new SouvenirError('closed', 'this memory is closed'));
        await engine.settled();
        const flushed = await Promise.allSettled([buffer.flush()]);
        await storedMetrics?.save();
        const ended = await Promise.allSettled([
          ...components.map((component) => component.close?.()),
          embedder?.close?.(),
          reader?.close?.(),
          store.close(),
        ]);
        closed.abort();
        const failed = [...flushed, ...ended].find((each) => each.status === 'rejected');
        if (failed !== undefined) throw failed.reason;
      })();
      return closing;
    },
  };
  const triggers = new Triggers({
    async consolidate(owner, isIdle) {
      if (settings.jobs !== undefined) {
        await engine.flush(owner);
        return settings.jobs.send({ kind: 'consolidate', owner });
      }
      const youngest = clock.now().getTime() - engine.agentOf(owner).consolidation.minAgeMs;
      return engine.consolidate(owner, { until: isIdle ? undefined : new Date(youngest), isAutomatic: true });
    },
    failed(owner, error) {
      if (!stopping.signal.aborted) events.emit('consolidationFailed', { owner, error });
    },
  });
  for (const { id, consolidation } of agents.values())
    if (consolidation.everyMs !== undefined)
      triggers.schedule(consolidation.everyMs, { ...DEFAULT_OWNER, agentId: id }, async () => {
        const due: Owner[] = [];
        for await (const page of ownerPages(store)) due.push(...page.filter(({ agentId }) => agentId === id));
        return due;
      });
  // With a shared job queue, jobs embed.
  if (settings.embedInBackground && embedder !== undefined && settings.jobs === undefined) embedEveryOwner();
  return engine;

  /** Embeds all memories after a change of embedder or an interrupted run. After a failure the next consolidation starts it again. */
  function embedEveryOwner(): void {
    isCutShort = false;
    const embedAll = async () => {
      for await (const page of ownerPages(store))
        for (const owner of page.filter(engine.isSearched)) await embedBestEffort(owner);
    };
    embedding = embedding.then(embedAll).catch((error) => {
      isCutShort = true;
      reportEmbeddingFailure(error);
    });
  }
}
