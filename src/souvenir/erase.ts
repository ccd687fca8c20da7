import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type Erased, type MemoryFilter, memoryPages, type Store } from '../contracts/store.ts';
import type { StoredEpisode } from '../model/episode.ts';
import { type Memory, memoryStatusSchema, memoryTypeSchema } from '../model/memory.ts';
import { parse } from '../model/parse.ts';
import { idSchema, momentSchema, nameSchema, scopeIdSchema } from '../model/primitives.ts';
import { DEFAULT_OWNER, EVERYONE, type Owner, ownerKey, SHARED_PREFIX } from '../model/scope.ts';
import type { Engine } from './engine.ts';
import { followAgain } from './follow-profile.ts';

export const eraseSelectionSchema = z.strictObject({
  tenantId: scopeIdSchema.default(DEFAULT_OWNER.tenantId),
  /** Whose; with nothing else, all there is of this user. */
  userId: scopeIdSchema.refine((id) => id !== EVERYONE, `${EVERYONE} stands for every user of a tenant`),
  /** What one agent holds; of all agents unless given. */
  agentId: scopeIdSchema.optional(),
  /** These memories, and the turns they came from. */
  memoryIds: z.array(idSchema).min(1).optional(),
  sessionId: scopeIdSchema.optional(),
  projectId: scopeIdSchema.optional(),
  /** What was said or happened before this moment. */
  before: momentSchema.optional(),
  types: z.array(memoryTypeSchema).min(1).optional(),
  components: z.array(nameSchema).min(1).optional(),
  categories: z.array(nameSchema).min(1).optional(),
  /** What mentions one of these names. */
  entities: z.array(nameSchema).min(1).optional(),
});
/** What is to be gone for good: what has all that is named. */
export type EraseSelection = Readonly<z.input<typeof eraseSelectionSchema>>;
type Selection = z.output<typeof eraseSelectionSchema>;

export const erasureReceiptSchema = z.strictObject({
  at: momentSchema,
  tenantId: z.string(),
  userId: z.string(),
  /** By what it was selected. */
  by: z.array(z.string()),
  counts: z.record(z.string(), z.number()),
  memoryIds: z.array(z.string()),
  episodeIds: z.array(z.string()),
  /** What may still hold some of it. */
  unreached: z.array(z.string()),
  hash: z.string(),
});
/** What was erased, by ids and numbers: it tells nothing of what it said. */
export type ErasureReceipt = Readonly<z.output<typeof erasureReceiptSchema>>;

export interface ErasureProof {
  /** The receipt is as it was given, and nothing was found. */
  readonly isErased: boolean;
  readonly isReceiptIntact: boolean;
  /** Ids of the receipt that the store still knows, and that stand anywhere in its files. */
  readonly stored: readonly string[];
  readonly inFiles: readonly string[];
}

/** More at once would hold the event loop. */
const AT_ONCE = 50;
const EPISODES_AT_ONCE = 500;

/** Removes what is selected and all that was drawn from it, for good; what was drawn from other turns too is drawn from those again. */
export async function erase(engine: Engine, given: EraseSelection): Promise<ErasureReceipt> {
  const selection = parse(eraseSelectionSchema, given, 'erase');
  const { tenantId, userId, agentId } = selection;
  const { store } = engine;
  const isOfUser = (owner: Owner) => owner.tenantId === tenantId && owner.userId === userId;
  // What cannot be written is dropped below, or is none of this user's.
  await engine.flush().catch(() => {});
  await engine.settled();
  const homes = (await store.owners()).filter(isOfUser);
  const chosen = homes.filter((owner) => agentId === undefined || owner.agentId === agentId);
  return holding(engine, homes, async () => {
    const doomed = new Doomed(store, homes);
    for (const owner of chosen) await doomed.select(owner, selection);
    await doomed.spread();
    const counts = await doomed.erase();
    if (isWhole(selection)) for (const owner of homes) await store.eraseOwner(owner);
    else for (const owner of homes) await followAgain(owner, store);
    engine.forgetHeld((owner) => isWhole(selection) && isOfUser(owner));
    await store.files?.scrub();
    return receiptOf(engine, selection, doomed, { ...counts, owners: isWhole(selection) ? homes.length : 0 });
  });
}

/** Nothing of theirs is consolidated or changed meanwhile. */
function holding<Result>(engine: Engine, owners: readonly Owner[], work: () => Promise<Result>): Promise<Result> {
  const [first, ...rest] = owners;
  return first === undefined ? work() : engine.alone(first, () => holding(engine, rest, work));
}

