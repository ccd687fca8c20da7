import type { Reader } from '../contracts/reader.ts';
import type { RecallOptions, RecallResult } from '../model/recall.ts';
import type { Degradation } from '../model/report.ts';
import { type Owner, ownerOf, type Scope, type ScopeFilter } from '../model/scope.ts';
import { askEach } from '../recall/ask-each.ts';
import { boundedReader } from '../recall/bounded-reader.ts';
import { changedConfig, type RecallChange, type RecallConfig } from '../recall/config.ts';
import { type Explanation, explain } from '../recall/explain.ts';
import { Gate } from '../recall/gate.ts';
import { recall } from '../recall/pipeline.ts';
import type { Agent } from './agent.ts';
import type { Settings } from './options.ts';
import type { SavedSettings } from './saved-settings.ts';
import { spacesOf } from './spaces.ts';
import type { WaitingTurns } from './waiting-turns.ts';

/** Enough that some may wait for a remote embedder or database while others search. */
const MAX_CONCURRENT_RECALLS = 16;

interface RecallRequest {
  readonly query: string;
  readonly scope: Scope;
  readonly options: RecallOptions;
  readonly change?: RecallChange | undefined;
  /** Turns that the prompt shows anyway; undefined when recall is not for a prompt. */
  readonly shown?: readonly string[] | undefined;
  /** False skips the reader, which is faster. */
  readonly isRead?: boolean;
}

interface RecallSources {
  readonly settings: Settings;
  readonly savedSettings: SavedSettings;
  readonly waiting: WaitingTurns;
  agentOf(scope: Owner): Agent;
  untilStopped(signal: AbortSignal | undefined): AbortSignal;
}

export class AgentRecall {
  readonly #sources: RecallSources;
  readonly #reader: Reader | undefined;
  readonly #gate = new Gate(MAX_CONCURRENT_RECALLS);

  constructor(sources: RecallSources) {
    this.#sources = sources;
    const { readsOrder, reader } = sources.settings;
    this.#reader =
      readsOrder && reader !== undefined ? boundedReader(reader, () => this.#gate.countWaiting) : undefined;
  }

  /** The agent's saved recall settings over its configured ones. */
  async configOf(scope: Scope): Promise<{ readonly config: RecallConfig; readonly degraded: readonly Degradation[] }> {
    const { recall: agentConfig } = this.#sources.agentOf(scope);
    const { change, degraded } = await this.#sources.savedSettings.tuned(scope);
    return { config: changedConfig(agentConfig, change), degraded };
  }

  recall(request: RecallRequest): Promise<RecallResult> {
    return this.#answer(recall, request);
  }

  async explain(request: RecallRequest): Promise<Explanation> {
    const answer = await this.#answer(explain, request);
    const isUnread = request.isRead === false && this.#reader !== undefined && answer.candidates.listed === 0;
    return { ...answer, ...(isUnread && { isUnread }) };
  }

  async #answer<Answer extends RecallResult & { readonly considered?: RecallResult['items'] }>(
    ask: (...given: Parameters<typeof recall>) => Promise<Answer>,
    { query, scope, options, change, shown, isRead = true }: RecallRequest,
  ): Promise<Answer> {
    const { settings, waiting, agentOf, untilStopped } = this.#sources;
    const { store, embedder, tokenizer, languages, reranker, clock } = settings;
    const agent = agentOf(scope);
    const tuned = await this.configOf(scope);
    const config = changedConfig(tuned.config, change);
    const owner = ownerOf(scope);
    const request = {
      ...{ ...options, projectId: scope.projectId, currentSessionId: scope.sessionId },
      // A prompt cannot offer archived memories.
      offersArchived: shown === undefined,
    };
    const context = {
      ...{ store, embedder, tokenizer, languages, reranker, clock, config, reader: isRead ? this.#reader : undefined },
      inTurn: <Result>(find: () => Promise<Result>) => this.#gate.run(untilStopped(options.signal), find),
    };
    // Waiting turns say nothing of the past, so `asOf` reads memories alone.
    const turns = options.asOf === undefined ? await waiting.findSpaces(query, owner, agent, shown ?? []) : undefined;
    const spaces = [...spacesOf(agent, scope), ...(turns?.spaces ?? [])];
    const answer = await askEach(ask, query, spaces, request, context);
    const markWaiting = (items: RecallResult['items']) =>
      items.map((item) => (turns?.ids.has(item.id) ? { ...item, isWaiting: true } : item));
    const scopeFilter = { projectId: scope.projectId, sessionId: options.sessionId };
    return {
      ...answer,
      items: markWaiting(answer.items),
      ...(answer.considered !== undefined && { considered: markWaiting(answer.considered) }),
      ...(answer.reason !== undefined && {
        reason: turns === undefined ? answer.reason : this.#explainSilence(answer.reason, owner, scopeFilter),
      }),
      degraded: [...answer.degraded, ...(turns?.degraded ?? []), ...tuned.degraded],
    };
  }

  #explainSilence(reason: string, owner: Owner, scopeFilter: ScopeFilter): string {
    const count = this.#sources.waiting.count(owner, scopeFilter);
    return count === 0
      ? reason
      : `${reason}; ${count} recorded ${count === 1 ? 'turn waits' : 'turns wait'} to be consolidated`;
  }
}
