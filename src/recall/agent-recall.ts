import type { Clock } from '../contracts/clock.ts';
import type { Embedder } from '../contracts/embedder.ts';
import type { Languages } from '../contracts/language.ts';
import type { Reader } from '../contracts/reader.ts';
import type { Reranker } from '../contracts/reranker.ts';
import type { Store } from '../contracts/store.ts';
import type { Tokenizer } from '../contracts/tokenizer.ts';
import { parse } from '../model/parse.ts';
import {
  type RecallItem,
  type RecallOptions,
  type RecallRequest,
  type RecallResult,
  recallOptionsSchema,
} from '../model/recall.ts';
import type { Degradation } from '../model/report.ts';
import { type Owner, ownerOf, type Scope, type ScopeFilter } from '../model/scope.ts';
import type { Events } from '../telemetry/events.ts';
import type { Spans } from '../telemetry/spans.ts';
import type { AccessLog } from './access-log.ts';
import { joinAnswers, type QuestionAnswer, questionsOf } from './ask-each.ts';
import { boundedReader } from './bounded-reader.ts';
import { changedConfig, type RecallChange, type RecallConfig } from './config.ts';
import { type ExplainOptions, type Explanation, explainOptionsSchema, explanationOf } from './explain.ts';
import { Gate } from './gate.ts';
import { answer, type RecallAnswer, type RecallContext } from './pipeline.ts';
import type { SavedSettings } from './saved-settings.ts';
import { type RecalledAgent, spacesOf } from './spaces.ts';
import type { WaitingTurns } from './waiting-turns.ts';

/** Enough that some may wait for a remote embedder or database while others search. */
const MAX_CONCURRENT_RECALLS = 16;

interface AgentRecallContext {
  readonly store: Store;
  readonly embedder: Embedder | undefined;
  readonly tokenizer: Tokenizer;
  readonly languages: Languages;
  readonly reranker: Reranker;
  readonly reader: Reader | undefined;
  /** Whether the reader decides the order of the items. */
  readonly readsOrder: boolean;
  readonly clock: Clock;
  readonly events: Events;
  readonly spans: Pick<Spans, 'recall'>;
  readonly savedSettings: Pick<SavedSettings, 'tuned'>;
  readonly waiting: WaitingTurns;
  readonly accesses: Pick<AccessLog, 'add'>;
  /** Gets every recalled text, so that memory does not learn from itself. */
  readonly echoes: { add(owner: Owner, content: string): void };
  /** Aborts when the memory closes. */
  readonly signal: AbortSignal;
  agentOf(scope: Owner): RecalledAgent;
}

interface Asked {
  readonly options: RecallOptions;
  readonly change?: RecallChange | undefined;
  /** Turns that the prompt shows anyway; undefined when recall is not for a prompt. */
  readonly shown?: readonly string[] | undefined;
  /** False skips the reader, which is faster. */
  readonly isRead?: boolean;
}

type Answer = QuestionAnswer & RecallResult;
type Render<Result> = (answered: RecallAnswer, request: RecallRequest, context: RecallContext) => Result;

/** Recall over everything that the query of an agent spans: its spaces, and the turns that wait to be consolidated. */
export class AgentRecall {
  readonly #context: AgentRecallContext;
  readonly #reader: Reader | undefined;
  readonly #gate = new Gate(MAX_CONCURRENT_RECALLS);

