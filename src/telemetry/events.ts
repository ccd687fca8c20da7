import type { Changes } from '../contracts/store.ts';
import { harmless } from '../errors.ts';
import type { Episode } from '../model/episode.ts';
import type { ErasureReceipt } from '../model/erasure.ts';
import type { Link } from '../model/graph.ts';
import { type Cause, type ChangeKind, changeKindSchema, type Memory } from '../model/memory.ts';
import type { RecallResult } from '../model/recall.ts';
import type { ConsolidationReport, CycleReport, CycleStage, Degradation } from '../model/report.ts';
import type { Owner } from '../model/scope.ts';
import { causeOf, makesVersion } from '../model/version.ts';

/** A memory got a new version. */
export interface MemoryChanged {
  readonly owner: Owner;
  readonly memoryId: string;
  readonly cause: Cause;
}

/** One event per kind of change: memoryReinforced, memoryUpdated, memorySuperseded, memoryArchived, … */
type ChangeEvents = {
  [Kind in Exclude<ChangeKind, 'created'> as `memory${Capitalize<Kind>}`]: MemoryChanged;
};

/** Every event with its payload. */
export interface SouvenirEvents extends ChangeEvents {
  episodeRecorded: { episode: Episode };
  episodesFlushed: { count: number };
  /** Secrets were replaced in recorded text: the number of marks of each kind. */
  redacted: { owner: Owner; marks: Readonly<Record<string, number>> };
  /** The episodes stay buffered and are retried at the next flush. */
  flushFailed: { error: unknown; buffered: number };
  /** The store refused this episode at every flush, or while its caller waited: it is dropped. */
  episodeSetAside: { episode: Episode; error: unknown };
  memoryCreated: { memory: Memory };
  memoriesLinked: { owner: Owner; link: Link };
  memoriesUnlinked: { owner: Owner; link: Pick<Link, 'fromId' | 'toId' | 'type'> };
  /** Two memories contradict each other. If one superseded the other, it is `memoryId`. */
  contradictionDetected: { owner: Owner; memoryId: string; otherId: string };
  /** A recurring pattern became a memory. */
  patternExtracted: { memory: Memory; sources: readonly string[] };
  /** Consumed episodes of a component, and all that were pending for it. */
  consolidationProgress: { owner: Owner; component: string; done: number; total: number };
  consolidationCompleted: { owner: Owner; report: ConsolidationReport };
  /** A consolidation that a trigger started in the background failed. */
  consolidationFailed: { owner: Owner; error: unknown };
  /** Memories processed, of all that a stage of the cycle covers. */
  cycleProgress: { owner: Owner; stage: CycleStage; done: number; total: number };
  cycleCompleted: { owner: Owner; report: CycleReport };
  /** One run of the schedule, with the number of owners. */
  scheduleRan: { consolidated: number; cycled: number; failed: number; durationMs: number };
  /** A scheduled task failed and is retried then. Without an owner if the owners could not be listed. */
  scheduleFailed: { owner?: Owner; error: unknown; retryAt: Date };
  embeddingProgress: { owner: Owner; embedded: number; remaining: number };
  /** Memories still lack vectors; the next consolidation retries. Without an owner if the owners could not be listed. */
  embeddingFailed: { owner?: Owner; error: unknown };
  /** The counts of an owner that any kind of erasure erased. */
  erased: { owner: Owner; memories: number; episodes: number };
  /** `retention` has erased old data. */
  expiredErased: { receipt: ErasureReceipt };
  /** Old data could not be erased; it is retried the next day. */
  erasureFailed: { error: unknown };
  recalled: { owner: Owner; result: RecallResult };
  /** A prompt was composed for a message. */
  turned: { owner: Owner; tokens: number; degraded: readonly Degradation[] };
  accessesFailed: { error: unknown };
  /** The profile did not get changed memories; retried when it is read, and at the next consolidation. */
  profileFailed: { owner: Owner; error: unknown };
  /** Metrics could not be stored; retried at the next consolidation, and when the memory closes. */
  metricsFailed: { error: unknown };
  /** A listener threw; the engine went on. */
  listenerFailed: { event: string; error: unknown };
}

/** The name of an event. */
export type EventName = keyof SouvenirEvents;
export type Listener<Name extends EventName> = (event: SouvenirEvents[Name]) => unknown;
/** An event with its name. */
export type NamedEvent<Name extends EventName = EventName> = {
  [Each in Name]: { readonly name: Each; readonly event: SouvenirEvents[Each] };
}[Name];

