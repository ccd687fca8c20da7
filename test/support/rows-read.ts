import { expect, vi } from 'vitest';
import type { Store } from '../../src/index.ts';

/** How many memories are read from now on. */
export function rowsRead(store: Store): () => number {
  const read = vi.spyOn(store, 'getMemories').mockClear();
  const listed = vi.spyOn(store, 'listMemories').mockClear();
  return () => {
    expect(listed).not.toHaveBeenCalled();
    return read.mock.calls.reduce((sum, [, ids]) => sum + ids.length, 0);
  };
}
