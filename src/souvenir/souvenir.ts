import { z } from 'zod';
import { embedPending } from '../consolidate/embed.ts';
import { endOf } from '../consolidate/end-sessions.ts';
import { OwnerQueue } from '../consolidate/owner-queue.ts';
import { consolidate } from '../consolidate/pipeline.ts';
import { Triggers } from '../consolidate/triggers.ts';
import { DOCUMENTS } from '../context/documents/stored-documents.ts';
import { profileOf } from '../context/profile/profile.ts';
import type { Llm } from '../contracts/llm.ts';
import type { StoreStats } from '../contracts/store.ts';
import { SouvenirError } from '../errors.ts';
import type { Episode, EpisodeInput } from '../model/episode.ts';
import { parse } from '../model/parse.ts';
import { type RecallItem, type RecallOptions, type RecallResult, recallOptionsSchema } from '../model/recall.ts';
import type { ConsolidationReport } from '../model/report.ts';
import {
  homeOf,
  type Owner,
  ownerOf,
  type Scope,
  type ScopeInput,
  SHARED_PREFIX,
  scopeInputSchema,
  scopeSchema,
} from '../model/scope.ts';
import { requireNode } from '../node-version.ts';
import { AccessLog } from '../recall/access-log.ts';
import { recall } from '../recall/pipeline.ts';
import { EpisodeBuffer } from '../record/buffer.ts';
import { capture } from '../record/capture.ts';
import { Echoes } from '../record/echo.ts';
import {
  EVENT_NAMES,
  type EventName,
  Events,
  eventStream,
  type Listener,
  type NamedEvent,
  type StreamOptions,
} from '../telemetry/events.ts';
import { type Activity, KeptMetrics } from '../telemetry/kept-metrics.ts';
import { spansOf } from '../telemetry/spans.ts';
import type { Agent } from './agent.ts';
import { type Capturing, capturingOf } from './capturing.ts';
import { type Contexts, contextsOf } from './contexts.ts';
import { type Cycling, cyclingOf } from './cycling.ts';
import type { Engine } from './engine.ts';
import { type Fabric, fabricOf } from './fabric.ts';
import { type Familiar, familiarOf } from './familiar.ts';
import { followingProfile, followProfile } from './follow-profile.ts';
import { type SouvenirOptions, settle } from './options.ts';
import { type Retracing, retracingOf } from './retracing.ts';
import { spacesOf } from './spaces.ts';

const eventNameSchema = z.string().refine((name) => EVENT_NAMES.has(name), {
  error: ({ input }) => `there is no event ${JSON.stringify(input)}`,
});

const consolidateOptionsSchema = z.strictObject({
  ...scopeInputSchema.shape,
  /** Overrides the agent's minimum age of episodes. */
  minAgeMs: z.number().nonnegative().optional(),
  llm: z.custom<Llm>((value) => typeof value === 'function', 'must be a function').optional(),
  signal: z.instanceof(AbortSignal).optional(),
});
export type ConsolidateOptions = Readonly<z.input<typeof consolidateOptionsSchema>>;

/** However young: no age is asked for. */
const pressingOptionsSchema = consolidateOptionsSchema.omit({ minAgeMs: true });
export type PressingOptions = Readonly<z.input<typeof pressingOptionsSchema>>;

const streamOptionsSchema = z.strictObject({
  signal: z.instanceof(AbortSignal).optional(),
  most: z.int().min(1).optional(),
});

export interface SouvenirStats extends StoreStats {
  readonly unembedded: number;
  /** What memories with this tenant in their options did, whoever for; undefined before anything, for another tenant and without `keepMetrics`. */
  readonly activity: Activity | undefined;
}

