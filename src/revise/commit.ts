import type { Changes } from '../contracts/store.ts';
import { announce } from '../telemetry/announce.ts';
import type { ReviseContext } from './context.ts';

/** Writes all of it, and tells of it once that is done. */
export async function commit(changes: Changes, { owner, store, events }: ReviseContext): Promise<void> {
  await store.write(owner, changes);
  announce(events, owner, changes);
}
