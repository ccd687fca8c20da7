import type { z } from 'zod';
import { HELPED } from '../components/reinforcement/helped.ts';
import { UNFINISHED } from '../consolidate/cycle/cycle-run.ts';
import { SETBACKS } from '../consolidate/setbacks.ts';
import { followProfile, resetProfileProgress } from '../context/profile/follow-profile.ts';
import type { Profile } from '../context/profile/profile.ts';
import type { Clock } from '../contracts/clock.ts';
import type { JobRunner } from '../contracts/jobs.ts';
import { ownerPages, ownersOf, type Store } from '../contracts/store.ts';
import { SouvenirError } from '../errors.ts';
import type { Episode } from '../model/episode.ts';
import {
  type EraseSelection,
  type ErasureProof,
  type ErasureReceipt,
  eraseSelectionSchema,
  erasureReceiptSchema,
  isByMemory,
  type ParsedEraseSelection,
} from '../model/erasure.ts';
import { parse } from '../model/parse.ts';
import { isInternalOwner, type Owner, ownerKey, SHARED_PREFIX } from '../model/scope.ts';
import { eraseTests } from '../recall/saved-settings.ts';
import { slices } from '../slices.ts';
import type { Events } from '../telemetry/events.ts';
import { sha256 } from '../text/sha256.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';
import { agentIn, ErasableRows, isSelected, selectsAll } from './erasable-rows.ts';
import type { ErasureLog } from './erasure-log.ts';

const IDS_AT_ONCE = 500;

type RunForOwner = <Result>(owner: Owner, work: () => Promise<Result>) => Promise<Result>;

export interface EraseContext {
  readonly store: Store;
  readonly clock: Clock;
  readonly events: Events;
  readonly jobs: JobRunner | undefined;
  readonly userProfile: Profile<z.ZodObject>;
  /** Copies that an erasure may not reach. */
  readonly unreached: readonly string[];
  readonly recorder: { flush(): Promise<void> };
  readonly accesses: { settle(): Promise<void> };
  readonly work: { readonly runFirst: RunForOwner; readonly runExclusively: RunForOwner };
  readonly erasures: ErasureLog;
  forgetCached(owners: readonly Owner[], isErased: (episode: Episode) => boolean): void;
}

interface ErasureOrder {
  /** The last of several erasures rewrites the file. */
  readonly isLast?: boolean;
  /** An automatic erasure waits for consolidations, because no caller waits for it. */
  readonly isAutomatic?: boolean;
}

/** Erases the selected rows and everything derived from them. A running consolidation is stopped, and starts again on the remaining rows. */
export async function erase(
  context: EraseContext,
  given: EraseSelection,
  { isLast = true, isAutomatic = false }: ErasureOrder = {},
): Promise<ErasureReceipt> {
  const selection = parse(eraseSelectionSchema, given, 'erase');
  const { tenantId, userId, agentId } = selection;
  if (selection.turnsOnly && isByMemory(selection))
    throw new SouvenirError('invalidInput', 'erase.turnsOnly: turns are not chosen by kinds or ids of memories', {
      advice: 'name a session, a project or a time',
    });
  const { store } = context;
  const isOfUser = (owner: Owner) => owner.tenantId === tenantId && owner.userId === userId;
  const isChosen = (owner: Owner) => isOfUser(owner) && (agentId === undefined || agentIn(owner) === agentId);
  const listTargetOwners = async () =>
    (await ownersOf(store, { tenantId, userId })).sort((a, b) => (ownerKey(a) < ownerKey(b) ? -1 : 1));
  if (selectsAll(selection) && !selection.dryRun) context.erasures.note(selection);
  // Episodes that cannot be written now are dropped below, or are not selected.
  await context.recorder.flush().catch(() => {});
  const choose = async () => {
    const targetOwners = await listTargetOwners();
    const chosen = targetOwners.filter(isChosen);
    const rows = new ErasableRows(store, context.clock, targetOwners);
    for (const owner of chosen) await rows.select(owner, selection);
    if (selection.turnsOnly === undefined) await rows.spread();
    return { targetOwners, rows, erasedOwners: selectsAll(selection) ? chosen : [] };
  };
  if (selection.dryRun) {
    const { rows, erasedOwners } = await choose();
    return receiptOf(context, selection, rows, { ...rows.counts, owners: erasedOwners.length });
  }
  await context.accesses.settle();
  const { work } = context;
  const runExclusive: RunForOwner = (owner, erasing) =>
    isAutomatic ? work.runExclusively(owner, erasing) : work.runFirst(owner, erasing);
  return runForAll(runExclusive, await listTargetOwners(), async () => {
    const { targetOwners, rows, erasedOwners } = await choose();
    const counts = await rows.erase();
    const remainingOwners = targetOwners.filter((targetOwner) => !erasedOwners.includes(targetOwner));
    for (const owner of remainingOwners) {
      await eraseTests(store, owner, (id) => rows.memories.has(id), selection);
      if (rows.isEmpty) continue;
      await store.write(owner, { notes: [SETBACKS, UNFINISHED, HELPED].map((name) => ({ name, value: undefined })) });
      await resetProfileProgress(owner, store);
    }
    for (const owner of erasedOwners) {
      // Jobs name their owner. They go first, as an erased owner is not listed again.
      await context.jobs?.erase?.(owner);
      await store.eraseOwner(owner);
    }
    if ((counts['fields'] ?? 0) > 0) await relearnFields(context, remainingOwners);
    // Covers turns that began during the erasure.
    if (selectsAll(selection)) context.erasures.note(selection);
    context.forgetCached(targetOwners, (episode) => isChosen(episode) && isSelected(episode, selection));
    if (isLast) await store.files?.scrub();
    for (const owner of targetOwners) {
      const [memories = 0, episodes = 0] = rows.countsOf(owner);
      if (memories + episodes > 0) context.events.emit('erased', { owner, memories, episodes });
    }
    return receiptOf(context, selection, rows, { ...counts, owners: erasedOwners.length });
  });
}

