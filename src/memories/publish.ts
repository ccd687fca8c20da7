import type { Clock } from '../contracts/clock.ts';
import type { Store } from '../contracts/store.ts';
import { SouvenirError } from '../errors.ts';
import type { Entity } from '../model/graph.ts';
import { type Memory, PERSONALITY } from '../model/memory.ts';
import { isWithin, type Owner, ownerOf, type ScopeFilter } from '../model/scope.ts';
import { sha256 } from '../text/sha256.ts';

const ID_LENGTH = 26;

/** Copies memories to another agent of the same user, with their origin. Each is copied once, even if the copy was forgotten. */
export async function publish(
  ids: readonly string[],
  from: Owner & ScopeFilter,
  to: Owner,
  { store, clock }: { readonly store: Store; readonly clock: Clock },
): Promise<Memory[]> {
  const isInProject = isWithin({ projectId: from.projectId });
  const stored = await store.getMemories(ownerOf(from), [...new Set(ids)]);
  const toPublish = stored.filter((memory) => memory.status === 'active' && isInProject(memory));
  const unknownIds = ids.filter((id) => toPublish.every((memory) => memory.id !== id));
  if (unknownIds.length > 0)
    throw new SouvenirError('invalidInput', `ids: there is no active memory ${unknownIds.join(', ')} in this scope`);
  const personaIds = toPublish.filter(({ component }) => component === PERSONALITY).map(({ id }) => id);
  if (personaIds.length > 0)
    throw new SouvenirError(
      'invalidInput',
      `ids: ${personaIds.join(', ')} is the persona of the agent, which cannot be published`,
    );
  const copyIds = new Map(toPublish.map(({ id }) => [id, copyIdOf(id, to)]));
  const copiedIds = new Set((await store.getMemories(to, [...copyIds.values()])).map(({ id }) => id));
  const fresh = toPublish.filter(({ id }) => !copiedIds.has(copyIds.get(id) as string));
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

/** The deterministic id of a copy, by which a second copy is recognized. */
export const copyIdOf = (id: string, { tenantId, userId, agentId }: Owner): string =>
  sha256(JSON.stringify([tenantId, userId, agentId, id])).slice(0, ID_LENGTH);

async function entitiesOf(memories: readonly Memory[], owner: Owner, store: Store): Promise<Entity[]> {
  const ids = [...new Set(memories.flatMap(({ entityIds }) => entityIds))];
  return ids.length === 0 ? [] : store.listEntities(owner, { ids, limit: ids.length });
}
