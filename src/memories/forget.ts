import { everyVersion, linksAt, memoryPages, presentVersion } from '../contracts/store.ts';
import { SouvenirError } from '../errors.ts';
import { keepsTurn, type Memory, type MemoryUpdate, MOST_SOURCES, memoryStatusSchema } from '../model/memory.ts';
import type { Forgotten } from '../model/revision.ts';
import { isWithin, type Owner } from '../model/scope.ts';
import { contentWords } from '../text/words.ts';
import { commit, type MemoryContext } from './context.ts';
import { echoesOf } from './echoes.ts';
import { mustFind, mustSee } from './find-memory.ts';
import { filterOf, type Selection } from './list.ts';

/** More at once would hold the event loop. */
const AT_ONCE = 50;
/** Of the words of a turn that a memory took over, as many as tell of it. */
const TELLING_SHARE = 0.5;
const HELD = memoryStatusSchema.exclude(['forgotten']).options;

/**
 * Forgets a memory so that nothing else tells of it: the store hides the turns it came from, and what keeps those word for word, says the same
 * of them or was derived from it is forgotten with it; of a turn, also what was drawn from nothing else. Done again, it goes on where it stopped.
 */
export async function forget(id: string, context: MemoryContext): Promise<Forgotten> {
  const memory = await foundOrWaiting(id, context);
  const gone = await forgetThese([memory], context);
  await forgetFollowers(gone, context);
  const echoes = await echoesOf(gone[0] ?? memory, new Set([id]), context);
  return { ...(await mustFind(id, context)), echoes };
}

export interface Followers extends Pick<Forgotten, 'echoes'> {
  readonly memories: readonly Memory[];
  readonly turns: number;
}

/** The memories in sight that `forget` would take along, how many turns, and the echoes that it would leave. */
export async function followers(id: string, context: MemoryContext): Promise<Followers> {
  const memory = await withAllTurns(await mustSee(id, context), context);
  const found = new Map<string, Memory>();
  for await (const { followers } of followersOf([memory], context))
    for (const each of followers) found.set(each.memory.id, each.memory);
  const echoes = await echoesOf(memory, new Set([id, ...found.keys()]), context);
  const turns = await context.store.getEpisodes(context.owner, memory.provenance.episodeIds);
  return { memories: [...found.values()].filter(isWithin(context.within)), turns: turns.length, echoes };
}

/** Forgets a few at a time: those before an abort or failure stay forgotten. */
export async function forgetAll(selection: Selection, context: MemoryContext): Promise<number> {
  if (selection.asOf !== undefined)
    throw new SouvenirError('invalidInput', 'forgetAll.asOf: only what is held now can be forgotten', {
      advice: 'leave it out',
    });
  const filter = await filterOf(selection, 'forgetAll', context);
  const gone: Memory[] = [];
  for await (const page of memoryPages(context.store, context.owner, filter)) {
    const held = page.filter(({ status }) => status !== 'forgotten');
    for (let at = 0; at < held.length; at += AT_ONCE) {
      context.signal?.throwIfAborted();
      gone.push(...(await forgetThese(held.slice(at, at + AT_ONCE), context)));
    }
  }
  await forgetFollowers(gone, context);
  return gone.length;
}

