import { z } from 'zod';
import type { Profile } from '../context/profile/profile.ts';
import type { Clock } from '../contracts/clock.ts';
import type { ProfileUser } from '../contracts/profile-store.ts';
import type { Store } from '../contracts/store.ts';
import { failed } from '../errors.ts';
import type { Memory } from '../model/memory.ts';
import { momentSchema } from '../model/primitives.ts';
import type { Degradation } from '../model/report.ts';
import { homeOf, type Owner, ownerKey, ownerOf } from '../model/scope.ts';
import { type IsUser, isSameName } from '../reconcile/voices.ts';
import type { Events, MemoryChanged } from '../telemetry/events.ts';
import type { Agent } from './agent.ts';

const PAGE = 500;
/** Up to when the profile knows what became of an owner's memories. */
export const FOLLOWED = 'profileFollowed';
/** Changes within this time are told at once, unless somebody asks before. */
const GATHER_MS = 250;
const noteSchema = z.object({ at: momentSchema });

/** Lets the profile read everything once more: what it rested on may be gone. */
export const followAgain = (owner: Owner, store: Store): Promise<void> =>
  store.write(owner, { notes: [{ name: FOLLOWED, value: undefined }] });

/** Tells the profile of the user what changed in an agent's memory since it was last told. A failure is named, and made up for next time. */
export async function followProfile(
  owner: Owner,
  profile: Profile<z.ZodObject>,
  { store, clock, signal }: { readonly store: Store; readonly clock: Clock; readonly signal?: AbortSignal | undefined },
): Promise<Degradation[]> {
  try {
    const now = clock.now();
    const told = noteSchema.safeParse(await store.noteOf(owner, FOLLOWED)).data?.at;
    // After a clock that ran ahead, nothing would count as changed since.
    const isAhead = told !== undefined && told > now;
    const since = told === undefined || isAhead ? new Date(0) : told;
    for (let after: string | undefined; ; ) {
      const query = { since, ...(!isAhead && { until: now }), limit: PAGE, ...(after !== undefined && { after }) };
      const ids = await store.changedMemories(owner, query);
      // Nobody becomes known by being asked for: they may have been erased.
      if (ids.length === 0 && after === undefined) return [];
      if (ids.length > 0) await profile.fromConsolidation(owner, await store.getMemories(owner, ids), signal);
      after = ids.at(-1);
      if (after === undefined || ids.length < PAGE) break;
    }
    await store.write(owner, { notes: [{ name: FOLLOWED, value: { at: now.toISOString() } }] });
    return [];
  } catch (error) {
    signal?.throwIfAborted();
    return [failed('profile', error)];
  }
}

/** What becomes of a memory outside of consolidation that a profile may rest on. */
const TELLING = [
  ...(['memoryForgotten', 'memoryCorrected', 'memorySuperseded', 'memoryDoubted'] as const),
  ...(['memoryUpdated', 'memoryRestored', 'memoryRolledBack'] as const),
];

interface Following {
  readonly store: Store;
  readonly events: Events;
  /** Runs work with no other change of the owner's memories in between. */
  inTurn<Result>(owner: Owner, work: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
}

/**
 * Tells the profile of memories soon after they are changed, without anyone waiting. The function returned resolves when it knows of
 * all changes so far, of one user or of all; what failed is named, told as an event, and tried again with the next call.
 */
export function followingProfile(
  profile: Profile<z.ZodObject>,
  { store, events, inTurn }: Following,
): (of?: ProfileUser) => Promise<Degradation[]> {
  const waiting = new Map<string, { readonly owner: Owner; readonly ids: Set<string> }>();
  const underway = new Map<string, { readonly owner: Owner; readonly told: Promise<Degradation[]> }>();
  const add = (owner: Owner, ids: Iterable<string>) => {
    const entry = waiting.get(ownerKey(owner)) ?? { owner: ownerOf(owner), ids: new Set() };
    waiting.set(ownerKey(owner), entry);
    for (const id of ids) entry.ids.add(id);
  };
  async function tell(owner: Owner): Promise<Degradation[]> {
    const ids = waiting.get(ownerKey(owner))?.ids;
    if (ids === undefined) return [];
    waiting.delete(ownerKey(owner));
    try {
      await inTurn(owner, async (signal) =>
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
    const told = (underway.get(key)?.told ?? Promise.resolve()).then(() => tell(owner));
    underway.set(key, { owner, told });
    const end = () => {
      if (underway.get(key)?.told === told) underway.delete(key);
    };
    told.then(end, end);
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
    return (await Promise.all(all.map(({ told }) => told))).flat();
  };
  const changed = ({ owner, memoryId, cause }: MemoryChanged): void => {
    add(owner, cause.kind === 'corrected' && cause.by !== undefined ? [memoryId, cause.by] : [memoryId]);
    timer ??= setTimeout(beginAll, GATHER_MS).unref();
  };
  for (const name of TELLING) events.on(name, changed);
  return follow;
}

const isOfUser = (owner: Owner, { tenantId, userId }: ProfileUser): boolean =>
  owner.tenantId === tenantId && owner.userId === userId;

/** Tells the user by name. Where the profile cannot be read, only by their id: following it later names the failure. */
export async function userByName(owner: Owner, profile: Profile<z.ZodObject>): Promise<IsUser> {
  const known = await profile.whoIsUser(owner).catch(() => undefined);
  return known ?? ((speaker) => isSameName(speaker, owner.userId));
}

/** Memories that any of these agents holds of a user. */
export async function memoriesOfUser(
  { tenantId, userId }: ProfileUser,
  ids: readonly string[],
  agents: readonly Agent[],
  store: Store,
): Promise<Memory[]> {
  const homes = agents.flatMap(({ id, components }) =>
    [{}, ...components].map((component) => homeOf(component, { tenantId, userId, agentId: id })),
  );
  const found: Memory[] = [];
  for (const home of new Map(homes.map((each) => [ownerKey(each), each])).values())
    found.push(...(await store.getMemories(home, ids)));
  return found;
}
