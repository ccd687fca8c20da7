import type { Changes } from '../../src/contracts/store.ts';
import { embedded, episode, memory, minute, OWNER, vector } from '../conformance/store/samples.ts';

export { OWNER };

export const EMBEDDER = 'embedder';
export const MEMORIES_PER_WRITE = 3;

/**
 * A write that touches every part of the file: one episode, three memories with text and vectors, progress, and another
 * version of a memory of the write before.
 */
export function changesOf(prefix: string, number: number): Changes {
  const ids = Array.from({ length: MEMORIES_PER_WRITE }, (_, index) => `${prefix}-${number}-${index}`);
  const before = `${prefix}-${number - 1}-0`;
  return {
    at: minute(number),
    episodes: [episode(`${prefix}-${number}`, { sessionId: prefix })],
    memories: ids.map((id) => memory(id, { content: `shared words of ${prefix} number${number}` })),
    updates: [{ id: before, content: `shared words of ${prefix} after number${number}` }],
    vectors: [
      ...ids.map((id, index) => embedded(id, vector(number + 1, index + 1, 1), EMBEDDER)),
      embedded(before, vector(1, 1, number), EMBEDDER),
    ],
    progress: [{ component: 'durable', sessionId: prefix, from: number, through: number + 1 }],
  };
}
