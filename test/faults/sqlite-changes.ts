import type { Changes } from '../../src/contracts/store.ts';
import { embedded, episode, memory, OWNER, vector } from '../conformance/store/samples.ts';

export { OWNER };

export const EMBEDDER = 'embedder';
export const MEMORIES_PER_WRITE = 3;

/** A write that touches every part of the file: one episode, three memories with text and vectors, and progress. */
export function changesOf(prefix: string, number: number): Changes {
  const ids = Array.from({ length: MEMORIES_PER_WRITE }, (_, index) => `${prefix}-${number}-${index}`);
  return {
    episodes: [episode(`${prefix}-${number}`, { sessionId: prefix })],
    memories: ids.map((id) => memory(id, { content: `shared words of ${prefix} number${number}` })),
    vectors: ids.map((id, index) => embedded(id, vector(number + 1, index + 1, 1), EMBEDDER)),
    progress: [{ component: 'durable', sessionId: prefix, from: number, through: number + 1 }],
  };
}
