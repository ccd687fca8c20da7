import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type Erased, type MemoryFilter, memoryPages, type Store } from '../contracts/store.ts';
import { filterOf } from '../memories/list.ts';
import type { Episode, StoredEpisode } from '../model/episode.ts';
import { type Memory, MOST_SOURCES, memoryStatusSchema } from '../model/memory.ts';
import { parse } from '../model/parse.ts';
import { idSchema, momentSchema, scopeIdSchema } from '../model/primitives.ts';
import { memorySelectionSchema } from '../model/revision.ts';
import { DEFAULT_OWNER, EVERYONE, type Owner, ownerKey, SHARED_PREFIX } from '../model/scope.ts';
import type { Engine } from './engine.ts';
import { followAgain } from './follow-profile.ts';

const kinds = { types: true, components: true, categories: true, entities: true } as const;

export const eraseSelectionSchema = memorySelectionSchema.pick({ ...kinds, sessionId: true }).extend({
  tenantId: scopeIdSchema.default(DEFAULT_OWNER.tenantId),
  /** Whose; with nothing else, all there is of this user. */
  userId: scopeIdSchema.refine((id) => id !== EVERYONE, `${EVERYONE} stands for every user of a tenant`),
  /** What one agent holds; of all agents unless given. */
  agentId: scopeIdSchema.optional(),
  /** These memories, and the turns they came from. */
  memoryIds: z.array(idSchema).min(1).optional(),
  projectId: scopeIdSchema.optional(),
  /** What was said or happened before this moment. */
  before: momentSchema.optional(),
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
  const isChosen = (owner: Owner) => isOfUser(owner) && (agentId === undefined || owner.agentId === agentId);
  const homesNow = async () =>
    (await store.owners()).filter(isOfUser).sort((a, b) => (ownerKey(a) < ownerKey(b) ? -1 : 1));
  // What cannot be written now is dropped below, or is none of what is selected.
  await engine.flush().catch(() => {});
  await engine.settled();
  return holding(engine, await homesNow(), async () => {
    const homes = await homesNow();
    const chosen = homes.filter(isChosen);
    const doomed = new Doomed(engine, homes);
    for (const owner of chosen) await doomed.select(owner, selection);
    await doomed.spread();
    const counts = await doomed.erase();
    const gone = isAll(selection) ? chosen : [];
    for (const owner of homes) if (!gone.includes(owner)) await followAgain(owner, store);
    for (const owner of gone) await store.eraseOwner(owner);
    engine.forgetHeld(
      homes,
      (episode) => isChosen(episode) && !isByMemory(selection) && isSelected(episode, selection),
    );
    await store.files?.scrub();
    return receiptOf(engine, selection, doomed, { ...counts, owners: gone.length });
  });
}

/** Nothing of theirs is consolidated or changed meanwhile. */
function holding<Result>(engine: Engine, owners: readonly Owner[], work: () => Promise<Result>): Promise<Result> {
  const [first, ...rest] = owners;
  return first === undefined ? work() : engine.alone(first, () => holding(engine, rest, work));
}

/** All there is of the user, or of one agent of theirs. */
const isAll = ({ tenantId: _, userId: __, agentId: ___, ...narrowed }: Selection): boolean =>
  Object.values(narrowed).every((value) => value === undefined);

const EVERY_STATUS = { statuses: memoryStatusSchema.options };

/** What of one user is to go. */
class Doomed {
  readonly memories = new Map<string, Owner>();
  readonly episodes = new Map<string, Owner>();
  /** Sessions that a component reads again from the beginning, and all their turns: what it drew from them goes too, or it would count twice. */
  readonly #again = new Map<
    string,
    { readonly owner: Owner; readonly component: string; readonly sessionId: string }
  >();
  readonly #reread = new Set<string>();
  readonly #engine: Engine;
  readonly #store: Store;
  readonly #homes: readonly Owner[];

  constructor(engine: Engine, homes: readonly Owner[]) {
    this.#engine = engine;
    this.#store = engine.store;
    this.#homes = homes;
  }

  async select(owner: Owner, selection: Selection): Promise<void> {
    const filter = await this.#filterOf(owner, selection);
    const isExact = isByMemory(selection);
    for await (const page of memoryPages(this.#store, owner, filter))
      for (const memory of page) {
        const { episodeIds } = memory.provenance;
        // Of a place or a time, what came from turns goes with those of its turns that were said there.
        if (!isExact && !isAll(selection) && (await this.#isTold(memory, owner))) continue;
        this.memories.set(memory.id, owner);
        for (const id of isExact ? episodeIds : []) this.episodes.set(id, tellerOf(memory, owner));
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
          const ids = page.map(({ id }) => id);
          const links = await this.#store.linksOf(owner, ids);
          const derived = links.filter(({ type, toId }) => type === 'derivedFrom' && this.memories.has(toId));
          for (const memory of page)
            if (derived.some(({ fromId }) => fromId === memory.id) || (await this.#isDrawn(memory, owner)))
              await this.#add(memory, owner);
        }
    }
  }

  /** What is to be read again is told first: a crash in between must not lose what other turns say. */
  async erase(): Promise<Erased> {
    const total: Record<string, number> = {};
    for (const owner of this.#homes) {
      const isOf = ([, home]: [string, Owner]) => ownerKey(home) === ownerKey(owner);
      const [memories = [], episodes = []] = [this.memories, this.episodes].map((all) => [...all].filter(isOf));
      const again = [...this.#again.values()].filter((each) => ownerKey(each.owner) === ownerKey(owner));
      const parts = [
        { memoryIds: [], episodeIds: [], again: again.map(({ component, sessionId }) => ({ component, sessionId })) },
        ...slices(memories, AT_ONCE).map((slice) => ({ memoryIds: slice.map(([id]) => id), episodeIds: [] })),
        ...slices(episodes, EPISODES_AT_ONCE).map((slice) => ({ memoryIds: [], episodeIds: slice.map(([id]) => id) })),
      ];
      for (const part of parts)
        for (const [place, count] of Object.entries(await this.#store.erase(owner, part)))
          total[place] = (total[place] ?? 0) + count;
    }
    return total as Erased;
  }

  async #add(memory: Memory, home: Owner): Promise<void> {
    if (this.memories.has(memory.id)) return;
    this.memories.set(memory.id, home);
    const owner = tellerOf(memory, home);
    const { component } = memory;
    const left = memory.provenance.episodeIds.filter((id) => !this.episodes.has(id));
    for (const { sessionId } of await this.#store.getEpisodes(owner, left, true)) {
      const key = JSON.stringify([owner.agentId, component, sessionId]);
      if (this.#again.has(key)) continue;
      this.#again.set(key, { owner, component, sessionId });
      for await (const { id } of this.#episodesOf(owner, sessionId)) this.#reread.add(`${component} ${id}`);
    }
  }

  /** Whether turns that are still there say where it came from. */
  async #isTold(memory: Memory, owner: Owner): Promise<boolean> {
    const { episodeIds } = memory.provenance;
    return (
      episodeIds.length > 0 && (await this.#store.getEpisodes(tellerOf(memory, owner), episodeIds, true)).length > 0
    );
  }

  /** Of many sources a memory names some; its past versions named the others. What is kept beside agents says in its metadata what it rests on. */
  async #isDrawn(memory: Memory, owner: Owner): Promise<boolean> {
    if (this.memories.has(memory.id)) return false;
    if (this.#rests(memory, owner)) return true;
    if (memory.provenance.episodeIds.length < MOST_SOURCES && !isBeside(owner)) return false;
    const versions = await this.#store.versionsOf(owner, memory.id);
    return versions.some((version) => this.#rests(version.memory, owner));
  }

  #rests({ component, provenance, metadata }: Memory, owner: Owner): boolean {
    const { episodeIds, memoryId } = provenance;
    return (
      episodeIds.some((id) => this.episodes.has(id) || this.#reread.has(`${component} ${id}`)) ||
      (memoryId !== undefined && this.memories.has(memoryId)) ||
      (isBeside(owner) && textsIn(metadata).some((text) => this.memories.has(text)))
    );
  }

  async #filterOf(owner: Owner, selection: Selection): Promise<MemoryFilter> {
    const { tenantId: _, userId: __, agentId: ___, memoryIds, projectId, before, ...rest } = selection;
    const to = before && new Date(before.getTime() - 1);
    const filter = await filterOf({ ...rest, ...EVERY_STATUS, to }, 'erase', {
      ...this.#engine,
      ...{ owner, within: { projectId } },
    });
    return memoryIds === undefined ? filter : { ...filter, ids: memoryIds };
  }

  async *#episodesOf(owner: Owner, only?: string): AsyncGenerator<StoredEpisode> {
    const sessions = only === undefined ? await this.#store.listSessions(owner) : [{ sessionId: only }];
    for (const { sessionId } of sessions)
      for (let afterPosition = 0; ; ) {
        const query = { sessionId, afterPosition, limit: EPISODES_AT_ONCE, withHidden: true };
        const page = await this.#store.listEpisodes(owner, query);
        yield* page;
        const last = page.at(-1);
        if (last === undefined) break;
        afterPosition = last.position;
      }
  }
}

/** Whose turns a memory came from: it may be kept in a home that agents share. */
const tellerOf = ({ provenance: { agentId } }: Memory, home: Owner): Owner =>
  agentId === undefined ? home : { ...home, agentId };

/** Where profiles, documents and instructions are kept. */
const isBeside = ({ agentId }: Owner): boolean => agentId.startsWith(`${SHARED_PREFIX}.`);

/** Turns have no kinds and mention nobody: they go with the memories that were drawn from them. */
const isByMemory = ({ memoryIds, types, components, categories, entities }: Selection): boolean =>
  [memoryIds, types, components, categories, entities].some((value) => value !== undefined);

const isSelected = (episode: Episode, { sessionId, projectId, before }: Selection): boolean =>
  (sessionId === undefined || episode.sessionId === sessionId) &&
  (projectId === undefined || episode.projectId === projectId) &&
  (before === undefined || episode.occurredAt < before);

const slices = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
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
    memoryIds: [...memories].flatMap(([id, home]) => (isBeside(home) ? [] : [id])).sort(),
    episodeIds: [...episodes.keys()].sort(),
  };
  return { ...receipt, hash: hashOf(receipt) };
}

const hashOf = ({ hash: _, ...receipt }: Partial<ErasureReceipt>): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries({ ...receipt, counts: Object.entries(receipt.counts ?? {}).sort() }).sort()))
    .digest('hex');

/** Looks for everything that a receipt names, in every home and, where the store keeps files of its own, byte by byte. */
export async function verifyErasure({ store }: Engine, given: ErasureReceipt): Promise<ErasureProof> {
  const receipt = parse(erasureReceiptSchema, given, 'verifyErasure');
  const { memoryIds, episodeIds } = receipt;
  const stored: string[] = [];
  for (const owner of await store.owners())
    for (const ids of slices([...memoryIds, ...episodeIds], EPISODES_AT_ONCE)) {
      const found = [...(await store.getMemories(owner, ids)), ...(await store.getEpisodes(owner, ids, true))];
      stored.push(...found.map(({ id }) => id));
    }
  const inFiles = (await store.files?.holding([...memoryIds, ...episodeIds])) ?? [];
  const isReceiptIntact = hashOf(receipt) === receipt.hash;
  return { isErased: isReceiptIntact && stored.length + inFiles.length === 0, isReceiptIntact, stored, inFiles };
}
