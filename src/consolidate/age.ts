import type { Clock } from '../contracts/clock.ts';
import type { Component, Fading } from '../contracts/component.ts';
import {
  everyMemory,
  everySession,
  type MemoryFilter,
  memoryPages,
  type SessionSummary,
  type Store,
} from '../contracts/store.ts';
import { DAY_MS } from '../model/day.ts';
import { happenedAt, type Memory, type MemoryUpdate } from '../model/memory.ts';
import { DEFAULT_SESSION, type Owner, targetOwnerOf } from '../model/scope.ts';
import { retryOvertaken } from '../reconcile/until-written.ts';
import { announce, type Events } from '../telemetry/events.ts';

interface AgeCounts {
  readonly decayed: number;
  readonly expired: number;
}

interface AgeContext {
  readonly store: Store;
  readonly clock: Clock;
  readonly events: Events;
  readonly ends: ReadonlyMap<string, Date>;
}

/** Ages a component's memories: they end with their session, fade, and expire over the component's cap. */
export async function age(
  component: Component,
  owner: Owner,
  { store, clock, events, ends }: AgeContext,
): Promise<AgeCounts> {
  const targetOwner = targetOwnerOf(component, owner);
  const now = clock.now();
  const aged = { decayed: 0, expired: 0 };
  // A retry does not repeat changes that are written already.
  await retryOvertaken(store, async (checkedStore) => {
    const update = async (kind: keyof AgeCounts, updates: readonly MemoryUpdate[]): Promise<void> => {
      if (updates.length === 0) return;
      await checkedStore.write(targetOwner, { at: now, updates });
      announce(events, targetOwner, { updates });
      aged[kind] += updates.length;
    };
    if (component.endsWithSession)
      for await (const page of activeOf(component, targetOwner, checkedStore, {}))
        await update('expired', expireEnded(page, owner, ends, now));
    for (const rule of component.fading ?? [])
      for await (const page of activeOf(component, targetOwner, checkedStore, dueFilter(rule, now))) {
        const due = page.filter(({ category }) => component.fading?.find(appliesTo(category)) === rule);
        await update(
          'decayed',
          due.map((memory) => faded(memory, rule, now)),
        );
      }
    if (component.cap !== undefined)
      await update('expired', await expireOverCap(component, targetOwner, checkedStore, now));
  });
  return aged;
}

const activeOf = (
  component: Component,
  targetOwner: Owner,
  store: Store,
  more: MemoryFilter,
): AsyncGenerator<Memory[]> =>
  memoryPages(store, targetOwner, { components: [component.name], statuses: ['active'], ...more });

/** Latest episodes that are searched for a break; an earlier consolidation searched those before. */
const LATEST_TURNS = 500;
const TURNS_AT_ONCE = 50;

/** When each session last ended. Episodes without a session end only with a break of `idleMs`. */
export async function endsOf(owner: Owner, idleMs: number, store: Store): Promise<ReadonlyMap<string, Date>> {
  const sessions = await everySession(store, owner);
  const ends = new Map(sessions.flatMap(({ sessionId, endedAt }) => (endedAt ? [[sessionId, endedAt] as const] : [])));
  const unnamed = sessions.find(({ sessionId }) => sessionId === DEFAULT_SESSION);
  if (unnamed === undefined) return ends;
  const lastBreak = await lastBreakBefore(unnamed.episodes + 1, owner, idleMs, store);
  if (lastBreak !== undefined && lastBreak > (unnamed.endedAt ?? new Date(0))) ends.set(DEFAULT_SESSION, lastBreak);
  return ends;
}

async function lastBreakBefore(
  position: number,
  owner: Owner,
  idleMs: number,
  store: Store,
): Promise<Date | undefined> {
  let next: Date | undefined;
  for (let beforePosition = position, left = LATEST_TURNS; left > 0; left -= TURNS_AT_ONCE) {
    const query = { sessionId: DEFAULT_SESSION, beforePosition, limit: TURNS_AT_ONCE };
    const turns = await store.listEpisodes(owner, query);
    for (const { occurredAt } of turns.toReversed()) {
      if (Number(next) - occurredAt.getTime() >= idleMs) return occurredAt;
      next = occurredAt;
    }
    const [first] = turns;
    if (first === undefined) return undefined;
    beforePosition = first.position;
  }
  return undefined;
}

/**
 * A memory stated after the end of its session belongs to what goes on since: episodes without a session go on, and a named session may be
 * consolidated late. In shared memory a session belongs to the agent it came from.
 */
