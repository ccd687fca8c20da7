import type { Component } from '../contracts/component.ts';
import { everyMemory, type Store } from '../contracts/store.ts';
import { DAY_MS } from '../model/day.ts';
import { happenedAt, isVerbatimTurn, type Memory, type MemoryUpdate } from '../model/memory.ts';
import { type Owner, ownerKey, targetOwnerOf } from '../model/scope.ts';

const WEEK_MS = 7 * DAY_MS;
const MAX_WAITING = 500;

/**
 * Redates turns and memories that were recorded while the clock ran ahead to before the waiting turns, which were recorded after them.
 * Dates that a caller gave stay, as they were never later than the clock.
 */
export async function redateFutureTurns(
  owner: Owner,
  components: readonly Component[],
  { store, now }: { readonly store: Store; readonly now: Date },
): Promise<void> {
  const ahead = new Date(now.getTime() + 1);
  const targetOwners = new Map(
    [owner, ...components.map((each) => targetOwnerOf(each, owner))].map((targetOwner) => [
      ownerKey(targetOwner),
      targetOwner,
    ]),
  );
  const turns = await store.listEpisodes(owner, { since: ahead, withHidden: true, limit: 1 });
  const memoriesByOwner: { readonly targetOwner: Owner; readonly memories: Memory[] }[] = [];
  for (const targetOwner of targetOwners.values()) {
    const dated = await everyMemory(store, targetOwner, { within: { from: ahead } });
    const memories = dated.filter((memory) => isInFuture(memory, now));
    if (memories.length > 0) memoriesByOwner.push({ targetOwner, memories });
  }
  if (turns.length === 0 && memoriesByOwner.length === 0) return;
  const latest = await beforeWaiting(owner, components, store, now);
  if (turns.length > 0) await store.write(owner, { at: now, episodesUntil: latest });
  for (const { targetOwner, memories } of memoriesByOwner) {
    const moments = [...new Set(memories.map((memory) => happenedAt(memory).getTime()))].sort((a, b) => b - a);
    const updates = memories.map((memory): MemoryUpdate => {
      const { id, invalidAt } = memory;
      const validAt = new Date(latest.getTime() - moments.indexOf(happenedAt(memory).getTime()));
      const ends = invalidAt !== undefined && invalidAt > now && { invalidAt: now };
      return { id, validAt, ...ends, updatedAt: now, cause: { kind: 'updated', reason: 'the clock ran ahead' } };
    });
    await store.write(targetOwner, { at: now, updates });
  }
}

/** A memory learnt before now may be about the future; a turn may not. */
const isInFuture = (memory: Memory, now: Date): boolean =>
  memory.status !== 'forgotten' && (isVerbatimTurn(memory) || memory.createdAt > now);

/** The date of the first waiting turn of the last week; older dates come from a caller. */
async function beforeWaiting(owner: Owner, components: readonly Component[], store: Store, now: Date): Promise<Date> {
  const from = new Map<string, number>();
  for (const { name } of components)
    for (const session of await store.pendingSessions(owner, { component: name }))
      from.set(session.sessionId, Math.min(session.from, from.get(session.sessionId) ?? session.from));
  let first = now;
  for (const [sessionId, afterPosition] of from) {
    const waiting = await store.listEpisodes(owner, { sessionId, afterPosition, limit: MAX_WAITING });
    for (const { occurredAt } of waiting)
      if (occurredAt < first && now.getTime() - occurredAt.getTime() < WEEK_MS) first = occurredAt;
  }
  return first;
}