/** Brings back what was forgotten with a memory, unless something else that is forgotten tells of the same. */
export async function restoreFollowers(memory: Memory, context: MemoryContext): Promise<void> {
  const { owner, store } = context;
  const turns = await store.getEpisodes(owner, memory.provenance.episodeIds, true);
  const hidden = new Set(turns.flatMap(({ id, hiddenBy }) => (hiddenBy === undefined ? [] : id)));
  for (const home of context.homes) {
    const place = { ...context, owner: home };
    const back: Memory[] = [];
    for (const sessionId of new Set(turns.map((turn) => turn.sessionId)))
      for await (const page of memoryPages(store, home, { statuses: ['forgotten'], sessionId }))
        for (const each of page.filter(sharing(memory))) {
          const by = await followed(each, place);
          const isHidden = each.provenance.episodeIds.some((turn) => hidden.has(turn));
          if (keepsTurn(each) ? by !== undefined && !isHidden : by === memory.id) back.push(each);
        }
    for (const each of await derivedFrom([memory, ...back], place))
      if ((await followed(each, place)) !== undefined && !(await restsOnForgotten(each, back, place))) back.push(each);
    const now = context.clock.now();
    const cause = { kind: 'restored' as const, by: memory.id };
    const updates = back.map(({ id }): MemoryUpdate => ({ id, status: 'active', updatedAt: now, cause }));
    if (updates.length > 0) await commit({ at: now, updates }, place);
  }
}

async function foundOrWaiting(id: string, context: MemoryContext): Promise<Memory> {
  const [turn] = await context.store.getEpisodes(context.owner, [id]);
  if (turn === undefined) return mustFind(id, context);
  throw new SouvenirError('invalidInput', `id: ${JSON.stringify(id)} is a turn that is no memory yet`, {
    advice: 'consolidate first and forget what was made of it, or erase the turn by this id',
  });
}

/** The memory it was forgotten with; none if it was for itself. */
const followed = async ({ id }: Memory, { owner, store }: MemoryContext): Promise<string | undefined> =>
  (await presentVersion(store, owner, id))?.cause.by;

/** Forgets these for themselves; returns them with all the turns they came from. */
async function forgetThese(memories: readonly Memory[], context: MemoryContext): Promise<Memory[]> {
  const whole: Memory[] = [];
  const updates: MemoryUpdate[] = [];
  const now = context.clock.now();
  for (const memory of memories) {
    const all = await withAllTurns(memory, context);
    const isDone = memory.status === 'forgotten' && (await followed(memory, context)) === undefined;
    if (!isDone) updates.push({ ...forgotten(memory.id, now), provenance: all.provenance });
    whole.push(all);
  }
  if (updates.length > 0) await commit({ at: now, updates }, context);
  return whole;
}

/** Forgets what tells of these, in every home of the agent. */
async function forgetFollowers(gone: readonly Memory[], context: MemoryContext): Promise<void> {
  for await (const { place, followers } of followersOf(gone, context)) {
    const now = context.clock.now();
    const updates = followers.map(({ memory, by }) => forgotten(memory.id, now, by));
    if (updates.length > 0) await commit({ at: now, updates }, place);
  }
}

interface Following {
  readonly place: MemoryContext;
  /** Each with the memory that it tells of. */
  readonly followers: readonly { readonly memory: Memory; readonly by: string }[];
}

async function* followersOf(gone: readonly Memory[], context: MemoryContext): AsyncGenerator<Following> {
  const { owner, store } = context;
  const tells = await tellingOf(gone, context);
  const ids = new Set(gone.map(({ id }) => id));
  for (const home of context.homes) {
    const place = { ...context, owner: home };
    const derived = async (memories: readonly Memory[], by: string): Promise<Following> => ({
      place,
      followers: (await derivedFrom(memories, place))
        .filter(({ id, status }) => status !== 'forgotten' && !ids.has(id))
        .map((memory) => ({ memory, by })),
    });
    if (home === owner)
      for (let at = 0; at < gone.length; at += AT_ONCE)
        yield await derived(gone.slice(at, at + AT_ONCE), gone[at]?.id ?? '');
    for (const sessionId of tells.sessions)
      for await (const page of memoryPages(store, home, { statuses: HELD, sessionId })) {
        const followers = page.flatMap((memory) => {
          const by = ids.has(memory.id) ? undefined : tells.by(memory);
          return by === undefined ? [] : [{ memory, by }];
        });
        yield { place, followers };
        for (const { memory, by } of followers) yield await derived([memory], by);
      }
  }
}