export function expireEnded(
  page: readonly Memory[],
  { agentId }: Owner,
  ends: ReadonlyMap<string, Date>,
  now: Date,
): MemoryUpdate[] {
  return page.flatMap((memory) => {
    const { id, sessionId, provenance, createdAt, updatedAt } = memory;
    const isOwn = provenance.agentId === undefined || provenance.agentId === agentId;
    const invalidAt = isOwn ? ends.get(sessionId ?? '') : undefined;
    const lastStatedAt = sessionId === DEFAULT_SESSION && updatedAt > createdAt ? updatedAt : happenedAt(memory);
    return invalidAt === undefined || lastStatedAt > invalidAt
      ? []
      : [{ id, status: 'expired', invalidAt, updatedAt: now }];
  });
}

const appliesTo =
  (category: string) =>
  ({ categories }: Fading): boolean =>
    categories?.includes(category) ?? true;

const daysBefore = (moment: Date, days: number): Date => new Date(moment.getTime() - days * DAY_MS);

const dueFilter = ({ categories, since, idleDays, everyDays }: Fading, now: Date): MemoryFilter => ({
  ...(categories !== undefined && { categories }),
  idle: { since, until: daysBefore(now, idleDays) },
  fadedUntil: daysBefore(now, everyDays),
});

/** Applies every step of fading that is due. `updatedAt` stays: the memory itself does not change. */
export function faded(
  memory: Memory,
  { since, idleDays, rate, everyDays, downTo = 0, floor }: Fading,
  now: Date,
): MemoryUpdate {
  const idleFrom = since === 'update' ? memory.updatedAt : (memory.lastAccessedAt ?? memory.createdAt);
  const first = idleFrom.getTime() + (idleDays - everyDays) * DAY_MS;
  const counted = Math.max(memory.fadedAt?.getTime() ?? first, first);
  const steps = Math.floor((now.getTime() - counted) / (everyDays * DAY_MS));
  const minImportance = typeof downTo === 'number' ? downTo : downTo(memory);
  const importance = Math.max(memory.importance * rate ** steps, Math.min(memory.importance, minImportance));
  return {
    id: memory.id,
    importance,
    fadedAt: new Date(counted + steps * everyDays * DAY_MS),
    ...(floor !== undefined && importance < floor && { status: 'decayed' as const }),
  };
}

async function expireOverCap(
  component: Component,
  targetOwner: Owner,
  store: Store,
  now: Date,
): Promise<MemoryUpdate[]> {
  const { items, per } = component.cap as NonNullable<Component['cap']>;
  const active = await everyMemory(store, targetOwner, { components: [component.name], statuses: ['active'] });
  const groups = Map.groupBy(active, ({ sessionId }) => (per === 'session' ? sessionId : undefined));
  return [...groups.values()].flatMap((group) =>
    group
      .sort((a, b) => b.importance - a.importance || b.updatedAt.getTime() - a.updatedAt.getTime())
      .slice(items)
      .map(({ id }) => ({ id, status: 'expired' as const, updatedAt: now })),
  );
}

/** A session with episodes after its end goes on. */
export const hasEnded = ({ endedAt, lastAt }: SessionSummary): boolean =>
  endedAt !== undefined && (lastAt === undefined || lastAt <= endedAt);

/** The time, but not before the last episode, which may be dated ahead. */
export function endOf(sessionId: string, sessions: readonly SessionSummary[], now: Date): Date {
  const { lastAt = now } = sessions.find((session) => session.sessionId === sessionId) ?? {};
  return lastAt > now ? lastAt : now;
}

/** Sessions that had been idle for `idleMs` when another one began, and so ended then. Two live sessions never end each other. */
export function idleSessions(sessions: readonly SessionSummary[], idleMs: number): { sessionId: string; at: Date }[] {
  const starts = sessions.flatMap(({ firstAt }) => firstAt?.getTime() ?? []).sort((a, b) => a - b);
  return sessions.flatMap((session) => {
    const { sessionId, lastAt } = session;
    if (lastAt === undefined || hasEnded(session)) return [];
    const at = starts[countBelow(starts, lastAt.getTime() + Math.max(idleMs, 1))];
    return at === undefined ? [] : [{ sessionId, at: new Date(at) }];
  });
}

/** The count of sorted numbers below a limit. */
function countBelow(sorted: readonly number[], limit: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