/** Calls listeners; an error in one stops neither the engine nor the others. */
export class Events {
  readonly #listeners = new Map<EventName, Set<Listener<EventName>>>();
  readonly #watchers = new Set<(emitted: NamedEvent) => void>();

  /** Returns a function that stops listening. */
  on<Name extends EventName>(name: Name, listener: Listener<Name>): () => void {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners);
    listeners.add(listener as Listener<EventName>);
    return () => listeners.delete(listener as Listener<EventName>);
  }

  /** Calls `watcher` with every event, before the listeners; it must not throw. Returns a function that stops it. */
  watch(watcher: (emitted: NamedEvent) => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  emit<Name extends EventName>(name: Name, emitted: SouvenirEvents[Name]): void {
    const event = 'error' in emitted ? { ...emitted, error: harmless(emitted.error) } : emitted;
    for (const watcher of this.#watchers) watcher({ name, event } as NamedEvent);
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

export function announce(events: Events, owner: Owner, changes: Changes): void {
  for (const memory of changes.memories ?? []) events.emit('memoryCreated', { memory });
  for (const update of changes.updates ?? []) {
    if (!makesVersion(update)) continue;
    const cause = causeOf(update);
    if (cause.kind !== 'created') events.emit(changeEventOf(cause.kind), { owner, memoryId: update.id, cause });
  }
  for (const link of changes.links ?? []) events.emit('memoriesLinked', { owner, link });
  for (const link of changes.unlinks ?? []) events.emit('memoriesUnlinked', { owner, link });
}

export const changeEventOf = (kind: Exclude<ChangeKind, 'created'>): keyof ChangeEvents =>
  `memory${kind.charAt(0).toUpperCase()}${kind.slice(1)}` as keyof ChangeEvents;

type OtherEvent = Exclude<EventName, keyof ChangeEvents>;

const OTHERS = {
  ...{ episodeRecorded: true, redacted: true, episodesFlushed: true, flushFailed: true, episodeSetAside: true },
  ...{ memoryCreated: true, memoriesLinked: true, memoriesUnlinked: true },
  ...{ contradictionDetected: true, patternExtracted: true },
  ...{ consolidationProgress: true, consolidationCompleted: true, consolidationFailed: true },
  ...{ cycleProgress: true, cycleCompleted: true, embeddingProgress: true, embeddingFailed: true },
  ...{ scheduleRan: true, scheduleFailed: true },
  ...{ erased: true, expiredErased: true, erasureFailed: true },
  ...{ recalled: true, turned: true, accessesFailed: true, profileFailed: true },
  ...{ metricsFailed: true, listenerFailed: true },
} satisfies Record<OtherEvent, true>;

export const EVENT_NAMES: ReadonlySet<string> = new Set([
  ...Object.keys(OTHERS),
  ...changeKindSchema.exclude(['created']).options.map(changeEventOf),
]);

export interface StreamOptions {
  readonly signal?: AbortSignal | undefined;
  /** The number of events that wait for a slow reader; above it the oldest are dropped. */
  readonly maxWaiting?: number | undefined;
}

const MAX_WAITING = 1000;

type End = IteratorReturnResult<undefined>;
const END: End = { done: true, value: undefined };

/** The events from this call on, until the reader returns or the signal aborts; waiting events can still be read. */
export function eventStream<Name extends EventName>(
  events: Events,
  names: readonly Name[] | undefined,
  { signal, maxWaiting = MAX_WAITING }: StreamOptions,
): AsyncIterableIterator<NamedEvent<Name>, undefined, void> {
  type Read = IteratorResult<NamedEvent<Name>, undefined>;
  const wanted = names === undefined ? undefined : new Set<EventName>(names);
  const waiting: NamedEvent<Name>[] = [];
  const readers: ((read: Read) => void)[] = [];
  let hasEnded = false;

  const stop = events.watch((emitted) => {
    if (wanted?.has(emitted.name) === false) return;
    const event = emitted as NamedEvent<Name>;
    const reader = readers.shift();
    if (reader !== undefined) reader({ value: event });
    else if (waiting.push(event) > maxWaiting) waiting.shift();
  });
  const end = () => {
    hasEnded = true;
    stop();
    signal?.removeEventListener('abort', end);
    for (const reader of readers.splice(0)) reader(END);
  };
  if (signal?.aborted) end();
  else signal?.addEventListener('abort', end);

  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      const value = waiting.shift();
      if (value !== undefined) return { value };
      return hasEnded ? END : new Promise<Read>((resolve) => readers.push(resolve));
    },
    async return() {
      waiting.length = 0;
      end();
      return END;
    },
  };
}
