import type { Clock } from '../contracts/clock.ts';
import type { Embedder } from '../contracts/embedder.ts';
import type { Languages } from '../contracts/language.ts';
import type { Llm } from '../contracts/llm.ts';
import type { Store } from '../contracts/store.ts';
import type { Tokenizer } from '../contracts/tokenizer.ts';
import type { Degradation } from '../model/report.ts';
import type { Owner, Scope, ScopeInput } from '../model/scope.ts';
import type { Events } from '../telemetry/events.ts';
import type { Spans } from '../telemetry/spans.ts';
import type { Agent } from './agent.ts';

/** What the calls of one memory have in common. */
export interface Engine {
  readonly store: Store;
  readonly clock: Clock;
  readonly tokenizer: Tokenizer;
  readonly languages: Languages;
  readonly embedder: Embedder | undefined;
  readonly llm: Llm | undefined;
  readonly events: Events;
  readonly spans: Spans;
  /** Aborts when the memory is closed. */
  readonly signal: AbortSignal;
  /** A call's scope with the rest filled in; refused once the memory is closed. */
  scopeOf(given?: ScopeInput): Scope;
  agentOf(scope: Scope): Agent;
  /** Where the agent's component of this name keeps what it makes. */
  homeIn(scope: Scope, component: string): Owner;
  /** What looks before it writes: one after another for an owner, and none once the signal or the memory's end says so. */
  inTurn<Result>(owner: Owner, work: (signal: AbortSignal) => Promise<Result>, signal?: AbortSignal): Promise<Result>;
  /** As `inTurn`, and while no consolidation of the owner is at work. */
  alone<Result>(owner: Owner, work: (signal: AbortSignal) => Promise<Result>, signal?: AbortSignal): Promise<Result>;
  /** While no consolidation of the owner is at work; what revises single memories goes on beside it. */
  whileNotConsolidating<Result>(
    owner: Owner,
    work: (signal: AbortSignal) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result>;
  /** Resolves when the profile knows what became of single memories so far, with what kept it from that. */
  followProfile(): Promise<readonly Degradation[]>;
  /** Gives what lacks a vector one without anyone waiting. */
  embedLater(owner: Owner): void;
}
