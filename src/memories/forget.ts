import { everyVersion, linksAt, memoryPages, presentVersion } from '../contracts/store.ts';
import { SouvenirError } from '../errors.ts';
import { isVerbatimTurn, MAX_SOURCES, type Memory, type MemoryUpdate, memoryStatusSchema } from '../model/memory.ts';
import type { Forgotten } from '../model/revision.ts';
import { isWithin, type Owner } from '../model/scope.ts';
import { contentWords } from '../text/words.ts';
import { commit, type MemoryContext } from './context.ts';
import { echoesOf } from './echoes.ts';
import { mustBeVisible, mustFind } from './find-memory.ts';
import { filterOf, type Selection } from './list.ts';
import { copyIdOf } from './publish.ts';

/** More at once would block the event loop. */
const MEMORIES_AT_ONCE = 50;
/** The share of a memory's words from a turn that makes another memory of that turn a follower. */
const MIN_WORD_SHARE = 0.5;
const VISIBLE_STATUSES = memoryStatusSchema.exclude(['forgotten']).options;

/**
 * Forgets a memory and everything that repeats it: the store hides its turns, and their verbatim copies, memories with the same
 * content from them, memories derived from it and copies published of any of these are forgotten too; with a turn, also memories
 * drawn from nothing else. An interrupted call can be repeated.
 */
export async function forget(id: string, context: MemoryContext): Promise<Forgotten> {
  const memory = await findConsolidated(id, context);
  const forgottenMemories = await forgetMemories([memory], context);
  await forgetFollowers(forgottenMemories, context);
  const echoes = await echoesOf(forgottenMemories[0] ?? memory, new Set([id]), context);
  return { ...(await mustFind(id, context)), echoes };
}

export interface Followers extends Pick<Forgotten, 'echoes'> {
  readonly memories: readonly Memory[];
  readonly turns: number;
}

/** The visible memories that `forget` would also forget, the number of turns, and the remaining echoes. */
export async function followers(id: string, context: MemoryContext): Promise<Followers> {
  const memory = await withAllTurns(await mustBeVisible(id, context), context);
  const followersById = new Map<string, Memory>();
  for await (const { followers } of followersOf([memory], context))
    for (const each of followers) followersById.set(each.memory.id, each.memory);
  const echoes = await echoesOf(memory, new Set([id, ...followersById.keys()]), context);
  const turns = await context.store.getEpisodes(context.owner, memory.provenance.episodeIds);
  return { memories: [...followersById.values()].filter(isWithin(context.within)), turns: turns.length, echoes };
}

/** Forgets in batches: those before an abort or failure stay forgotten. */
export async function forgetAll(selection: Selection, context: MemoryContext): Promise<number> {
  if (selection.asOf !== undefined)
    throw new SouvenirError('invalidInput', 'forgetAll.asOf: only present memories can be forgotten', {
      advice: 'leave it out',
    });
  const filter = await filterOf(selection, 'forgetAll', context);
  const forgottenMemories: Memory[] = [];
  for await (const page of memoryPages(context.store, context.owner, filter)) {
    const visible = page.filter(({ status }) => status !== 'forgotten');
    for (let at = 0; at < visible.length; at += MEMORIES_AT_ONCE) {
      context.signal?.throwIfAborted();
      forgottenMemories.push(...(await forgetMemories(visible.slice(at, at + MEMORIES_AT_ONCE), context)));
    }
  }
  await forgetFollowers(forgottenMemories, context);
  return forgottenMemories.length;
}

