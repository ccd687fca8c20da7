import type { Clock } from '../contracts/clock.ts';
import type { Embedder } from '../contracts/embedder.ts';
import type { Languages } from '../contracts/language.ts';
import type { Llm } from '../contracts/llm.ts';
import type { Changes, MemoryVector, Store } from '../contracts/store.ts';
import type { Memory, MemoryUpdate } from '../model/memory.ts';
import type { SalienceWeights } from '../model/salience.ts';
import type { Owner, ScopeFilter } from '../model/scope.ts';
import { consequencesOf } from '../reconcile/consequences.ts';
import { announce, type Events } from '../telemetry/events.ts';

export interface MemoryContext {
  readonly owner: Owner;
  /** The agent's own owner, and those of its shared memories. */
  readonly targetOwners: readonly Owner[];
  /** The agent's parent, its parent and so on, which may have published copies. */
  readonly ancestors: readonly Owner[];
  /** The project and session of the call; memories of others are invisible. */
  readonly within: ScopeFilter;
  readonly store: Store;
  readonly clock: Clock;
  readonly languages: Languages;
  readonly embedder: Embedder | undefined;
  readonly llm: Llm | undefined;
  readonly events: Events;
  readonly salience: SalienceWeights;
  readonly signal?: AbortSignal;
  embedLater(owner: Owner): void;
}

/** Writes changes, doubts memories derived from superseded ones, then emits events. Returns all updates. */
export async function commit(
  changes: Changes & { readonly at: Date },
  { owner, store, events }: MemoryContext,
): Promise<readonly MemoryUpdate[]> {
  const updates = [...(changes.updates ?? []), ...(await consequencesOf(owner, changes, store, changes.at))];
  await store.write(owner, { ...changes, updates });
  announce(events, owner, { ...changes, updates });
  return updates;
}

/** Vectors of memories to be written, so that recall matches them at once; empty if the embedder fails. */
export async function vectorsOf(
  memories: readonly Pick<Memory, 'id' | 'content'>[],
  { owner, embedder, events, signal }: MemoryContext,
): Promise<{ readonly vectors: readonly MemoryVector[]; readonly isComplete: boolean }> {
  if (embedder === undefined || memories.length === 0) return { vectors: [], isComplete: true };
  try {
    const texts = memories.map(({ content }) => content);
    const vectors = await embedder.embed(texts, signal === undefined ? {} : { signal });
    return {
      vectors: memories.map(({ id, content }, at) => ({
        ...{ memoryId: id, content, embedderId: embedder.id },
        vector: vectors[at],
      })),
      isComplete: true,
    };
  } catch (error) {
    signal?.throwIfAborted();
    events.emit('embeddingFailed', { owner, error });
    return { vectors: [], isComplete: false };
  }
}
