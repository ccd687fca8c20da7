import type { Reader } from '../contracts/reader.ts';
import type { RecallOptions, RecallResult } from '../model/recall.ts';
import type { Degradation } from '../model/report.ts';
import { type Owner, ownerOf, type Place, type Scope } from '../model/scope.ts';
import { changedConfig, type RecallChange, type RecallConfig } from '../recall/config.ts';
import { type Explanation, explain } from '../recall/explain.ts';
import { Gate } from '../recall/gate.ts';
import { patientReader } from '../recall/patient-reader.ts';
import { recall } from '../recall/pipeline.ts';
import { askEach } from '../recall/several.ts';
import type { Agent } from './agent.ts';
import type { Settings } from './options.ts';
import type { SavedSettings } from './saved-settings.ts';
import { spacesOf } from './spaces.ts';
import type { WaitingTurns } from './waiting-turns.ts';

/** Enough that some wait for an embedder or a database of another machine while others search. */
const RECALLS_AT_ONCE = 16;

interface Asked {
  readonly query: string;
  readonly scope: Scope;
  readonly options: RecallOptions;
  /** Of this call's own. */
  readonly change?: RecallChange | undefined;
  /** Turns that the prompt shows anyway for which it is asked; for no prompt unless given. */
  readonly shown?: readonly string[] | undefined;
  /** Unless it is not to be: sooner, without the reader. */
  readonly isRead?: boolean;
}

interface Sources {
  readonly settings: Settings;
  readonly saved: SavedSettings;
  readonly waiting: WaitingTurns;
  agentOf(scope: Owner): Agent;
  /** Aborts with the caller's, and when the memory is closed. */
  untilStopped(signal: AbortSignal | undefined): AbortSignal;
}

/** What memories say to a query, and the turns that wait to become some. */
export class Recalling {
  readonly #sources: Sources;
  readonly #reader: Reader | undefined;
  readonly #gate = new Gate(RECALLS_AT_ONCE);

  constructor(sources: Sources) {
    this.#sources = sources;
    const { readsOrder, reader } = sources.settings;
    this.#reader =
      readsOrder && reader !== undefined ? patientReader(reader, () => this.#gate.countWaiting) : undefined;
  }

  /** How the agent recalls: what was saved, over what the code says. */
  async configOf(scope: Scope): Promise<{ readonly config: RecallConfig; readonly degraded: readonly Degradation[] }> {
    const { recall: own } = this.#sources.agentOf(scope);
    const { change, degraded } = await this.#sources.saved.tuned(scope);
    return { config: changedConfig(own, change), degraded };
  }

  recall(asked: Asked): Promise<RecallResult> {
    return this.#answer(recall, asked);
  }

  async explain(asked: Asked): Promise<Explanation> {
    const found = await this.#answer(explain, asked);
    const isUnread = asked.isRead === false && this.#reader !== undefined && found.candidates.listed === 0;
    return { ...found, ...(isUnread && { isUnread }) };
  }

  async #answer<Found extends RecallResult & { readonly considered?: RecallResult['items'] }>(
    ask: (...given: Parameters<typeof recall>) => Promise<Found>,
    { query, scope, options, change, shown, isRead = true }: Asked,
  ): Promise<Found> {
    const { settings, waiting, agentOf, untilStopped } = this.#sources;
    const { store, embedder, tokenizer, languages, reranker, clock } = settings;
    const agent = agentOf(scope);
    const tuned = await this.configOf(scope);
    const config = changedConfig(tuned.config, change);
    const owner = ownerOf(scope);
    const request = {
      ...{ ...options, projectId: scope.projectId, currentSessionId: scope.sessionId },
      // A prompt has no place for offers.
      offersArchived: shown === undefined,
    };
    const context = {
      ...{ store, embedder, tokenizer, languages, reranker, clock, config, reader: isRead ? this.#reader : undefined },
      inTurn: <Result>(find: () => Promise<Result>) => this.#gate.run(untilStopped(options.signal), find),
    };
    // What was known at a moment past is told by memories alone.
    const turns = options.asOf === undefined ? await waiting.heard(query, owner, agent, shown ?? []) : undefined;
    const spaces = [...spacesOf(agent, scope), ...(turns?.spaces ?? [])];
    const found = await askEach(ask, query, spaces, request, context);
    const marked = (items: RecallResult['items']) =>
      items.map((item) => (turns?.ids.has(item.id) ? { ...item, isWaiting: true } : item));
    const place = { projectId: scope.projectId, sessionId: options.sessionId };
    return {
      ...found,
      items: marked(found.items),
      ...(found.considered !== undefined && { considered: marked(found.considered) }),
      ...(found.reason !== undefined && {
        reason: turns === undefined ? found.reason : this.#silenceOf(found.reason, owner, place),
      }),
      degraded: [...found.degraded, ...(turns?.degraded ?? []), ...tuned.degraded],
    };
  }

  /** Why an answer is empty, and that turns wait to be consolidated. */
  #silenceOf(reason: string, owner: Owner, place: Place): string {
    const count = this.#sources.waiting.count(owner, place);
    return count === 0
      ? reason
      : `${reason}; ${count} recorded ${count === 1 ? 'turn waits' : 'turns wait'} to be consolidated`;
  }
}