/** Restores memories that were forgotten with another, unless they also follow one that is still forgotten. */
export async function restoreFollowers(memory: Memory, context: MemoryContext): Promise<void> {
  const { owner, store } = context;
  const turns = await store.getEpisodes(owner, memory.provenance.episodeIds, true);
  const hidden = new Set(turns.flatMap(({ id, hiddenBy }) => (hiddenBy === undefined ? [] : id)));
  for (const targetOwner of context.targetOwners) {
    const ownerContext = { ...context, owner: targetOwner };
    const restored: Memory[] = [];
    for (const sessionId of new Set(turns.map((turn) => turn.sessionId)))
      for await (const page of memoryPages(store, targetOwner, { statuses: ['forgotten'], sessionId }))
        for (const each of page.filter(sharesTurnWith(memory))) {
          const by = await forgottenWith(each, ownerContext);
          const isHidden = each.provenance.episodeIds.some((turn) => hidden.has(turn));
          if (isVerbatimTurn(each) ? by !== undefined && !isHidden : by === memory.id) restored.push(each);
        }
    for (const each of await derivedFrom([memory, ...restored], ownerContext))
      if (
        (await forgottenWith(each, ownerContext)) !== undefined &&
        !(await restsOnForgotten(each, restored, ownerContext))
      )
        restored.push(each);
    const now = context.clock.now();
    const cause = { kind: 'restored' as const, by: memory.id };
    const updates = restored.map(({ id }): MemoryUpdate => ({ id, status: 'active', updatedAt: now, cause }));
    if (updates.length > 0) await commit({ at: now, updates }, ownerContext);
    if (targetOwner === owner) await restoreCopies([memory, ...restored], context);
  }
}

async function restoreCopies(memories: readonly Memory[], context: MemoryContext): Promise<void> {
  const origins = memories.map(({ id }): Origin => [id, id]);
  for await (const { ownerContext, copies, by } of copiesOf(origins, context)) {
    const restored: Memory[] = [];
    for (const copy of copies)
      if (
        copy.status === 'forgotten' &&
        (await forgottenWith(copy, ownerContext)) !== undefined &&
        !(await restsOnForgotten(copy, restored, ownerContext))
      )
        restored.push(copy);
    const now = context.clock.now();
    const cause = { kind: 'restored' as const, by };
    const updates = restored.map(({ id }): MemoryUpdate => ({ id, status: 'active', updatedAt: now, cause }));
    if (updates.length > 0) await commit({ at: now, updates }, ownerContext);
  }
}

/** A memory's id, and the id of the forgotten or restored memory that it follows. */
type Origin = readonly [id: string, by: string];

interface CopyPage {
  readonly ownerContext: MemoryContext;
  /** A copy, and the memories derived from it there. */
  readonly copies: readonly Memory[];
  readonly by: string;
}

/** Copies of these memories that the agent published to its ancestors, or one of them in turn. */
async function* copiesOf(origins: readonly Origin[], context: MemoryContext): AsyncGenerator<CopyPage> {
  let sources = origins;
  for (const ancestor of context.ancestors) {
    const ownerContext = { ...context, owner: ancestor };
    const published: Origin[] = [];
    for (let at = 0; at < sources.length; at += MEMORIES_AT_ONCE) {
      const byId = new Map(sources.slice(at, at + MEMORIES_AT_ONCE).map(([id, by]) => [copyIdOf(id, ancestor), by]));
      for (const copy of await context.store.getMemories(ancestor, [...byId.keys()])) {
        const copies = [copy, ...(await derivedFrom([copy], ownerContext))];
        const by = byId.get(copy.id) ?? copy.id;
        published.push(...copies.map(({ id }): Origin => [id, by]));
        yield { ownerContext, copies, by };
      }
    }
    sources = published;
  }
}

async function findConsolidated(id: string, context: MemoryContext): Promise<Memory> {
  const [turn] = await context.store.getEpisodes(context.owner, [id]);
  if (turn === undefined) return mustFind(id, context);
  throw new SouvenirError(
    'invalidInput',
    `id: ${JSON.stringify(id)} is the id of a turn that is not consolidated yet`,
    {
      advice: 'consolidate first and forget what was made of it, or erase the turn by this id',
    },
  );
}

/** The memory it was forgotten with; undefined if it was forgotten itself. */
const forgottenWith = async ({ id }: Memory, { owner, store }: MemoryContext): Promise<string | undefined> =>
  (await presentVersion(store, owner, id))?.cause.by;

