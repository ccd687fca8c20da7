import { z } from 'zod';
import { memorySection } from './compose/memory-section.ts';
import type { Agent } from './config/agent.ts';
import { type SouvenirOptions, settle } from './config/options.ts';
import { embedPending } from './consolidate/embed.ts';
import { consolidate } from './consolidate/pipeline.ts';
import type { Llm } from './contracts/llm.ts';
import type { StoreStats } from './contracts/store.ts';
import { SouvenirError } from './errors.ts';
import type { Episode, EpisodeInput } from './model/episode.ts';
import { parse } from './model/parse.ts';
import { type RecallItem, type RecallOptions, type RecallResult, recallOptionsSchema } from './model/recall.ts';
import type { ConsolidationReport, Degradation } from './model/report.ts';
import { ownerOf, type Scope, type ScopeInput, scopeInputSchema, scopeSchema } from './model/scope.ts';
import { requireNode } from './node-version.ts';
import { AccessLog } from './recall/access-log.ts';
import { recall, tokenBudgetOf } from './recall/pipeline.ts';
import { EpisodeBuffer } from './record/buffer.ts';
import { capture } from './record/capture.ts';
import { Echoes } from './record/echo.ts';
import { type EventName, Events, type Listener } from './telemetry/events.ts';

const consolidateOptionsSchema = z.strictObject({
  ...scopeInputSchema.shape,
  /** Overrides the agent's minimum age of episodes. */
  minAgeMs: z.number().nonnegative().optional(),
  llm: z.custom<Llm>((value) => typeof value === 'function', 'must be a function').optional(),
  signal: z.instanceof(AbortSignal).optional(),
});
export type ConsolidateOptions = Readonly<z.input<typeof consolidateOptionsSchema>>;

/** What an agent should know before its next turn. */
export interface SessionContext {
  readonly identity: string | undefined;
  readonly memories: readonly RecallItem[];
  /** The memories as prompt text, fenced and labelled; empty when none is relevant. */
  readonly text: string;
  readonly tokens: number;
  readonly reason: string | undefined;
  readonly degraded: readonly Degradation[];
}

/** A memory. Every call takes the scope it is about; what it leaves out comes from the options. */
export interface Souvenir {
  /** Keeps an episode. Returns at once; `flush` tells when it is durable. Throws on a malformed one. */
  record(episode: EpisodeInput): Episode;
  /** Resolves when everything recorded before the call is durable. */
  flush(): Promise<void>;
  /** Turns recorded episodes into memories. */
  consolidate(options?: ConsolidateOptions): Promise<ConsolidationReport>;
  /** What matters for this query: best first, or nothing and why. */
  recall(query: string, options?: RecallOptions): Promise<RecallResult>;
  loadContext(intent: string, options?: RecallOptions): Promise<SessionContext>;
  /** To be called before a context window is cut: consolidates everything, however young. */
  onContextPressure(options?: ConsolidateOptions): Promise<ConsolidationReport>;
  /** Marks a session as ended and consolidates it, however young. */
  endSession(options?: ConsolidateOptions): Promise<ConsolidationReport>;
  stats(scope?: ScopeInput): Promise<StoreStats & { unembedded: number }>;
  /** Returns the way to stop listening. */
  on<Name extends EventName>(event: Name, listener: Listener<Name>): () => void;
  /** Resolves when nothing goes on in the background. */
  settled(): Promise<void>;
  /** Flushes, then closes the store, the embedder and the components it was given. */
  close(): Promise<void>;
}

