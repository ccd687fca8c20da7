import type { z } from 'zod';
import { BackgroundEmbedding } from '../consolidate/background-embedding.ts';
import { redateFutureTurns } from '../consolidate/clock-returned.ts';
import { OwnerWork } from '../consolidate/owner-work.ts';
import { consolidate } from '../consolidate/pipeline.ts';
import { DOCUMENTS, documentOwnerOf } from '../context/documents/stored-documents.ts';
import { createProfileFollower, followProfile, memoriesOfUser, userByName } from '../context/profile/follow-profile.ts';
import { type Profile, profileOf } from '../context/profile/profile.ts';
import type { Llm } from '../contracts/llm.ts';
import type { ProfileUser } from '../contracts/profile-store.ts';
import { ErasureLog } from '../erase/erasure-log.ts';
import { readOnlyRefusal, SouvenirError } from '../errors.ts';
import type { Episode } from '../model/episode.ts';
import type { ConsolidationReport, Degradation } from '../model/report.ts';
import { type Owner, ownerOf, type Scope, SHARED_PREFIX, targetOwnerOf } from '../model/scope.ts';
import { AccessLog } from '../recall/access-log.ts';
import { AgentRecall } from '../recall/agent-recall.ts';
import { SavedSettings } from '../recall/saved-settings.ts';
import { WaitingTurns } from '../recall/waiting-turns.ts';
import { EpisodeBuffer } from '../record/buffer.ts';
import { Echoes } from '../record/echo.ts';
import { WriteLimits } from '../record/limits.ts';
import { Recorder } from '../record/recorder.ts';
import { memoryStore } from '../stores/memory/memory-store.ts';
import { type Spans, spansOf } from '../telemetry/spans.ts';
import { StoredMetrics } from '../telemetry/stored-metrics.ts';
import type { Agent } from './agent.ts';
import { cachingEmbedder } from './caching-embedder.ts';
import type { Settings } from './options.ts';

export interface ConsolidateRequest {
  readonly until?: Date | undefined;
  readonly sessionId?: string | undefined;
  readonly llm?: Llm | undefined;
  /** Stores turns for recall only; a later consolidation reads them. */
  readonly verbatimOnly?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly isAutomatic?: boolean;
}

/** The parts of a memory over one store. Each consumer takes the few that it needs. */
export interface Engine extends Settings {
  readonly spans: Spans;
  readonly userProfile: Profile<z.ZodObject>;
  readonly storedMetrics: StoredMetrics | undefined;
  readonly savedSettings: SavedSettings;
  readonly recorder: Recorder;
  readonly agentRecall: AgentRecall;
  readonly work: OwnerWork;
  readonly embedding: BackgroundEmbedding;
  readonly accesses: AccessLog;
  readonly erasures: ErasureLog;
  /** Aborts when closing begins. */
  readonly signal: AbortSignal;
  /** Aborts after closing and the last event. */
  readonly closed: AbortSignal;
  refuseClosed(): void;
  /** Refuses writes to a read-only store instead of losing them. */
  refuseReadOnly(): void;
  /** The agent of a scope; refused if it is unknown, or once the store is closed. */
  agentOf(scope: Owner): Agent;
  consolidate(scope: Scope, request?: ConsolidateRequest): Promise<ConsolidationReport>;
  /** Resolves when this user's profile, or every profile, covers all changes so far; returns the failures. */
  followProfile(of?: ProfileUser): Promise<readonly Degradation[]>;
  /** Drops these turns if they are not written, and clears the caches of the owners. */
  forgetCached(owners: readonly Owner[], isErased: (episode: Episode) => boolean): void;
  settled(): Promise<void>;
  close(): Promise<void>;
}

