import type { Changes, OwnedChanges } from '../contracts/store.ts';
import { SouvenirError } from '../errors.ts';
import type { Owner } from '../model/scope.ts';

/** Refuses changes that carry something of another owner than the one they are written under. */
function assertOwned(owner: Owner, changes: Changes): void {
  for (const item of [...(changes.episodes ?? []), ...(changes.memories ?? [])]) {
    if (item.tenantId === owner.tenantId && item.userId === owner.userId && item.agentId === owner.agentId) continue;
    throw new SouvenirError('invalidInput', `${item.id} belongs to another owner than the one it is written under.`, {
      advice: 'Write it under its own tenantId, userId and agentId.',
    });
  }
}

/** What one call writes, each part checked to be its owner's. */
export function ownedWrites(owner: Owner, changes: Changes, also?: OwnedChanges): readonly OwnedChanges[] {
  const writes = [{ owner, changes }, ...(also === undefined ? [] : [also])];
  for (const each of writes) assertOwned(each.owner, each.changes);
  if (also === undefined || (also.owner.tenantId === owner.tenantId && also.owner.userId === owner.userId))
    return writes;
  throw new SouvenirError('invalidInput', 'One write cannot span two tenants or two users.', {
    advice: 'Write under each of them on its own.',
  });
}
