import type { Memory } from '../model/memory.ts';
import type { MemoryVersion } from '../model/version.ts';
import type { ReviseContext } from './context.ts';
import { lookUp, mustFind } from './find-memory.ts';

/** A memory whatever its status, unless it is forgotten. */
export async function get(id: string, context: ReviseContext): Promise<Memory | undefined> {
  const memory = await lookUp(id, context);
  return memory?.status === 'forgotten' ? undefined : memory;
}

export async function history(id: string, context: ReviseContext): Promise<MemoryVersion[]> {
  await mustFind(id, context);
  return context.store.versionsOf(context.owner, id);
}
