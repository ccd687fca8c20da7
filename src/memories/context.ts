import type { Clock } from '../contracts/clock.ts';
import type { Embedder } from '../contracts/embedder.ts';
import type { Llm } from '../contracts/llm.ts';
import type { Store } from '../contracts/store.ts';
import type { Owner, Place } from '../model/scope.ts';
import type { Events } from '../telemetry/events.ts';

/** What every operation on single memories works with. */
export interface ReviseContext {
  readonly owner: Owner;
  /** What the call itself named: what belongs to another project or session is out of its sight. */
  readonly within: Place;
  readonly store: Store;
  readonly clock: Clock;
  readonly embedder: Embedder | undefined;
  readonly llm: Llm | undefined;
  readonly events: Events;
  readonly signal?: AbortSignal;
  /** Gives what lacks a vector one without anyone waiting. */
  embedLater(owner: Owner): void;
}
