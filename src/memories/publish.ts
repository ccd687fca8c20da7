import type { Clock } from '../contracts/clock.ts';
import { entityPages, type Store } from '../contracts/store.ts';
import { SouvenirError } from '../errors.ts';
import type { Entity } from '../model/graph.ts';
import { type Memory, PERSONALITY } from '../model/memory.ts';
import { isWithin, type Owner, ownerOf, type Place } from '../model/scope.ts';
import { sha256 } from '../text/sha256.ts';

const ID_LENGTH = 26;

/** Copies memories to another agent of the same user, with their origin. Each is copied once, even if forgotten there since. */
export async function publish(
  ids: readonly string[],
  from: Owner & Place,
  to: Owner,
  { store, clock }: { readonly store: Store; readonly clock: Clock },
): Promise<Memory[]> {
  const within = isWithin({ projectId: from.projectId });
  const held = await store.getMemories(ownerOf(from), [...new Set(ids)]);
  const found = held.filter((memory) => memory.status === 'active' && within(memory));
  const unknown = ids.filter((id) => found.every((memory) => memory.id !== id));
  if (unknown.length > 0)
    throw new SouvenirError('invalidInput', `ids: no active memory ${unknown.join(', ')} is held here`);
  const personal = found.filter(({ component }) => component === PERSONALITY).map(({ id }) => id);
  if (personal.length > 0)
    throw new SouvenirError('invalidInput', `ids: ${personal.join(', ')} is who the agent is, not to be published`);
  const copyIds = new Map(found.map(({ id }) => [id, copyIdOf(id, to)]));
  const there = new Set((await store.getMemories(to, [...copyIds.values()])).map(({ id }) => id));
  const fresh = found.filter(({ id }) => !there.has(copyIds.get(id) as string));
  const entities = await entitiesOf(fresh, ownerOf(from), store);
  const now = clock.now();
  const copies = fresh.map(({ lastAccessedAt: _, sessionId: __, ...memory }) => ({
    ...{ ...memory, ...to, id: copyIds.get(memory.id) as string, createdAt: now, updatedAt: now, accessCount: 0 },
    provenance: { ...memory.provenance, agentId: from.agentId, memoryId: memory.id },
  }));
  if (copies.length === 0) return [];
  await store.write(to, { memories: copies, entities });
  return store.getMemories(
    to,
    copies.map(({ id }) => id),
  );
}

/** The id of a memory's copy: always the same, so that a second copy is recognised. */
const copyIdOf = (id: string, { tenantId, userId, agentId }: Owner): string =>
  sha256(JSON.stringify([tenantId, userId, agentId, id])).slice(0, ID_LENGTH);

async function entitiesOf(memories: readonly Memory[], owner: Owner, store: Store): Promise<Entity[]> {
  const wanted = new Set(memories.flatMap(({ entityIds }) => entityIds));
  const found: Entity[] = [];
  if (wanted.size === 0) return found;
  for await (const page of entityPages(store, owner)) {
    found.push(...page.filter(({ id }) => wanted.has(id)));
    if (found.length === wanted.size) break;
  }
  return found;
}