export async function openEngine(given: Settings): Promise<Engine> {
  const embedder = given.embedder && cachingEmbedder(given.embedder);
  const settings = { ...given, embedder };
  const { store, agents, reader, tokenizer, languages, clock, llm, events } = settings;
  const components = [...new Set([...agents.values()].flatMap((agent) => agent.components))];
  await store.open();
  try {
    await Promise.all(components.map((component) => component.initialize?.()));
  } catch (error) {
    await store.close();
    throw error;
  }

  const stopping = new AbortController();
  const closed = new AbortController();
  const { signal } = stopping;
  let closing: Promise<void> | undefined;
  const refuseClosed = () => {
    if (closing !== undefined)
      throw new SouvenirError('closed', 'this memory is closed', { advice: 'create a new one' });
  };
  const agentOf = ({ agentId }: Owner): Agent => {
    refuseClosed();
    const agent = agents.get(agentId);
    if (agent !== undefined) return agent;
    throw new SouvenirError('invalidInput', `agentId: no agent ${JSON.stringify(agentId)} is defined`, {
      advice: `known: ${[...agents.keys()].join(', ')}; pass it to createSouvenir with defineAgent`,
    });
  };

  const spans = spansOf(settings.tracing);
  const storedMetrics = settings.keepMetrics ? new StoredMetrics(store, events, clock) : undefined;
  const buffer = new EpisodeBuffer(store, events, settings.buffer);
  const accesses = new AccessLog(store, events, clock);
  const echoes = new Echoes();
  const savedSettings = new SavedSettings(settings);
  const work = new OwnerWork(signal);
  const waiting = new WaitingTurns({ ...settings, buffer, newStore: memoryStore, signal });
  const shared = [DOCUMENTS, ...components.flatMap((component) => component.sharedAs ?? [])];
  const searched = new Set([...agents.keys(), ...shared.map((name) => `${SHARED_PREFIX}${name}`)]);
  const embedding = new BackgroundEmbedding({ ...settings, work, signal, searched });
  const recorder = new Recorder({
    ...{ ...settings, spans, buffer, echoes, limits: new WriteLimits(settings.limits, clock) },
    refuseUnknown: agentOf,
  });
  recorder.onRecorded((owner) => waiting.recorded(owner));
  events.on('episodeSetAside', ({ episode }) => waiting.forget(ownerOf(episode)));
  const agentRecall = new AgentRecall({
    ...{ ...settings, spans, savedSettings, waiting, accesses, echoes, signal, agentOf },
  });
  const userProfile = profileOf<z.ZodObject>({
    ...{ store: settings.profileStore, clock, languages, reader, ...settings.profile },
    memories: (user, ids) => memoriesOfUser(user, ids, [...agents.values()], store),
  });
  const followChanges = createProfileFollower(userProfile, { store, events, work });

  const engine: Engine = {
    ...{ ...settings, spans, userProfile, storedMetrics, savedSettings, recorder, agentRecall, work, embedding },
    ...{ accesses, erasures: new ErasureLog(), signal, closed: closed.signal, refuseClosed, agentOf },
    followProfile: followChanges,
    refuseReadOnly() {
      if (store.isReadOnly) throw readOnlyRefusal('this memory');
    },
    // Only one consolidation of an owner runs at a time, as a second one would repeat the first.
    consolidate(scope, { until, sessionId, signal: givenSignal, ...request } = {}) {
      const agent = agentOf(scope);
      engine.refuseReadOnly();
      const owner = ownerOf(scope);
      const { parallel, sessionIdleMs } = agent.consolidation;
      const { verbatimOnly = false } = request;
      return work.runStoppable(
        owner,
        async (stopped) => {
          const report = await spans.consolidate(async () => {
            await recorder.flush(owner);
            await redateFutureTurns(owner, agent.components, { store, now: clock.now() });
            return consolidate(owner, {
              ...{ store, clock, tokenizer, languages, events, reader, sessionId, parallel, sessionIdleMs, until },
              embedder: verbatimOnly ? undefined : embedder,
              signal: stopped,
              components: agent.components,
              cycle: agent.cycle,
              searchedOwners: [documentOwnerOf(owner)],
              salience: agent.recall.salience,
              llm: request.llm ?? llm,
              isUser: await userByName(owner, userProfile),
              isAutomatic: request.isAutomatic ?? false,
              verbatimOnly,
              follow: () => followProfile(owner, userProfile, { store, clock, signal: stopped }),
            });
          });
          await storedMetrics?.save();
          embedding.resume();
          if (verbatimOnly)
            for (const component of agent.components)
              if (component.isVerbatim) embedding.embedLater(targetOwnerOf(component, owner));
          return report;
        },
        givenSignal,
      );
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
    async settled() {
      await Promise.all([work.settled(), accesses.settle(), waiting.settled(), embedding.settled()]);
      await followChanges();
    },
    close() {
      closing ??= (async () => {
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
  // With a shared job queue, jobs embed.
  if (settings.embedInBackground && embedder !== undefined && settings.jobs === undefined) embedding.embedEveryOwner();
  return engine;
}
