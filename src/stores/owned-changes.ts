import type { Changes } from '../contracts/store.ts';
import { SouvenirError } from '../errors.ts';
import type { Owner } from '../model/scope.ts';

/** Refuses changes that carry something of another owner than the one they are written under. */
export function assertOwned(owner: Owner, changes: Changes): void {
  for (const item of [...(changes.episodes ?? []), ...(changes.memories ?? [])]) {
    if (item.tenantId === owner.tenantId && item.userId === owner.userId && item.agentId === owner.agentId) continue;
    throw new SouvenirError('invalidInput', `${item.id} belongs to another owner than the one it is written under.`, {
      advice: 'Write it under its own tenantId, userId and agentId.',
    });
  }
}
