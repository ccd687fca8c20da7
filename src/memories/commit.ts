import type { Changes } from '../contracts/store.ts';
import type { MemoryUpdate } from '../model/memory.ts';
import { consequencesOf } from '../reconcile/consequences.ts';
import { announce } from '../telemetry/events.ts';
import type { ReviseContext } from './context.ts';

/** Writes all of it at once, with the doubt on what rests on anything superseded, and tells of it once that is done. Returns every update. */
export async function commit(
  changes: Changes & { readonly at: Date },
  { owner, store, events }: ReviseContext,
): Promise<readonly MemoryUpdate[]> {
  const updates = [...(changes.updates ?? []), ...(await consequencesOf(owner, changes, store, changes.at))];
  await store.write(owner, { ...changes, updates });
  announce(events, owner, { ...changes, updates });
  return updates;
}
