import type { Episode } from '../model/episode.ts';
import type { Memory } from '../model/memory.ts';
import type { RecallResult } from '../model/recall.ts';
import type { ConsolidationReport } from '../model/report.ts';
import type { Owner } from '../model/scope.ts';

/** Every event, with what its listeners get. */
export interface SouvenirEvents {
  episodeRecorded: { episode: Episode };
  episodesFlushed: { count: number };
  /** The episodes stay buffered and are tried again at the next flush. */
  flushFailed: { error: unknown; buffered: number };
  memoryCreated: { memory: Memory };
  memorySuperseded: { owner: Owner; memoryId: string; by: string | undefined };
  /** Episodes consumed of those that were pending for a component. */
  consolidationProgress: { owner: Owner; component: string; done: number; total: number };
  consolidationCompleted: { owner: Owner; report: ConsolidationReport };
  /** A consolidation that nobody waits for, started by a trigger, failed. */
  consolidationFailed: { owner: Owner; error: unknown };
  embeddingProgress: { owner: Owner; embedded: number; remaining: number };
  embeddingFailed: { owner: Owner; error: unknown };
  recalled: { owner: Owner; result: RecallResult };
  accessesFailed: { error: unknown };
  /** A listener threw; the engine went on. */
  listenerFailed: { event: string; error: unknown };
}

export type EventName = keyof SouvenirEvents;
export type Listener<Name extends EventName> = (event: SouvenirEvents[Name]) => unknown;

/** Tells listeners what happened. What a listener throws harms nobody else. */
export class Events {
  readonly #listeners = new Map<EventName, Set<Listener<EventName>>>();

  /** Returns the way to stop listening. */
  on<Name extends EventName>(name: Name, listener: Listener<Name>): () => void {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners);
    listeners.add(listener as Listener<EventName>);
    return () => listeners.delete(listener as Listener<EventName>);
  }

  emit<Name extends EventName>(name: Name, event: SouvenirEvents[Name]): void {
    const failed = (error: unknown) => {
      if (name !== 'listenerFailed') this.emit('listenerFailed', { event: name, error });
    };
    for (const listener of this.#listeners.get(name) ?? []) {
      try {
        const result = listener(event);
        if (result instanceof Promise) result.catch(failed);
      } catch (error) {
        failed(error);
      }
    }
  }
}
