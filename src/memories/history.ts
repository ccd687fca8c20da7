import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../contracts/clock.ts';
import { everyVersion, histories, linksAt, presentVersion, type Store, type StoreReader } from '../contracts/store.ts';
import { SouvenirError } from '../errors.ts';
import { definedFields } from '../model/defined-fields.ts';
import type { Link } from '../model/graph.ts';
import { type Memory, type MemoryUpdate, memoryStatusSchema } from '../model/memory.ts';
import { isWithin, type Scope } from '../model/scope.ts';
import {
  DIFFERENCES,
  type Difference,
  type MemoryDiff,
  type MemoryDifference,
  type MemoryVersion,
  type Rollback,
} from '../model/version.ts';
import { announce, type Events } from '../telemetry/events.ts';
import type { MemoryContext } from './context.ts';
import { lookUp, mustBeVisible } from './find-memory.ts';

/** A memory of any status but forgotten. */
export async function get(id: string, context: MemoryContext): Promise<Memory | undefined> {
  const memory = await lookUp(id, context);
  return memory?.status === 'forgotten' ? undefined : memory;
}

export async function history(id: string, context: MemoryContext): Promise<MemoryVersion[]> {
  await mustBeVisible(id, context);
  return everyVersion(context.store, context.owner, id);
}

/** Memories that differ between two moments, except reverted and by now forgotten ones. */
export async function diff(scope: Scope, from: Date, to: Date, store: StoreReader): Promise<MemoryDiff> {
  const differences = Object.fromEntries(DIFFERENCES.map((kind) => [kind, [] as MemoryDifference[]])) as Record<
    Difference,
    MemoryDifference[]
  >;
  for await (const page of changedBetween(store, scope, { since: from, until: to }))
    for (const versions of (await histories(store, scope, page)).values()) {
      const difference = differenceOf(versions, from, to);
      if (versions.at(-1)?.memory.status === 'forgotten') continue;
      if (difference === undefined || !isWithin(scope)(difference.after)) continue;
      const kind = kindOf(difference);
      if (kind !== undefined) differences[kind].push(difference);
    }
  return { from, to, ...differences };
}

function differenceOf(versions: readonly MemoryVersion[], from: Date, to: Date): MemoryDifference | undefined {
  const before = versions.findLast(({ since }) => since <= from)?.memory;
  const between = versions.filter(({ since }) => since > from && since <= to);
  const after = between.at(-1)?.memory;
  if (after === undefined) return undefined;
  return {
    memoryId: after.id,
    ...(before !== undefined && { before }),
    ...{ after, causes: between.map(({ cause }) => cause) },
  };
}

function kindOf({ before, after, causes }: MemoryDifference): Difference | undefined {
  const { status } = after;
  if (before?.status !== status) {
    if (status === 'active') return before === undefined ? 'created' : 'restored';
    if (status === 'forgotten') return before === undefined ? undefined : status;
    if (status === 'superseded') return causes.some(({ kind }) => kind === 'corrected') ? 'corrected' : status;
    return status === 'decayed' ? 'expired' : status;
  }
  const [was, is] = [comparableState(before), comparableState(after)];
  if (!isDeepStrictEqual(was, is)) return 'updated';
  if (after.confidence !== before.confidence) return after.confidence > before.confidence ? 'reinforced' : 'updated';
  return after.doubtedAt !== undefined && before.doubtedAt === undefined ? 'doubted' : undefined;
}

function comparableState(memory: Memory) {
  const { confidence, confidenceTrajectory, lastReinforcedAt, doubtedAt, provenance, ...comparable } = stateOf(memory);
  return comparable;
}

interface RollbackContext {
  readonly store: Store;
  readonly clock: Clock;
  readonly events: Events;
}