/** Forgets these memories, not as followers; returns them with all their turns. */
async function forgetMemories(memories: readonly Memory[], context: MemoryContext): Promise<Memory[]> {
  const whole: Memory[] = [];
  const updates: MemoryUpdate[] = [];
  const now = context.clock.now();
  for (const memory of memories) {
    const all = await withAllTurns(memory, context);
    const isDone = memory.status === 'forgotten' && (await forgottenWith(memory, context)) === undefined;
    if (!isDone) updates.push({ ...forgottenUpdate(memory.id, now), provenance: all.provenance });
    whole.push(all);
  }
  if (updates.length > 0) await commit({ at: now, updates }, context);
  return whole;
}

/** Forgets the followers of these memories, of every owner the agent writes to. */
async function forgetFollowers(forgottenMemories: readonly Memory[], context: MemoryContext): Promise<void> {
  for await (const { ownerContext, followers } of followersOf(forgottenMemories, context)) {
    const now = context.clock.now();
    const updates = followers.map(({ memory, by }) => forgottenUpdate(memory.id, now, by));
    if (updates.length > 0) await commit({ at: now, updates }, ownerContext);
  }
}

interface FollowerPage {
  readonly ownerContext: MemoryContext;
  readonly followers: readonly { readonly memory: Memory; readonly by: string }[];
}

async function* followersOf(
  forgottenMemories: readonly Memory[],
  context: MemoryContext,
): AsyncGenerator<FollowerPage> {
  yield* copyFollowersOf(
    forgottenMemories.map(({ id }) => [id, id]),
    context,
  );
  for await (const page of ownFollowersOf(forgottenMemories, context)) {
    // Copies come first: a repeated call finds those of visible memories alone.
    if (page.ownerContext.owner === context.owner)
      yield* copyFollowersOf(
        page.followers.map(({ memory, by }) => [memory.id, by]),
        context,
      );
    yield page;
  }
}

async function* copyFollowersOf(origins: readonly Origin[], context: MemoryContext): AsyncGenerator<FollowerPage> {
  for await (const { ownerContext, copies, by } of copiesOf(origins, context))
    yield {
      ownerContext,
      followers: copies.filter(({ status }) => status !== 'forgotten').map((memory) => ({ memory, by })),
    };
}

async function* ownFollowersOf(
  forgottenMemories: readonly Memory[],
  context: MemoryContext,
): AsyncGenerator<FollowerPage> {
  const { owner, store } = context;
  const followerIndex = await indexFollowers(forgottenMemories, context);
  const ids = new Set(forgottenMemories.map(({ id }) => id));
  for (const targetOwner of context.targetOwners) {
    const ownerContext = { ...context, owner: targetOwner };
    const derivedPage = async (memories: readonly Memory[], by: string): Promise<FollowerPage> => ({
      ownerContext,
      followers: (await derivedFrom(memories, ownerContext))
        .filter(({ id, status }) => status !== 'forgotten' && !ids.has(id))
        .map((memory) => ({ memory, by })),
    });
    if (targetOwner === owner)
      for (let at = 0; at < forgottenMemories.length; at += MEMORIES_AT_ONCE)
        yield await derivedPage(forgottenMemories.slice(at, at + MEMORIES_AT_ONCE), forgottenMemories[at]?.id ?? '');
    for (const sessionId of followerIndex.sessions)
      for await (const page of memoryPages(store, targetOwner, { statuses: VISIBLE_STATUSES, sessionId })) {
        const followers = page.flatMap((memory) => {
          const by = ids.has(memory.id) ? undefined : followerIndex.by(memory);
          return by === undefined ? [] : [{ memory, by }];
        });
        yield { ownerContext, followers };
        for (const { memory, by } of followers) yield await derivedPage([memory], by);
      }
  }
}