/** Which of these memories another one tells of, and the sessions to look in. */
async function tellingOf(gone: readonly Memory[], { owner, store, languages }: MemoryContext) {
  const byTurn = new Map<string, Telling[]>();
  const sessions = new Set(gone.flatMap(({ sessionId }) => sessionId ?? []));
  const wordsOf = (text: string) => contentWords(text, languages.of(text));
  for (const memory of gone)
    for (const turn of await store.getEpisodes(owner, memory.provenance.episodeIds, true)) {
      sessions.add(turn.sessionId);
      const said = new Set(wordsOf(turn.content));
      const words = new Set(wordsOf(memory.content).filter((word) => said.has(word)));
      byTurn.set(turn.id, [...(byTurn.get(turn.id) ?? []), { memory, words }]);
    }
  const turnsGone = new Set(gone.filter(keepsTurn).flatMap(({ provenance }) => provenance.episodeIds));
  const by = (memory: Memory): string | undefined => {
    const { episodeIds } = memory.provenance;
    const related = episodeIds.flatMap((turn) => byTurn.get(turn) ?? []);
    if (related.length === 0) return undefined;
    if (keepsTurn(memory) || episodeIds.every((turn) => turnsGone.has(turn))) return related[0]?.memory.id;
    const own = new Set(wordsOf(memory.content));
    const isTold = ({ words }: { readonly words: ReadonlySet<string> }) =>
      words.size > 0 && [...words].filter((word) => own.has(word)).length >= TELLING_SHARE * words.size;
    return related.find((each) => !keepsTurn(each.memory) && isTold(each))?.memory.id;
  };
  return { sessions, by };
}

/** What a memory took over from a turn. */
interface Telling {
  readonly memory: Memory;
  readonly words: ReadonlySet<string>;
}

const forgotten = (id: string, now: Date, by?: string): MemoryUpdate => ({
  ...{ id, status: 'forgotten', updatedAt: now },
  cause: { kind: 'forgotten', ...(by !== undefined && { by }) },
});

const sharing =
  (one: Memory) =>
  ({ provenance }: Memory): boolean =>
    provenance.episodeIds.some((turn) => one.provenance.episodeIds.includes(turn));

/** Of many turns a memory names some, and its past versions the others. */
async function withAllTurns(memory: Memory, { owner, store }: MemoryContext): Promise<Memory> {
  if (memory.provenance.episodeIds.length < MOST_SOURCES) return memory;
  const versions = await everyVersion(store, owner, memory.id);
  const episodeIds = [...new Set(versions.flatMap((version) => version.memory.provenance.episodeIds))];
  return { ...memory, provenance: { ...memory.provenance, episodeIds } };
}

/** What was derived from these, however indirectly. */
async function derivedFrom(memories: readonly Memory[], { owner, store }: MemoryContext): Promise<Memory[]> {
  const found: Memory[] = [];
  const seen = new Set(memories.map(({ id }) => id));
  for (let reached = [...seen]; reached.length > 0; ) {
    const links = await linksAt(store, owner, reached);
    const onward = links.filter(
      ({ type, toId, fromId }) => type === 'derivedFrom' && seen.has(toId) && !seen.has(fromId),
    );
    reached = [...new Set(onward.map(({ fromId }) => fromId))];
    for (const id of reached) seen.add(id);
    found.push(...(reached.length === 0 ? [] : await store.getMemories(owner, reached)));
  }
  return found;
}

async function restsOnForgotten(
  { id }: Memory,
  back: readonly Memory[],
  { owner, store }: MemoryContext & { readonly owner: Owner },
): Promise<boolean> {
  const links = await linksAt(store, owner, [id]);
  const bases = links.filter(({ type, fromId }) => type === 'derivedFrom' && fromId === id).map(({ toId }) => toId);
  const still = (await store.getMemories(owner, bases)).filter(({ status }) => status === 'forgotten');
  return still.some((base) => back.every((each) => each.id !== base.id));
}
