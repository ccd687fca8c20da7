import { type Changes, linksAt, type StoreReader } from '../contracts/store.ts';
import type { LinkType } from '../model/graph.ts';
import type { MemoryUpdate } from '../model/memory.ts';
import type { Owner } from '../model/scope.ts';

const MAX_DEPTH = 5;

/** Doubts active memories derived, directly or not, from memories that these changes supersede. */
export async function consequencesOf(
  owner: Owner,
  { updates = [] }: Pick<Changes, 'updates'>,
  store: StoreReader,
  at: Date,
): Promise<MemoryUpdate[]> {
  let reached = updates.filter(({ status }) => status === 'superseded').map(({ id }) => id);
  const seen = new Set(reached);
  const doubted: string[] = [];
  for (let depth = 0; depth < MAX_DEPTH && reached.length > 0; depth++) {
    const links = await linksAt(store, owner, reached);
    const dependents = links.filter(({ type, fromId }) => type === 'derivedFrom' && !seen.has(fromId));
    reached = [...new Set(dependents.map(({ fromId }) => fromId))];
    for (const id of reached) seen.add(id);
    doubted.push(...reached);
  }
  // Memories confirmed by the same changes are not doubted.
  const affirmed = new Set(updates.filter(({ doubtedAt }) => doubtedAt === null).map(({ id }) => id));
  const doubtedMemories = doubted.length === 0 ? [] : await store.getMemories(owner, doubted);
  return doubtedMemories
    .filter(({ id, status }) => status === 'active' && !affirmed.has(id))
    .map(({ id }) => ({ id, doubtedAt: at, updatedAt: at }));
}

/** Whether a path of links of this type leads from one memory to another. */
export async function leadsTo(
  fromId: string,
  toId: string,
  type: LinkType,
  { owner, store }: { readonly owner: Owner; readonly store: StoreReader },
): Promise<boolean> {
  const seen = new Set([fromId]);
  for (let reached = [fromId]; reached.length > 0; ) {
    const links = await linksAt(store, owner, reached);
    const at = new Set(reached);
    const next = links.filter((link) => link.type === type && at.has(link.fromId)).map((link) => link.toId);
    if (next.includes(toId)) return true;
    reached = [...new Set(next)].filter((id) => !seen.has(id));
    for (const id of reached) seen.add(id);
  }
  return false;
}
