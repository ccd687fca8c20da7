import { z } from 'zod';
import type { Clock } from '../../contracts/clock.ts';
import type { Component } from '../../contracts/component.ts';
import type { ProfileUser } from '../../contracts/profile-store.ts';
import type { Store } from '../../contracts/store.ts';
import { failed } from '../../errors.ts';
import type { Memory } from '../../model/memory.ts';
import { momentSchema } from '../../model/primitives.ts';
import type { Degradation } from '../../model/report.ts';
import { type Owner, ownerKey, ownerOf, targetOwnerOf } from '../../model/scope.ts';
import { type IsUser, isSameName, isUserLabel } from '../../reconcile/voices.ts';
import type { Events, MemoryChanged } from '../../telemetry/events.ts';
import type { Profile } from './profile.ts';

const PAGE = 500;
/** The note that says up to when the profile covers changes of an owner's memories. */
export const PROFILE_PROGRESS = 'profileFollowed';
/** Changes are collected for this long, unless a caller asks earlier. */
const BATCH_MS = 250;
const noteSchema = z.object({ at: momentSchema });

/** Makes the profile read all memories again, because its sources may be erased. */
export const resetProfileProgress = (owner: Owner, store: Store): Promise<void> =>
  store.write(owner, { notes: [{ name: PROFILE_PROGRESS, value: undefined }] });

/** Updates a user's profile with changes of an agent's memories since the last call. A failure is returned, and retried by the next call. */
export async function followProfile(
  owner: Owner,
  profile: Profile<z.ZodObject>,
  { store, clock, signal }: { readonly store: Store; readonly clock: Clock; readonly signal?: AbortSignal | undefined },
): Promise<Degradation[]> {
  try {
    const now = clock.now();
    const reportedAt = noteSchema.safeParse(await store.noteOf(owner, PROFILE_PROGRESS)).data?.at;
    // After a clock that ran ahead, no change would count as new.
    const isAhead = reportedAt !== undefined && reportedAt > now;
    const since = reportedAt === undefined || isAhead ? new Date(0) : reportedAt;
    for (let after: string | undefined; ; ) {
      const query = { since, ...(!isAhead && { until: now }), limit: PAGE, ...(after !== undefined && { after }) };
      const ids = await store.changedMemories(owner, query);
      // Reading must not create an owner, who may have been erased.
      if (ids.length === 0 && after === undefined) return [];
      if (ids.length > 0) await profile.fromConsolidation(owner, await store.getMemories(owner, ids), signal);
      after = ids.at(-1);
      if (after === undefined || ids.length < PAGE) break;
    }
    await store.write(owner, { notes: [{ name: PROFILE_PROGRESS, value: { at: now.toISOString() } }] });
    return [];
  } catch (error) {
    signal?.throwIfAborted();
    return [failed('profile', error)];
  }
}

/** Changes outside of consolidation that a profile may rest on. */
const PROFILE_EVENTS = [
  ...(['memoryForgotten', 'memoryCorrected', 'memorySuperseded', 'memoryDoubted'] as const),
  ...(['memoryUpdated', 'memoryRestored', 'memoryRolledBack'] as const),
];

interface FollowerContext {
  readonly store: Store;
  readonly events: Events;
  /** Goes on while the store closes, so that a profile covers the last changes. */
  readonly work: {
    inTurnWhileClosing<Result>(owner: Owner, work: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
  };
}

/**
 * Updates profiles soon after memories change, in the background. The returned function resolves when the profile of one user, or of all, covers
 * all changes so far; failures are returned, emitted as an event, and retried by the next call.
 */
export function createProfileFollower(
  profile: Profile<z.ZodObject>,
  { store, events, work }: FollowerContext,
): (of?: ProfileUser) => Promise<Degradation[]> {
  const waiting = new Map<string, { readonly owner: Owner; readonly ids: Set<string> }>();
  const underway = new Map<string, { readonly owner: Owner; readonly run: Promise<Degradation[]> }>();
  const add = (owner: Owner, ids: Iterable<string>) => {
    const change = waiting.get(ownerKey(owner)) ?? { owner: ownerOf(owner), ids: new Set() };
    waiting.set(ownerKey(owner), change);
    for (const id of ids) change.ids.add(id);
  };
  async function notify(owner: Owner): Promise<Degradation[]> {
    const ids = waiting.get(ownerKey(owner))?.ids;
    if (ids === undefined) return [];
    waiting.delete(ownerKey(owner));
    try {
      await work.inTurnWhileClosing(owner, async (signal) =>
        profile.fromConsolidation(owner, await store.getMemories(owner, [...ids]), signal),
      );
      return [];
    } catch (error) {
      add(owner, ids);
      events.emit('profileFailed', { owner, error });
      return [failed('profile', error)];
    }
  }
  const begin = (owner: Owner): void => {
    const key = ownerKey(owner);
    const run = (underway.get(key)?.run ?? Promise.resolve()).then(() => notify(owner));
    underway.set(key, { owner, run });
    const end = () => {
      if (underway.get(key)?.run === run) underway.delete(key);
    };
    run.then(end, end);
  };
  let timer: NodeJS.Timeout | undefined;
  const beginAll = (): void => {
    clearTimeout(timer);
    timer = undefined;
    for (const { owner } of waiting.values()) begin(owner);
  };
  const follow = async (of?: ProfileUser): Promise<Degradation[]> => {
    beginAll();
    const all = [...underway.values()].filter(({ owner }) => of === undefined || isOfUser(owner, of));
    return (await Promise.all(all.map(({ run }) => run))).flat();
  };
  const changed = ({ owner, memoryId, cause }: MemoryChanged): void => {
    add(owner, cause.kind === 'corrected' && cause.by !== undefined ? [memoryId, cause.by] : [memoryId]);
    timer ??= setTimeout(beginAll, BATCH_MS).unref();
  };
  for (const name of PROFILE_EVENTS) events.on(name, changed);
  return follow;
}

const isOfUser = (owner: Owner, { tenantId, userId }: ProfileUser): boolean =>
  owner.tenantId === tenantId && owner.userId === userId;

/** Recognizes the user by name; only by id if the profile cannot be read, a failure that following it reports later. */
export async function userByName(owner: Owner, profile: Profile<z.ZodObject>): Promise<IsUser> {
  const known = await profile.whoIsUser(owner).catch(() => undefined);
  return known ?? ((speaker) => isUserLabel(speaker) || isSameName(speaker, owner.userId));
}

export async function memoriesOfUser(
  { tenantId, userId }: ProfileUser,
  ids: readonly string[],
  agents: readonly { readonly id: string; readonly components: readonly Pick<Component, 'sharedAs'>[] }[],
  store: Store,
): Promise<Memory[]> {
  const targetOwners = agents.flatMap(({ id, components }) =>
    [{}, ...components].map((component) => targetOwnerOf(component, { tenantId, userId, agentId: id })),
  );
  const changed: Memory[] = [];
  for (const targetOwner of new Map(targetOwners.map((each) => [ownerKey(each), each])).values())
    changed.push(...(await store.getMemories(targetOwner, ids)));
  return changed;
}
