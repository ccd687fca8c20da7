import type { Memory, MemoryUpdate } from '../model/memory.ts';

/** The memory after a change: what is not named stays, and `null` clears. */
export function applyUpdate(memory: Memory, { cause: _, ...update }: MemoryUpdate): Memory {
  const changed = Object.entries(update).filter(([, value]) => value !== undefined);
  const next = { ...memory, ...Object.fromEntries(changed) };
  return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== null)) as Memory;
}
