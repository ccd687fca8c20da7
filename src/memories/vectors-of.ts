import type { MemoryVector } from '../contracts/store.ts';
import type { Memory } from '../model/memory.ts';
import type { ReviseContext } from './context.ts';

/** A vector for what is about to be written, so that it can be recalled at once; none where the embedder fails. */
export async function vectorsOf(
  memories: readonly Pick<Memory, 'id' | 'content'>[],
  { owner, embedder, events, signal }: ReviseContext,
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
