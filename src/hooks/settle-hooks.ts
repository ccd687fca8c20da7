import { ownersOf, type Store } from '../contracts/store.ts';
import type { ErasureReceipt } from '../model/erasure.ts';
import { rememberErased } from './erased.ts';
import type { HookMemory } from './hook-memory.ts';
import type { ProjectLocation } from './project.ts';
import { sealOf } from './seal.ts';
import { forgetFailures } from './session-state.ts';
import { Spool } from './spool.ts';
import { takeIn } from './take-in.ts';

interface SettleContext {
  readonly memory: HookMemory;
  readonly store: Store;
  readonly log: (text: string) => void;
}

/**
 * Prepares an erasure: records what waits in the spool, so that it is reached, deletes the attempts that failed, and remembers what will be erased, as
 * `selected` then tells.
 */
export async function settleHooks(
  { db, folder }: Pick<ProjectLocation, 'db' | 'folder'>,
  { store, ...context }: SettleContext,
  selected: () => Promise<ErasureReceipt>,
): Promise<void> {
  const spool = new Spool(folder, sealOf({ db, folder }));
  await takeIn(spool.names(), { ...context, spool });
  forgetFailures(folder);
  const { tenantId, userId, episodeIds, memoryIds } = await selected();
  await rememberErased(folder, store, await ownersOf(store, { tenantId, userId }), [...episodeIds, ...memoryIds]);
}