/** An erased memory clears every field that rests on it; fields that other memories support are learnt again at once. */
async function relearnFields(
  { userProfile, store, clock, events }: EraseContext,
  targetOwners: readonly Owner[],
): Promise<void> {
  for (const owner of targetOwners.filter(({ agentId }) => !agentId.startsWith(SHARED_PREFIX)))
    for (const { reason: error } of await followProfile(owner, userProfile, { store, clock }))
      events.emit('profileFailed', { owner, error });
}

function runForAll<Result>(
  runFor: RunForOwner,
  owners: readonly Owner[],
  work: () => Promise<Result>,
): Promise<Result> {
  const [first, ...rest] = owners;
  return first === undefined ? work() : runFor(first, () => runForAll(runFor, rest, work));
}

async function receiptOf(
  { clock, unreached }: EraseContext,
  { tenantId, userId, ...narrowed }: ParsedEraseSelection,
  { memories, episodes, countsByScope }: ErasableRows,
  counts: Record<string, number>,
): Promise<ErasureReceipt> {
  // Shared memories have the same ids for every user.
  const memoryIds = [...memories].flatMap(([id, targetOwner]) => (isInternalOwner(targetOwner) ? [] : [id])).sort();
  await yieldToEventLoop();
  const episodeIds = [...episodes.keys()].sort();
  await yieldToEventLoop();
  const receipt = {
    ...{ at: clock.now(), tenantId, userId, counts, unreached: [...unreached] },
    by: Object.entries(narrowed).flatMap(([name, value]) => (value === undefined ? [] : [name])),
    ...{ places: countsByScope, memoryIds, episodeIds },
  };
  return { ...receipt, hash: hashOf(receipt) };
}

const hashOf = ({ hash: _, ...receipt }: Partial<ErasureReceipt>): string =>
  sha256(JSON.stringify(Object.entries({ ...receipt, counts: Object.entries(receipt.counts ?? {}).sort() }).sort()));

/** Searches every owner of the user, and the bytes of the store's own files, for everything that a receipt names. */
export async function verifyErasure(
  { store }: Pick<EraseContext, 'store'>,
  given: ErasureReceipt,
): Promise<ErasureProof> {
  const receipt = parse(erasureReceiptSchema, given, 'verifyErasure');
  const { memoryIds, episodeIds } = receipt;
  // A forged receipt must not reveal which ids are stored.
  if (hashOf(receipt) !== receipt.hash) return { isErased: false, isReceiptIntact: false, stored: [], inFiles: [] };
  const stored: string[] = [];
  for await (const owners of ownerPages(store))
    for (const owner of owners)
      for (const ids of slices([...memoryIds, ...episodeIds], IDS_AT_ONCE)) {
        const matches = [...(await store.getMemories(owner, ids)), ...(await store.getEpisodes(owner, ids, true))];
        stored.push(...matches.map(({ id }) => id));
      }
  const inFiles = (await store.files?.holding([...memoryIds, ...episodeIds])) ?? [];
  return { isErased: stored.length + inFiles.length === 0, isReceiptIntact: true, stored, inFiles };
}