const isWhole = ({ tenantId: _, userId: __, ...narrowed }: Selection): boolean =>
  Object.values(narrowed).every((value) => value === undefined);

const EVERY_STATUS = { statuses: memoryStatusSchema.options };

/** What of one user is to go. */
class Doomed {
  readonly memories = new Map<string, Owner>();
  readonly episodes = new Map<string, Owner>();
  /** Turns that stay, of memories that go: by the component that is to read them again. */
  readonly #remaining = new Map<string, { readonly component: string; readonly owner: Owner }[]>();
  readonly #store: Store;
  readonly #homes: readonly Owner[];

  constructor(store: Store, homes: readonly Owner[]) {
    this.#store = store;
    this.#homes = homes;
  }

  async select(owner: Owner, selection: Selection): Promise<void> {
    const filter = await this.#filterOf(owner, selection);
    const isExact = isByMemory(selection);
    for await (const page of memoryPages(this.#store, owner, filter))
      for (const memory of page) {
        const { episodeIds } = memory.provenance;
        // Of a place or a time, what came from turns goes with those of its turns that were said there.
        if (!isExact && episodeIds.length > 0) continue;
        this.memories.set(memory.id, owner);
        for (const id of episodeIds) this.episodes.set(id, this.#teller(memory, owner));
      }
    if (isExact) return;
    for await (const episode of this.#episodesOf(owner))
      if (isSelected(episode, selection)) this.episodes.set(episode.id, owner);
  }

  /** To all that was drawn from it, in every home of the user, until nothing more is found. */
  async spread(): Promise<void> {
    for (let before = -1; before !== this.memories.size; ) {
      before = this.memories.size;
      for (const owner of this.#homes)
        for await (const page of memoryPages(this.#store, owner, EVERY_STATUS)) {
          for (const memory of page) if (this.#isDrawn(memory, owner)) this.#add(memory, owner);
          const links = await this.#store.linksOf(
            owner,
            page.map(({ id }) => id),
          );
          for (const { type, fromId, toId } of links)
            if (type === 'derivedFrom' && this.memories.has(toId)) this.memories.set(fromId, owner);
        }
    }
  }

  async erase(): Promise<Erased> {
    const total: Record<string, number> = {};
    const add = (erased: Erased) => {
      for (const [place, count] of Object.entries(erased)) total[place] = (total[place] ?? 0) + count;
    };
    for (const owner of this.#homes) {
      const isOf = ([, home]: [string, Owner]) => ownerKey(home) === ownerKey(owner);
      const [memories, episodes] = [this.memories, this.episodes].map((all) => [...all].filter(isOf).map(([id]) => id));
      for (const memoryIds of slices(memories ?? [], AT_ONCE))
        add(await this.#store.erase(owner, { memoryIds, episodeIds: [] }));
      for (const episodeIds of slices(episodes ?? [], EPISODES_AT_ONCE))
        add(await this.#store.erase(owner, { memoryIds: [], episodeIds }));
      add(await this.#store.erase(owner, { memoryIds: [], episodeIds: [], again: await this.#again(owner) }));
    }
    return total as Erased;
  }

  #add(memory: Memory, owner: Owner): void {
    this.memories.set(memory.id, owner);
    const entry = { component: memory.component, owner: this.#teller(memory, owner) };
    for (const id of memory.provenance.episodeIds)
      if (!this.episodes.has(id)) this.#remaining.set(id, [...(this.#remaining.get(id) ?? []), entry]);
  }

  /** Profiles, documents and instructions say in their metadata what they rest on. */
  #isDrawn({ id, provenance, metadata }: Memory, { agentId }: Owner): boolean {
    if (this.memories.has(id)) return false;
    if (provenance.episodeIds.some((source) => this.episodes.has(source))) return true;
    if (provenance.memoryId !== undefined && this.memories.has(provenance.memoryId)) return true;
    return agentId.startsWith(`${SHARED_PREFIX}.`) && namesIn(metadata).some((name) => this.memories.has(name));
  }

  /** Whose turns a memory came from: it may be kept in a home that agents share. */
  #teller = ({ provenance }: Memory, owner: Owner): Owner =>
    provenance.agentId === undefined ? owner : { ...owner, agentId: provenance.agentId };

  async #again(owner: Owner) {
    const mine = [...this.#remaining].flatMap(([id, entries]) =>
      this.episodes.has(id)
        ? []
        : entries
            .filter((entry) => ownerKey(entry.owner) === ownerKey(owner))
            .map(({ component }) => ({ id, component })),
    );
    const told = await this.#store.getEpisodes(owner, [...new Set(mine.map(({ id }) => id))]);
    const byId = new Map(told.map((episode) => [episode.id, episode]));
    return mine.flatMap(({ id, component }) => {
      const episode = byId.get(id);
      return episode === undefined ? [] : [{ component, sessionId: episode.sessionId, from: episode.position - 1 }];
    });
  }

  async #filterOf(owner: Owner, selection: Selection): Promise<MemoryFilter> {
    const { memoryIds, sessionId, projectId, before, types, components, categories, entities } = selection;
    const named = entities === undefined ? undefined : await this.#store.matchEntities(owner, entities);
    return {
      ...EVERY_STATUS,
      ...(memoryIds !== undefined && { ids: memoryIds }),
      ...(sessionId !== undefined && { sessionId }),
      ...(projectId !== undefined && { projectId }),
      ...(before !== undefined && { within: { to: new Date(before.getTime() - 1) } }),
      ...(types !== undefined && { types }),
      ...(components !== undefined && { components }),
      ...(categories !== undefined && { categories }),
      ...(named !== undefined && { entityIds: named.map(({ id }) => id) }),
    };
  }

  async *#episodesOf(owner: Owner): AsyncGenerator<StoredEpisode> {
    for (const { sessionId } of await this.#store.listSessions(owner))
      for (let afterPosition = 0; ; ) {
        const page = await this.#store.listEpisodes(owner, { sessionId, afterPosition, limit: EPISODES_AT_ONCE });
        yield* page;
        const last = page.at(-1);
        if (last === undefined) break;
        afterPosition = last.position;
      }
  }
}

/** Turns have no kinds and mention nobody: they go with the memories that were drawn from them. */
const isByMemory = ({ memoryIds, types, components, categories, entities }: Selection): boolean =>
  [memoryIds, types, components, categories, entities].some((value) => value !== undefined);

const isSelected = (episode: StoredEpisode, { sessionId, projectId, before }: Selection): boolean =>
  (sessionId === undefined || episode.sessionId === sessionId) &&
  (projectId === undefined || episode.projectId === projectId) &&
  (before === undefined || episode.occurredAt < before);

function* slices<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}

function namesIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(namesIn) : [];
}

function receiptOf(
  { clock, unreached }: Engine,
  { tenantId, userId, ...narrowed }: Selection,
  { memories, episodes }: Doomed,
  counts: Record<string, number>,
): ErasureReceipt {
  const receipt = {
    ...{ at: clock.now(), tenantId, userId, counts, unreached: [...unreached] },
    by: Object.entries(narrowed).flatMap(([name, value]) => (value === undefined ? [] : [name])),
    // What is kept beside agents has the same ids for everybody.
    memoryIds: [...memories]
      .flatMap(([id, { agentId }]) => (agentId.startsWith(`${SHARED_PREFIX}.`) ? [] : [id]))
      .sort(),
    episodeIds: [...episodes.keys()].sort(),
  };
  return { ...receipt, hash: hashOf(receipt) };
}

const hashOf = ({ at, tenantId, userId, by, counts, memoryIds, episodeIds, unreached }: Omit<ErasureReceipt, 'hash'>) =>
  createHash('sha256')
    .update(
      JSON.stringify([
        at.toISOString(),
        tenantId,
        userId,
        by,
        Object.entries(counts).sort(),
        memoryIds,
        episodeIds,
        unreached,
      ]),
    )
    .digest('hex');

/** Looks for everything that a receipt names, in every home and, where the store keeps files of its own, byte by byte. */
export async function verifyErasure({ store }: Engine, given: ErasureReceipt): Promise<ErasureProof> {
  const receipt = parse(erasureReceiptSchema, given, 'verifyErasure');
  const { memoryIds, episodeIds } = receipt;
  const stored: string[] = [];
  for (const owner of await store.owners())
    for (const ids of slices([...memoryIds, ...episodeIds], EPISODES_AT_ONCE)) {
      const found = [...(await store.getMemories(owner, ids)), ...(await store.getEpisodes(owner, ids))];
      stored.push(...found.map(({ id }) => id));
    }
  const inFiles = (await store.files?.holding([...memoryIds, ...episodeIds])) ?? [];
  const isReceiptIntact = hashOf(receipt) === receipt.hash;
  return { isErased: isReceiptIntact && stored.length + inFiles.length === 0, isReceiptIntact, stored, inFiles };
}