  constructor(context: AgentRecallContext) {
    this.#context = context;
    const { readsOrder, reader } = context;
    this.#reader =
      readsOrder && reader !== undefined ? boundedReader(reader, () => this.#gate.countWaiting) : undefined;
  }

  /** Includes waiting turns, except those `shown`. */
  async recall(
    query: string,
    scope: Scope,
    given: RecallOptions = {},
    shown?: readonly string[],
  ): Promise<RecallResult> {
    const { events, spans, echoes, agentOf } = this.#context;
    agentOf(scope);
    const { touch, ...options } = parse(recallOptionsSchema, given, 'recall');
    const owner = ownerOf(scope);
    const result = await spans.recall(() =>
      this.#ask(query, scope, { options: options as RecallOptions, shown }, (answered) => answered.result),
    );
    for (const { content } of [...result.items, ...(result.archived ?? [])]) echoes.add(owner, content);
    if (touch && options.asOf === undefined) this.touch(scope, result.items);
    events.emit('recalled', { owner, result });
    return result;
  }

  /** Explains a recall without side effects: no access is counted, no event emitted, no echo noted. */
  async explain(query: string, scope: Scope, given: ExplainOptions = {}): Promise<Explanation> {
    const { config: change, read: isRead = true, ...options } = parse(explainOptionsSchema, given, 'explain');
    const asked = { change, isRead, options: options as RecallOptions };
    const explanation = await this.#ask(query, scope, asked, explanationOf);
    const isUnread = !isRead && this.#reader !== undefined && explanation.candidates.listed === 0;
    return { ...explanation, ...(isUnread && { isUnread }) };
  }

  /** Counts recalled memories as used, except those in read-only spaces. */
  touch(scope: Scope, items: readonly RecallItem[]): void {
    const { store, accesses, agentOf } = this.#context;
    for (const { owner, isReadOnly } of spacesOf(agentOf(scope), scope)) {
      const ids = items
        .filter(({ agentId, isWaiting }) => agentId === owner.agentId && isWaiting !== true)
        .map(({ id }) => id);
      if (isReadOnly !== true && !store.isReadOnly) accesses.add(owner, ids);
    }
  }

  /** The agent's saved recall settings over its configured ones. */
  async configOf(scope: Scope): Promise<{ readonly config: RecallConfig; readonly degraded: readonly Degradation[] }> {
    const { recall: agentConfig } = this.#context.agentOf(scope);
    const { change, degraded } = await this.#context.savedSettings.tuned(scope);
    return { config: changedConfig(agentConfig, change), degraded };
  }

  async #ask<Result extends Answer>(
    query: string,
    scope: Scope,
    { options, change, shown, isRead = true }: Asked,
    render: Render<Result>,
  ): Promise<Result> {
    const { store, embedder, tokenizer, languages, reranker, clock, signal, waiting, agentOf } = this.#context;
    const agent = agentOf(scope);
    const tuned = await this.configOf(scope);
    const config = changedConfig(tuned.config, change);
    const owner = ownerOf(scope);
    const request = {
      ...{ ...options, projectId: scope.projectId, currentSessionId: scope.sessionId },
      // A prompt cannot offer archived memories.
      offersArchived: shown === undefined,
    };
    const until = options.signal === undefined ? signal : AbortSignal.any([signal, options.signal]);
    const context = {
      ...{ store, embedder, tokenizer, languages, reranker, clock, config, reader: isRead ? this.#reader : undefined },
      inTurn: <Result>(find: () => Promise<Result>) => this.#gate.run(until, find),
    };
    // Waiting turns say nothing of the past, so `asOf` reads memories alone.
    const turns = options.asOf === undefined ? await waiting.findSpaces(query, owner, agent, shown ?? []) : undefined;
    const spaces = [...spacesOf(agent, scope), ...(turns?.spaces ?? [])];
    const answered: Result[] = [];
    const questions = questionsOf(query, request, context);
    // One after the other, so that one query does not use up the concurrent recalls.
    for (const text of questions.length === 0 ? [query] : questions)
      answered.push(render(await answer(text, spaces, request, context), request, context));
    const joined =
      questions.length === 0 ? answered[0] : await joinAnswers(query, questions, answered, request, context);
    const result = joined as Result;
    const markWaiting = (items: RecallResult['items']) =>
      items.map((item) => (turns?.ids.has(item.id) ? { ...item, isWaiting: true } : item));
    const scopeFilter = { projectId: scope.projectId, sessionId: options.sessionId };
    return {
      ...result,
      items: markWaiting(result.items),
      ...(result.considered !== undefined && { considered: markWaiting(result.considered) }),
      ...(result.reason !== undefined && {
        reason: turns === undefined ? result.reason : this.#explainSilence(result.reason, owner, scopeFilter),
      }),
      degraded: [...result.degraded, ...(turns?.degraded ?? []), ...tuned.degraded],
    };
  }

  #explainSilence(reason: string, owner: Owner, scopeFilter: ScopeFilter): string {
    const count = this.#context.waiting.count(owner, scopeFilter);
    return count === 0
      ? reason
      : `${reason}; ${count} recorded ${count === 1 ? 'turn waits' : 'turns wait'} to be consolidated`;
  }
}