/** A memory. Every call takes the scope it is about; what it leaves out comes from the options. */
export interface Souvenir extends Fabric, Familiar, Retracing, Cycling, Contexts {
  /** Keeps an episode. Returns at once; `flush` tells when it is durable. Throws on a malformed one. */
  record(episode: EpisodeInput): Episode;
  /** Where memory can be fed as things happen. */
  readonly capture: Capturing;
  /** Resolves when everything recorded before the call is durable. */
  flush(): Promise<void>;
  /** Turns recorded episodes into memories. */
  consolidate(options?: ConsolidateOptions): Promise<ConsolidationReport>;
  /** What matters for this query: best first, or nothing and why. */
  recall(query: string, options?: RecallOptions): Promise<RecallResult>;
  /** To be called before a context window is cut: consolidates everything, however young. */
  onContextPressure(options?: PressingOptions): Promise<ConsolidationReport>;
  /** Marks a session as ended and consolidates it, however young. */
  endSession(options?: PressingOptions): Promise<ConsolidationReport>;
  stats(scope?: ScopeInput): Promise<SouvenirStats>;
  /** Returns the way to stop listening. */
  on<Name extends EventName>(event: Name, listener: Listener<Name>): () => void;
  /** What happens from this call on, of these kinds or of all, one after another; it ends when the memory is closed. */
  events<Name extends EventName = EventName>(
    names?: readonly Name[],
    options?: StreamOptions,
  ): AsyncIterableIterator<NamedEvent<Name>, undefined, void>;
  /** Resolves when nothing goes on in the background. */
  settled(): Promise<void>;
  /** Flushes, then closes the store, the embedder and the components it was given. */
  close(): Promise<void>;
}

