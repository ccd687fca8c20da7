import type { Changes, StoreReader } from '../contracts/store.ts';
import type { MemoryUpdate } from '../model/memory.ts';
import type { Owner } from '../model/scope.ts';

/** How far doubt is carried on: what rests on what rests on it, and so on. */
const DEEPEST = 5;

/** Whatever counts and was derived from a memory that these changes supersede is in doubt, and so is what rests on that. */
export async function consequencesOf(
  owner: Owner,
  { updates = [] }: Pick<Changes, 'updates'>,
  store: StoreReader,
  at: Date,
): Promise<MemoryUpdate[]> {
  let reached = updates.filter(({ status }) => status === 'superseded').map(({ id }) => id);
  const seen = new Set(reached);
  const doubted: string[] = [];
  for (let depth = 0; depth < DEEPEST && reached.length > 0; depth++) {
    const links = await store.linksOf(owner, reached);
    const dependents = links.filter(({ type, fromId }) => type === 'derivedFrom' && !seen.has(fromId));
    reached = [...new Set(dependents.map(({ fromId }) => fromId))];
    for (const id of reached) seen.add(id);
    doubted.push(...reached);
  }
  // What was said again in the same breath stands.
  const affirmed = new Set(updates.filter(({ doubtedAt }) => doubtedAt === null).map(({ id }) => id));
  const held = doubted.length === 0 ? [] : await store.getMemories(owner, doubted);
  return held
    .filter(({ id, status }) => status === 'active' && !affirmed.has(id))
    .map(({ id }) => ({ id, doubtedAt: at, updatedAt: at }));
}
