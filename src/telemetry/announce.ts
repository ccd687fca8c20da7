import type { Changes } from '../contracts/store.ts';
import type { ChangeKind } from '../model/cause.ts';
import type { Owner } from '../model/scope.ts';
import { causeOf, makesVersion } from '../model/version.ts';
import type { ChangeEvents, Events } from './events.ts';

/** Tells of every memory that these changes made, changed or tied to another. To be called once they are written. */
export function announce(events: Events, owner: Owner, changes: Changes): void {
  for (const memory of changes.memories ?? []) events.emit('memoryCreated', { memory });
  for (const update of changes.updates ?? []) {
    if (!makesVersion(update)) continue;
    const cause = causeOf(update);
    if (cause.kind !== 'created') events.emit(changeEventOf(cause.kind), { owner, memoryId: update.id, cause });
  }
  for (const link of changes.links ?? []) events.emit('memoriesLinked', { owner, link });
  for (const link of changes.unlinks ?? []) events.emit('memoriesUnlinked', { owner, link });
}

/** The event that tells of this kind of change. */
export const changeEventOf = (kind: Exclude<ChangeKind, 'created'>): keyof ChangeEvents =>
  `memory${kind.charAt(0).toUpperCase()}${kind.slice(1)}` as keyof ChangeEvents;