/** Opens a memory over a store. */
export async function createSouvenir(options: SouvenirOptions): Promise<Souvenir> {
  requireNode();
  const settings = settle(options);
  const { store, agents, embedder, tokenizer, languages, reranker, clock, llm } = settings;
  const components = [...new Set([...agents.values()].flatMap((agent) => agent.components))];
  await store.open();
  try {
    await Promise.all(components.map((component) => component.initialize?.()));
  } catch (error) {
    await store.close();
    throw error;
  }

  const events = new Events();
  const { tenantId } = settings.scope;
  const keptMetrics = settings.keepMetrics ? new KeptMetrics(store, events, clock, tenantId) : undefined;
  const spans = spansOf(settings.tracing);
  const buffer = new EpisodeBuffer(store, events, settings.buffer);
  const accesses = new AccessLog(store, events, clock);
  const echoes = new Echoes();
  const stopping = new AbortController();
  const closed = new AbortController();
  const untilStopped = (signal?: AbortSignal): AbortSignal =>
    signal === undefined ? stopping.signal : AbortSignal.any([stopping.signal, signal]);
  let embedding: Promise<void> = Promise.resolve();
  const consolidating = new OwnerQueue();
  let closing: Promise<void> | undefined;

  const profile = profileOf<z.ZodObject>({ store: settings.profileStore, clock, ...settings.profile });
  const followChanges = followingProfile(profile, { store, events });

  const scopeOf = (given: ScopeInput = {}): Scope => {
    if (closing !== undefined)
      throw new SouvenirError('closed', 'this memory is closed', { advice: 'create a new one' });
    const { tenantId, userId, agentId, projectId, sessionId } = given;
    const named = Object.entries({ tenantId, userId, agentId, projectId, sessionId }).filter(
      ([, value]) => value !== undefined,
    );
    const asked = parse(scopeInputSchema, Object.fromEntries(named), 'scope');
    return parse(scopeSchema, { ...settings.scope, ...asked }, 'scope');
  };
  const agentOf = ({ agentId }: Scope): Agent => {
    const agent = agents.get(agentId);
    if (agent !== undefined) return agent;
    throw new SouvenirError('invalidInput', `agentId: no agent ${JSON.stringify(agentId)} is defined`, {
      advice: `known: ${[...agents.keys()].join(', ')}; pass it to createSouvenir with defineAgent`,
    });
  };
  /** Where the agent's component of this name keeps what it makes. */
  const homeIn = (scope: Scope, name: string): Owner =>
    homeOf(agentOf(scope).components.find((component) => component.name === name) ?? {}, ownerOf(scope));
  /** One consolidation of an owner at a time: a second one would only find what the first is about to do. */
  const consolidateScope = (scope: Scope, options: ConsolidateOptions, until?: Date, sessionId?: string) => {
    const agent = agentOf(scope);
    const owner = ownerOf(scope);
    const signal = untilStopped(options.signal);
    const work = async () => {
      await spans.flush(() => buffer.flush(owner));
      const { parallel, sessionIdleMs } = agent.consolidation;
      return consolidate(owner, {
        ...{ store, clock, tokenizer, languages, events, embedder, sessionId, parallel, sessionIdleMs, signal, until },
        components: agent.components,
        cycle: agent.cycle,
        llm: options.llm ?? llm,
        follow: () => followProfile(owner, profile, { store, clock }),
      });
    };
    return consolidating.run(owner, signal, async () => {
      const report = await spans.consolidate(work);
      await keptMetrics?.keep();
      return report;
    });
  };
  const oldEnough = ({ consolidation }: Agent, minAgeMs = consolidation.minAgeMs): Date =>
    new Date(clock.now().getTime() - minAgeMs);
  const triggers = new Triggers({
    consolidate: (owner, isIdle) => consolidateScope(owner, {}, isIdle ? undefined : oldEnough(agentOf(owner))),
    failed(owner, error) {
      if (!stopping.signal.aborted) events.emit('consolidationFailed', { owner, error });
    },
  });
  /** Gives what lacks a vector one without anyone waiting. */
  const embedQuietly = async (owner: Owner): Promise<void> => {
    if (embedder === undefined) return;
    await embedPending(owner, { store, embedder, events, signal: stopping.signal }).catch((error) => {
      if (!stopping.signal.aborted) events.emit('embeddingFailed', { owner, error });
    });
  };
  const embedLater = (owner: Owner): void => {
    embedding = embedding.then(() => embedQuietly(owner));
  };

  const revising = new OwnerQueue();
  const engine: Engine = {
    ...{
      store,
      spans,
      clock,
      tokenizer,
      languages,
      embedder,
      llm,
      events,
      signal: stopping.signal,
      scopeOf,
      agentOf,
      homeIn,
      embedLater,
      followProfile: followChanges,
    },
    inTurn(owner, work, signal) {
      const until = untilStopped(signal);
      return revising.run(owner, until, () => work(until));
    },
    whileNotConsolidating(owner, work, signal) {
      const until = untilStopped(signal);
      return consolidating.run(owner, until, () => work(until));
    },
    alone(owner, work, signal) {
      const until = untilStopped(signal);
      return consolidating.run(owner, until, () => engine.inTurn(owner, work, until));
    },
  };

  const touch = (scope: Scope, items: readonly RecallItem[]): void => {
    for (const { owner: holder, isReadOnly } of spacesOf(agentOf(scope), scope))
      if (isReadOnly !== true)
        accesses.add(
          holder,
          items.filter(({ agentId }) => agentId === holder.agentId).map(({ id }) => id),
        );
  };
  const fabric = fabricOf(engine);
  const contexts = contextsOf(
    engine,
    { ...settings, profile },
    {
      record: (episode) => souvenir.record(episode),
      flush: () => souvenir.flush(),
      recall: (query, asked) => souvenir.recall(query, asked),
      touch,
    },
  );
  const souvenir: Souvenir = {
    record(input) {
      const episode = capture(input, scopeOf(), clock, echoes);
      const { consolidation } = agentOf(episode);
      buffer.add(episode);
      triggers.recorded(ownerOf(episode), consolidation);
      return episode;
    },
    async flush() {
      scopeOf();
      await spans.flush(() => buffer.flush());
    },
    async consolidate(options = {}) {
      const { minAgeMs } = parse(consolidateOptionsSchema, options, 'consolidate');
      const scope = scopeOf(options);
      return consolidateScope(scope, options, oldEnough(agentOf(scope), minAgeMs), options.sessionId);
    },
    async recall(query, options = {}) {
      const scope = scopeOf(options);
      const config = agentOf(scope).recall;
      const parsed = parse(recallOptionsSchema, options, 'recall');
      const owner = ownerOf(scope);
      const spaces = spacesOf(agentOf(scope), scope);
      const text = parse(z.string(), query, 'query');
      const context = { store, embedder, tokenizer, languages, reranker, clock, config };
      const result = await spans.recall(() => recall(text, spaces, parsed as RecallOptions, context));
      for (const { content } of result.items) echoes.give(owner, content);
      if (parsed.touch && parsed.asOf === undefined) touch(scope, result.items);
      events.emit('recalled', { owner, result });
      return result;
    },
    async onContextPressure(options = {}) {
      parse(pressingOptionsSchema, options, 'onContextPressure');
      return consolidateScope(scopeOf(options), options, undefined, options.sessionId);
    },
    async endSession(options = {}) {
      parse(pressingOptionsSchema, options, 'endSession');
      const scope = scopeOf(options);
      agentOf(scope);
      const owner = ownerOf(scope);
      const sessionId = scope.sessionId ?? 'default';
      await buffer.flush(owner);
      const at = endOf(sessionId, await store.listSessions(owner), clock.now());
      await store.write(owner, { endedSessions: [{ sessionId, at }] });
      return consolidateScope(scope, options, undefined, sessionId);
    },
    ...fabric,
    capture: capturingOf(engine, (episode) => souvenir.record(episode), settings.writePolicy),
    ...familiarOf(engine, () => souvenir),
    ...contexts,
    ...cyclingOf(engine),
    ...retracingOf(engine, (query, options) => souvenir.recall(query, options)),
    async stats(given) {
      const owner = ownerOf(scopeOf(given));
      const unembedded = embedder === undefined ? 0 : await store.countUnembedded(owner, embedder.id);
      const activity = owner.tenantId === tenantId ? await keptMetrics?.activity() : undefined;
      return { ...(await store.stats(owner)), unembedded, activity };
    },
    on(event, listener) {
      parse(eventNameSchema, event, 'event');
      return events.on(event, listener);
    },
    events(names, options = {}) {
      scopeOf();
      parse(z.array(eventNameSchema).optional(), names, 'events.names');
      const { signal, most } = parse(streamOptionsSchema, options, 'events');
      return eventStream(events, names, {
        signal: AbortSignal.any([closed.signal, ...(signal === undefined ? [] : [signal])]),
        most,
      });
    },
    async settled() {
      await Promise.all([consolidating.settled(), revising.settled(), accesses.settle(), embedding]);
      await followChanges();
    },
    close() {
      closing ??= (async () => {
        triggers.stop();
        stopping.abort(new SouvenirError('closed', 'this memory is closed'));
        await souvenir.settled();
        const flushed = await Promise.allSettled([buffer.flush()]);
        await keptMetrics?.keep();
        const ended = await Promise.allSettled([
          ...components.map((component) => component.close?.()),
          embedder?.close?.(),
          store.close(),
        ]);
        closed.abort();
        const failed = [...flushed, ...ended].find(({ status }) => status === 'rejected');
        if (failed?.status === 'rejected') throw failed.reason;
      })();
      return closing;
    },
  };

  for (const { id, consolidation } of agents.values())
    if (consolidation.everyMs !== undefined)
      triggers.schedule(consolidation.everyMs, { ...ownerOf(settings.scope), agentId: id }, async () =>
        (await store.owners()).filter(({ agentId }) => agentId === id),
      );
  if (settings.embedInBackground && embedder !== undefined) embedding = embedEveryOwner();
  return souvenir;

  /** After a change of embedder, or a run cut short, everything of these agents gets its vector without anyone waiting. */
  async function embedEveryOwner(): Promise<void> {
    const shared = [DOCUMENTS, ...components.flatMap((component) => component.sharedAs ?? [])].map(
      (name) => `${SHARED_PREFIX}${name}`,
    );
    const known = new Set([...agents.keys(), ...shared]);
    for (const owner of (await store.owners()).filter(({ agentId }) => known.has(agentId))) await embedQuietly(owner);
  }
}