/** Opens a memory over a store. */
export async function createSouvenir(options: SouvenirOptions): Promise<Souvenir> {
  requireNode();
  const settings = settle(options);
  const { store, agents, embedder, tokenizer, reranker, clock, llm } = settings;
  const components = [...new Set([...agents.values()].flatMap((agent) => agent.components))];
  await store.open();
  try {
    await Promise.all(components.map((component) => component.initialize?.()));
  } catch (error) {
    await store.close();
    throw error;
  }

  const events = new Events();
  const buffer = new EpisodeBuffer(store, events, settings.buffer);
  const accesses = new AccessLog(store, events, clock);
  const echoes = new Echoes();
  const stopping = new AbortController();
  let embedding: Promise<void> = Promise.resolve();
  let consolidating: Promise<unknown> = Promise.resolve();
  let closing: Promise<void> | undefined;

  const scopeOf = (given: ScopeInput = {}): Scope => {
    if (closing !== undefined)
      throw new SouvenirError('closed', 'this memory is closed', { advice: 'create a new one' });
    const { tenantId, userId, agentId, projectId, sessionId } = given;
    const named = Object.entries({ tenantId, userId, agentId, projectId, sessionId }).filter(
      ([, value]) => value !== undefined,
    );
    return parse(scopeSchema, { ...settings.scope, ...Object.fromEntries(named) }, 'scope');
  };
  const agentOf = ({ agentId }: Scope): Agent => {
    const agent = agents.get(agentId);
    if (agent !== undefined) return agent;
    throw new SouvenirError('invalidInput', `agentId: no agent ${JSON.stringify(agentId)} is defined`, {
      advice: `known: ${[...agents.keys()].join(', ')}; pass it to createSouvenir with defineAgent`,
    });
  };
  /** One consolidation at a time: a second one would only find what the first is about to do. */
  const consolidateScope = (scope: Scope, options: ConsolidateOptions, until?: Date, sessionId?: string) => {
    const agent = agentOf(scope);
    const { signal } = options;
    const run = consolidating.then(async () => {
      await buffer.flush();
      return consolidate(ownerOf(scope), {
        ...{ store, clock, tokenizer, events, embedder, sessionId },
        components: agent.components,
        llm: options.llm ?? llm,
        signal: signal === undefined ? stopping.signal : AbortSignal.any([stopping.signal, signal]),
        until,
      });
    });
    consolidating = run.catch(() => {});
    return run;
  };

  const souvenir: Souvenir = {
    record(input) {
      const episode = capture(input, scopeOf(), clock, echoes);
      agentOf(episode);
      buffer.add(episode);
      return episode;
    },
    async flush() {
      scopeOf();
      await buffer.flush();
    },
    async consolidate(options = {}) {
      const { minAgeMs } = parse(consolidateOptionsSchema, options, 'consolidate');
      const scope = scopeOf(options);
      const age = minAgeMs ?? agentOf(scope).consolidation.minAgeMs;
      return consolidateScope(scope, options, new Date(clock.now().getTime() - age), options.sessionId);
    },
    async recall(query, options = {}) {
      const scope = scopeOf(options);
      const config = agentOf(scope).recall;
      const parsed = parse(recallOptionsSchema, options, 'recall');
      const owner = ownerOf(scope);
      const result = await recall(parse(z.string(), query, 'query'), owner, parsed as RecallOptions, {
        store,
        embedder,
        tokenizer,
        reranker,
        clock,
        config,
      });
      for (const { content } of result.items) echoes.give(owner, content);
      if (parsed.touch)
        accesses.add(
          owner,
          result.items.map(({ id }) => id),
        );
      events.emit('recalled', { owner, result });
      return result;
    },
    async loadContext(intent, options = {}) {
      const agent = agentOf(scopeOf(options));
      const { items, reason, degraded } = await souvenir.recall(intent, options);
      const budget = tokenBudgetOf(options, agent.recall);
      const { items: memories, text, tokens } = memorySection(items, budget, tokenizer);
      const why = memories.length === 0 ? (reason ?? 'no relevant memory fits the token budget') : undefined;
      return { identity: agent.identity, memories, text, tokens, reason: why, degraded };
    },
    async onContextPressure(options = {}) {
      return consolidateScope(scopeOf(options), options);
    },
    async endSession(options = {}) {
      const scope = scopeOf(options);
      const sessionId = scope.sessionId ?? 'default';
      await buffer.flush();
      await store.write(ownerOf(scope), { endedSessions: [{ sessionId, at: clock.now() }] });
      return consolidateScope(scope, options, undefined, sessionId);
    },
    async stats(given) {
      const owner = ownerOf(scopeOf(given));
      const unembedded = embedder === undefined ? 0 : await store.countUnembedded(owner, embedder.id);
      return { ...(await store.stats(owner)), unembedded };
    },
    on: (event, listener) => events.on(event, listener),
    async settled() {
      await Promise.all([consolidating, accesses.settle(), embedding]);
    },
    close() {
      closing ??= (async () => {
        stopping.abort(new SouvenirError('closed', 'this memory is closed'));
        await souvenir.settled();
        const flushed = await Promise.allSettled([buffer.flush()]);
        const closed = await Promise.allSettled([
          ...components.map((component) => component.close?.()),
          embedder?.close?.(),
          store.close(),
        ]);
        const failed = [...flushed, ...closed].find(({ status }) => status === 'rejected');
        if (failed?.status === 'rejected') throw failed.reason;
      })();
      return closing;
    },
  };

  if (settings.embedInBackground) embedding = embedEveryOwner();
  return souvenir;

  /** After a change of embedder, or a run cut short, everything of these agents gets its vector without anyone waiting. */
  async function embedEveryOwner(): Promise<void> {
    if (embedder === undefined) return;
    for (const owner of (await store.owners()).filter(({ agentId }) => agents.has(agentId)))
      await embedPending(owner, { store, embedder, events, signal: stopping.signal }).catch((error) => {
        if (!stopping.signal.aborted) events.emit('embeddingFailed', { owner, error });
      });
  }
}