async function indexFollowers(forgottenMemories: readonly Memory[], { owner, store, languages }: MemoryContext) {
  const byTurn = new Map<string, TakenWords[]>();
  const sessions = new Set(forgottenMemories.flatMap(({ sessionId }) => sessionId ?? []));
  const wordsOf = (text: string) => contentWords(text, languages.of(text));
  for (const memory of forgottenMemories)
    for (const turn of await store.getEpisodes(owner, memory.provenance.episodeIds, true)) {
      sessions.add(turn.sessionId);
      const turnWords = new Set(wordsOf(turn.content));
      const words = new Set(wordsOf(memory.content).filter((word) => turnWords.has(word)));
      byTurn.set(turn.id, [...(byTurn.get(turn.id) ?? []), { memory, words }]);
    }
  const forgottenTurns = new Set(
    forgottenMemories.filter(isVerbatimTurn).flatMap(({ provenance }) => provenance.episodeIds),
  );
  const by = (memory: Memory): string | undefined => {
    const { episodeIds } = memory.provenance;
    const related = episodeIds.flatMap((turn) => byTurn.get(turn) ?? []);
    if (related.length === 0) return undefined;
    if (isVerbatimTurn(memory) || episodeIds.every((turn) => forgottenTurns.has(turn))) return related[0]?.memory.id;
    const own = new Set(wordsOf(memory.content));
    const sharesWords = ({ words }: { readonly words: ReadonlySet<string> }) =>
      words.size > 0 && [...words].filter((word) => own.has(word)).length >= MIN_WORD_SHARE * words.size;
    return related.find((each) => !isVerbatimTurn(each.memory) && sharesWords(each))?.memory.id;
  };
  return { sessions, by };
}

interface TakenWords {
  readonly memory: Memory;
  readonly words: ReadonlySet<string>;
}

const forgottenUpdate = (id: string, now: Date, by?: string): MemoryUpdate => ({
  ...{ id, status: 'forgotten', updatedAt: now },
  cause: { kind: 'forgotten', ...(by !== undefined && { by }) },
});

const sharesTurnWith =
  (one: Memory) =>
  ({ provenance }: Memory): boolean =>
    provenance.episodeIds.some((turn) => one.provenance.episodeIds.includes(turn));

/** A memory names at most `MAX_SOURCES` turns; its past versions name the others. */
async function withAllTurns(memory: Memory, { owner, store }: MemoryContext): Promise<Memory> {
  if (memory.provenance.episodeIds.length < MAX_SOURCES) return memory;
  const versions = await everyVersion(store, owner, memory.id);
  const episodeIds = [...new Set(versions.flatMap((version) => version.memory.provenance.episodeIds))];
  return { ...memory, provenance: { ...memory.provenance, episodeIds } };
}

async function derivedFrom(memories: readonly Memory[], { owner, store }: MemoryContext): Promise<Memory[]> {
  const derived: Memory[] = [];
  const seen = new Set(memories.map(({ id }) => id));
  for (let reached = [...seen]; reached.length > 0; ) {
    const links = await linksAt(store, owner, reached);
    const onward = links.filter(
      ({ type, toId, fromId }) => type === 'derivedFrom' && seen.has(toId) && !seen.has(fromId),
    );
    reached = [...new Set(onward.map(({ fromId }) => fromId))];
    for (const id of reached) seen.add(id);
    derived.push(...(reached.length === 0 ? [] : await store.getMemories(owner, reached)));
  }
  return derived;
}

async function restsOnForgotten(
  { id }: Memory,
  restored: readonly Memory[],
  { owner, store }: MemoryContext & { readonly owner: Owner },
): Promise<boolean> {
  const links = await linksAt(store, owner, [id]);
  const bases = links.filter(({ type, fromId }) => type === 'derivedFrom' && fromId === id).map(({ toId }) => toId);
  const forgottenBases = (await store.getMemories(owner, bases)).filter(({ status }) => status === 'forgotten');
  return forgottenBases.some((base) => restored.every((each) => each.id !== base.id));
}
