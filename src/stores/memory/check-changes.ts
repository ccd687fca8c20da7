import type { Changes } from '../../contracts/store.ts';
import { SouvenirError } from '../../errors.ts';
import { progressConflict } from '../progress-conflict.ts';
import { type OwnerData, progressKey } from './owner-data.ts';

/** Throws if any part cannot be written, so that applying them cannot fail half-way. */
export function checkChanges(data: OwnerData, changes: Changes): void {
  refuseKnownIds(data.episodes, changes.episodes ?? []);
  refuseKnownIds(data.memories, changes.memories ?? []);
  const reached = new Map<string, number>();
  for (const progress of changes.progress ?? []) {
    const key = progressKey(progress.component, progress.sessionId);
    const through = reached.get(key) ?? data.progress.get(key) ?? 0;
    if (through !== progress.from) throw progressConflict(progress, through);
    reached.set(key, progress.through);
  }
}

function refuseKnownIds(known: ReadonlyMap<string, unknown>, items: readonly { readonly id: string }[]): void {
  const seen = new Set<string>();
  for (const { id } of items) {
    if (known.has(id) || seen.has(id)) {
      throw new SouvenirError('conflict', `${id} is already there.`, {
        advice: 'Give every episode and every memory an id of its own.',
      });
    }
    seen.add(id);
  }
}