/**
 * Restores every memory of the scope to its state at a moment, as a new version; memories created since are forgotten, and those they
 * superseded are active again. Other links, entities and memories that the user forgot stay as they are.
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
    const earlierById = new Map((await store.getMemories(scope, ids, to)).map((memory) => [memory.id, memory]));
    for (const current of (await store.getMemories(scope, ids)).filter(isWithin(scope))) {
      if (current.status === 'forgotten' && (await isForgottenByUser(current, store))) continue;
      const before = earlierById.get(current.id);
      if (before === undefined) {
        if (current.status !== 'forgotten') forgotten.push(current);
      } else if (!isDeepStrictEqual(stateOf(current), stateOf(before))) restored.push({ from: current, to: before });
    }
  }
  const result: Rollback = { to, dryRun, restored, forgotten };
  if (dryRun || restored.length + forgotten.length === 0) return result;
  const at = clock.now();
  const cause = { kind: 'rolledBack' as const, reason: `back to ${to.toISOString()}` };
  const updates: MemoryUpdate[] = [
    ...restored.map(({ to: before }) => ({ id: before.id, ...stateOf(before), updatedAt: at, cause })),
    ...forgotten.map(({ id }) => ({ id, status: 'forgotten' as const, updatedAt: at, cause })),
  ];
  const changes = { updates, unlinks: await obsoleteLinks(restored, scope, store) };
  await store.write(scope, { at, ...changes });
  announce(events, scope, changes);
  return result;
}

/** A memory that a rollback forgot can be restored by another. */
async function isForgottenByUser(memory: Memory, store: StoreReader): Promise<boolean> {
  return (await presentVersion(store, memory, memory.id))?.cause.kind !== 'rolledBack';
}

async function obsoleteLinks(restored: Rollback['restored'], scope: Scope, store: Store): Promise<Link[]> {
  const reactivated = new Set(restored.filter(({ to }) => to.supersededBy === undefined).map(({ to }) => to.id));
  const links = reactivated.size === 0 ? [] : await linksAt(store, scope, [...reactivated]);
  return links.filter(({ type, toId }) => type === 'supersedes' && reactivated.has(toId));
}

async function refuseBeforeFirst(scope: Scope, to: Date, store: Store): Promise<void> {
  const { projectId, sessionId } = scope;
  const filter = definedFields({ statuses: memoryStatusSchema.options, projectId, sessionId });
  const ids = await store.rankMemories(scope, { by: 'age', isAscending: true, filter, limit: 1 });
  const [first] = await store.getMemories(scope, ids);
  if (first !== undefined && first.createdAt <= to) return;
  const why = first === undefined ? 'there is no memory' : `the first memory is of ${first.createdAt.toISOString()}`;
  throw new SouvenirError('invalidInput', `to: ${why}`, {
    advice: 'name a later moment, or forget what is there with forgetAll()',
  });
}

/** The fields of a version; absent ones are `null`. */
export const stateOf = (memory: Memory) => ({
  content: memory.content,
  type: memory.type,
  category: memory.category,
  importance: memory.importance,
  confidence: memory.confidence,
  confidenceTrajectory: memory.confidenceTrajectory,
  entityIds: memory.entityIds,
  provenance: memory.provenance,
  metadata: memory.metadata,
  status: memory.status,
  validAt: memory.validAt ?? null,
  invalidAt: memory.invalidAt ?? null,
  supersededBy: memory.supersededBy ?? null,
  lastReinforcedAt: memory.lastReinforcedAt ?? null,
  doubtedAt: memory.doubtedAt ?? null,
});

const PAGE = 500;

async function* changedBetween(
  store: StoreReader,
  owner: Scope,
  { since, until }: { readonly since: Date; readonly until?: Date },
): AsyncGenerator<string[]> {
  for (let after: string | undefined; ; ) {
    const query = { since, limit: PAGE, ...(until !== undefined && { until }), ...(after !== undefined && { after }) };
    const page = await store.changedMemories(owner, query);
    if (page.length > 0) yield page;
    after = page.length < PAGE ? undefined : page.at(-1);
    if (after === undefined) return;
  }
}
