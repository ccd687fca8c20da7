import { memoryPages } from '../contracts/store.ts';
import { SouvenirError } from '../errors.ts';
import { type Memory, type MemoryUpdate, MOST_SOURCES, memoryStatusSchema } from '../model/memory.ts';
import { commit, type MemoryContext } from './context.ts';
import { mustFind } from './find-memory.ts';
import { filterOf, type Selection } from './list.ts';

/** More at once would hold the event loop. */
const AT_ONCE = 50;
const MOST_AT_A_MOMENT = 1000;
const HELD = memoryStatusSchema.exclude(['forgotten']).options;

/**
 * Forgets a memory so that nothing else tells of it: the store hides the turns it came from, and what keeps those word for word or was
 * derived from it is forgotten with it; of a turn, also what was drawn from nothing else.
 */
export async function forget(id: string, context: MemoryContext): Promise<Memory> {
  const memory = await mustFind(id, context);
  if (memory.status === 'forgotten' && (await followed(memory, context)) === undefined) return memory;
  await forgetThese([memory], context);
  await forgetDrawnFrom([memory], context);
  return mustFind(id, context);
}

/** Forgets a few at a time: those before an abort or failure stay forgotten. */
export async function forgetAll(selection: Selection, context: MemoryContext): Promise<number> {
  if (selection.asOf !== undefined)
    throw new SouvenirError('invalidInput', 'forgetAll.asOf: only what is held now can be forgotten', {
      advice: 'leave it out',
    });
  const filter = await filterOf(selection, 'forgetAll', context);
  const turns: Memory[] = [];
  let forgotten = 0;
  for await (const page of memoryPages(context.store, context.owner, filter)) {
    const held = page.filter(({ status }) => status !== 'forgotten');
    turns.push(...held.filter(isTurn));
    for (let at = 0; at < held.length; at += AT_ONCE) {
      context.signal?.throwIfAborted();
      const slice = held.slice(at, at + AT_ONCE);
      await forgetThese(slice, context);
      forgotten += slice.length;
    }
  }
  await forgetDrawnFrom(turns, context);
  return forgotten;
}

/** Brings back what was forgotten with a memory, unless something else that is forgotten tells of the same. */
export async function restoreFollowers(memory: Memory, context: MemoryContext): Promise<void> {
  const { owner, store, clock } = context;
  const found = new Map<string, Memory>();
  const kept = await keptTurns([memory], ['forgotten'], context);
  for (const turn of await store.getEpisodes(owner, memory.provenance.episodeIds, true)) {
    if (turn.hiddenBy === undefined)
      for (const each of kept) if (each.provenance.episodeIds.includes(turn.id)) found.set(each.id, each);
  }
  const { sessionId } = memory;
  if (isTurn(memory) && sessionId !== undefined)
    for await (const page of memoryPages(store, owner, { statuses: ['forgotten'], sessionId }))
      for (const each of page) if ((await followed(each, context)) === memory.id) found.set(each.id, each);
  for (const each of await derivedFrom([memory, ...found.values()], context))
    if (each.status === 'forgotten' && (await followed(each, context)) !== undefined) found.set(each.id, each);
  const now = clock.now();
  const updates = [...found.keys()].map(
    (id): MemoryUpdate => ({ id, status: 'active', updatedAt: now, cause: { kind: 'restored', by: memory.id } }),
  );
  if (updates.length > 0) await commit({ at: now, updates }, context);
}

/** What keeps a turn word for word. */
const isTurn = ({ type, provenance }: Memory): boolean => type === 'episodic' && provenance.episodeIds.length > 0;

/** The memory it was forgotten with; none if it was for itself. */
const followed = async ({ id }: Memory, { owner, store }: MemoryContext): Promise<string | undefined> =>
  (await store.versionsOf(owner, id)).at(-1)?.cause.by;

async function forgetThese(memories: readonly Memory[], context: MemoryContext): Promise<void> {
  const whole = await Promise.all(memories.map((memory) => withAllTurns(memory, context)));
  const kept = await keptTurns(whole, HELD, context);
  const derived = (await derivedFrom([...memories, ...kept], context)).filter(({ status }) => status !== 'forgotten');
  const chosen = new Map(memories.map(({ id }) => [id, {}]));
  const now = context.clock.now();
  const followers = [...kept, ...derived].filter(({ id }) => !chosen.has(id));
  const first = memories[0] as Memory;
  const updates = [
    ...whole.map(({ id, provenance }) => ({ ...forgotten(id, now), provenance })),
    ...followers.map((each) => forgotten(each.id, now, (whole.find(sharing(each)) ?? first).id)),
  ];
  await commit({ at: now, updates }, context);
}

/** What was drawn from these turns and from nothing else. */
async function forgetDrawnFrom(memories: readonly Memory[], context: MemoryContext): Promise<void> {
  const turns = memories.filter(isTurn);
  const by = new Map(turns.flatMap(({ id, provenance }) => provenance.episodeIds.map((turn) => [turn, id])));
  for (const sessionId of new Set(turns.flatMap((turn) => turn.sessionId ?? [])))
    for await (const page of memoryPages(context.store, context.owner, { statuses: HELD, sessionId })) {
      const now = context.clock.now();
      const updates = page.flatMap(({ id, provenance: { episodeIds } }) =>
        episodeIds.length > 0 && episodeIds.every((turn) => by.has(turn))
          ? [forgotten(id, now, by.get(episodeIds[0] ?? ''))]
          : [],
      );
      if (updates.length > 0) await commit({ at: now, updates }, context);
    }
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
  const versions = await store.versionsOf(owner, memory.id);
  const episodeIds = [...new Set(versions.flatMap((version) => version.memory.provenance.episodeIds))];
  return { ...memory, provenance: { ...memory.provenance, episodeIds } };
}

/** What keeps the turns of these memories word for word: it happened at the very moment they did. */
async function keptTurns(
  memories: readonly Memory[],
  statuses: readonly Memory['status'][],
  { owner, store }: MemoryContext,
): Promise<Memory[]> {
  const turns = new Set(memories.filter((each) => !isTurn(each)).flatMap(({ provenance }) => provenance.episodeIds));
  const episodes = turns.size === 0 ? [] : await store.getEpisodes(owner, [...turns], true);
  const kept = new Map<string, Memory>();
  for (const moment of new Set(episodes.map(({ occurredAt }) => occurredAt.getTime()))) {
    const within = { from: new Date(moment), to: new Date(moment) };
    const filter = { statuses, types: ['episodic' as const], within };
    for (const memory of await store.listMemories(owner, { filter, limit: MOST_AT_A_MOMENT }))
      if (memory.provenance.episodeIds.some((id) => turns.has(id))) kept.set(memory.id, memory);
  }
  return [...kept.values()];
}

/** What was derived from these, however indirectly. */
async function derivedFrom(memories: readonly Memory[], { owner, store }: MemoryContext): Promise<Memory[]> {
  const found: Memory[] = [];
  const seen = new Set(memories.map(({ id }) => id));
  for (let reached = [...seen]; reached.length > 0; ) {
    const links = await store.linksOf(owner, reached);
    const onward = links.filter(
      ({ type, toId, fromId }) => type === 'derivedFrom' && seen.has(toId) && !seen.has(fromId),
    );
    reached = [...new Set(onward.map(({ fromId }) => fromId))];
    for (const id of reached) seen.add(id);
    found.push(...(reached.length === 0 ? [] : await store.getMemories(owner, reached)));
  }
  return found;
}
