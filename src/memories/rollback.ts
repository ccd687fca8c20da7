import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../contracts/clock.ts';
import type { Store } from '../contracts/store.ts';
import { SouvenirError } from '../errors.ts';
import type { Link } from '../model/graph.ts';
import { type Memory, type MemoryUpdate, memoryStatusSchema } from '../model/memory.ts';
import { isWithin, type Scope } from '../model/scope.ts';
import type { Rollback } from '../model/version.ts';
import { announce, type Events } from '../telemetry/events.ts';
import { changedBetween } from './changed-between.ts';
import { stateOf } from './state-of.ts';

export interface RollbackContext {
  readonly store: Store;
  readonly clock: Clock;
  readonly events: Events;
}

/**
 * Makes every memory of the scope what it was, each as a new version; what was learnt since is forgotten, and no
 * longer in the place of what it had replaced. Other ties between memories and what is known of named things stay as they are.
 */
export async function rollback(
  scope: Scope,
  to: Date,
  dryRun: boolean,
  { store, clock, events }: RollbackContext,
): Promise<Rollback> {
  await refuseBeforeFirst(scope, to, store);
  const restored: { from: Memory; to: Memory }[] = [];
  const forgotten: Memory[] = [];
  for await (const ids of changedBetween(store, scope, { since: to })) {
    const then = new Map((await store.getMemories(scope, ids, to)).map((memory) => [memory.id, memory]));
    for (const now of (await store.getMemories(scope, ids)).filter(isWithin(scope))) {
      const before = then.get(now.id);
      if (before === undefined) {
        if (now.status !== 'forgotten') forgotten.push(now);
      } else if (!isDeepStrictEqual(stateOf(now), stateOf(before))) restored.push({ from: now, to: before });
    }
  }
  const done: Rollback = { to, dryRun, restored, forgotten };
  if (dryRun || restored.length + forgotten.length === 0) return done;
  const at = clock.now();
  const cause = { kind: 'rolledBack' as const, reason: `back to ${to.toISOString()}` };
  const updates: MemoryUpdate[] = [
    ...restored.map(({ to: before }) => ({ id: before.id, ...stateOf(before), updatedAt: at, cause })),
    ...forgotten.map(({ id }) => ({ id, status: 'forgotten' as const, updatedAt: at, cause })),
  ];
  const changes = { updates, unlinks: await undone(restored, scope, store) };
  await store.write(scope, { at, ...changes });
  announce(events, scope, changes);
  return done;
}

/** What is in its place again was not replaced. */
async function undone(restored: Rollback['restored'], scope: Scope, store: Store): Promise<Link[]> {
  const inPlace = new Set(restored.filter(({ to }) => to.supersededBy === undefined).map(({ to }) => to.id));
  const links = inPlace.size === 0 ? [] : await store.linksOf(scope, [...inPlace]);
  return links.filter(({ type, toId }) => type === 'supersedes' && inPlace.has(toId));
}

async function refuseBeforeFirst(scope: Scope, to: Date, store: Store): Promise<void> {
  const { projectId, sessionId } = scope;
  const filter = {
    statuses: memoryStatusSchema.options,
    ...(projectId !== undefined && { projectId }),
    ...(sessionId !== undefined && { sessionId }),
  };
  const ids = await store.rankMemories(scope, { by: 'age', isAscending: true, filter, limit: 1 });
  const [first] = await store.getMemories(scope, ids);
  if (first !== undefined && first.createdAt <= to) return;
  const why = first === undefined ? 'there is no memory' : `the first memory is of ${first.createdAt.toISOString()}`;
  throw new SouvenirError('invalidInput', `to: ${why}`, {
    advice: 'name a later moment, or forget what is there with forgetAll()',
  });
}
