import { breathe } from '../breathe.ts';
import type { Component } from '../contracts/component.ts';
import { textToEmbed } from '../contracts/embedded-text.ts';
import { type PendingSession, type Store, turnsBefore } from '../contracts/store.ts';
import { failed } from '../errors.ts';
import type { Episode, StoredEpisode } from '../model/episode.ts';
import type { Memory } from '../model/memory.ts';
import { newsOf } from '../model/memory-block.ts';
import type { Degradation } from '../model/report.ts';
import { homeOf, isWithin, type Owner, ownerKey, type Place } from '../model/scope.ts';
import { inTime } from '../recall/in-time.ts';
import type { Space } from '../recall/plan.ts';
import { finishDraft } from '../reconcile/finish-draft.ts';
import type { EpisodeBuffer } from '../record/buffer.ts';
import { memoryStore } from '../stores/memory/memory-store.ts';
import { contentWords, words } from '../text/words.ts';
import type { Agent } from './agent.ts';
import type { Settings } from './options.ts';

/** The component that keeps turns word for word: what it will make of a turn is what recall finds of it until then. */
const VERBATIM = 'episodic';
/** How many of the latest turns that wait are found by their words, and how many also by meaning. */
const MOST_FOUND = 256;
const MOST_EMBEDDED = 64;
/** Of those, how many a query waits for; the others are embedded behind it, few at a time. It also waits for so many that have its words. */
const EMBEDDED_AT_ONCE = 16;
const EMBEDDED_FOR_WORDS = 8;
const EMBEDDED_BEHIND = 4;
/** That nothing waits is believed for so long: another process may have recorded meanwhile. */
const BELIEVED_MS = 5000;
const MOST_OWNERS = 1000;
/** The position of an episode that is not written yet. */
const UNPLACED = 0;
const UNHEARD = { spaces: [], ids: new Set<string>(), degraded: [] };

const textKey = (text: string): string => words(text).join(' ');

/** An owner's turns that wait to be consolidated. */
class Waiting {
  /** Until when nothing waits, by the clock of the process. */
  emptyUntil = 0;
  /** How far each session was read. */
  read = new Map<string, PendingSession>();
  /** Those of them that were not written when they were read. */
  unwritten = new Set<string>();
  episodes: Episode[] = [];
  /** What is not yet found by meaning, by the id of its memory. */
  unembedded = new Map<string, ToEmbed>();
  /** What the component would make of them, by their own ids. */
  store: Store | undefined;
  count = 0;
  reading: Promise<void> = Promise.resolve();

  forget(): void {
    this.read = new Map();
    this.unwritten = new Set();
    this.episodes = [];
    this.unembedded = new Map();
    this.store = undefined;
  }
}

type WaitingContext = Pick<Settings, 'store' | 'clock' | 'tokenizer' | 'languages' | 'embedder'> & {
  readonly buffer: EpisodeBuffer;
  readonly signal: AbortSignal;
};

/**
 * Turns that were recorded and not yet consolidated, as one more space of recall: nothing is written for it, neither a memory nor
 * progress. Where nothing waits the store is not asked.
 */
export class WaitingTurns {
  readonly #owners = new Map<string, Waiting>();
  readonly #context: WaitingContext;
  #embedding: Promise<void> = Promise.resolve();

  constructor(context: WaitingContext) {
    this.#context = context;
  }

  /** Resolves when what is found is also found by meaning. */
  async settled(): Promise<void> {
    await this.#embedding;
  }

  /** They are read again. */
  forget(owner: Owner): void {
    this.#owners.delete(ownerKey(owner));
  }

  /** To be told of every turn recorded. */
  recorded(owner: Owner): void {
    const waiting = this.#owners.get(ownerKey(owner));
    if (waiting !== undefined) waiting.emptyUntil = 0;
  }

  /**
   * Where a query finds the turns that wait: all but those the caller shows anyway, and the question itself where it was recorded
   * before it was asked. Memories are found without them.
   */
  async heard(
    query: string,
    owner: Owner,
    agent: Agent,
    shown: readonly string[],
  ): Promise<{ spaces: Space[]; ids: ReadonlySet<string>; degraded: Degradation[] }> {
    const component = readerOf(agent);
    if (component === undefined) return UNHEARD;
    const waiting = this.#waitingOf(owner);
    try {
      if (performance.now() >= waiting.emptyUntil) {
        waiting.reading = waiting.reading.catch(() => {}).then(() => this.#read(owner, agent, waiting));
        await waiting.reading;
      }
    } catch (error) {
      return { ...UNHEARD, degraded: [failed('waiting', error)] };
    }
    const { store, episodes } = waiting;
    if (store === undefined || component.name !== VERBATIM || component.isRecalled === false) return UNHEARD;
    const home = homeOf(component, owner);
    await this.#embedSaying(query, home, store, waiting);
    const asked = textKey(query);
    const without = new Set(shown);
    for (const { id, role, content } of [...episodes]) {
      await breathe();
      if (role === 'user' && textKey(content) === asked) without.add(id);
    }
    return {
      spaces: [{ owner: home, store, without }],
      ids: new Set(episodes.map(({ id }) => id)),
      degraded: [],
    };
  }

  /** How many turns wait that a place can see, as of the last query; of a project or session, among those that are found. */
  count(owner: Owner, { projectId, sessionId }: Place): number {
    const { count = 0, episodes = [] } = this.#owners.get(ownerKey(owner)) ?? {};
    if (projectId === undefined && sessionId === undefined) return count;
    return episodes.filter(isWithin({ projectId, sessionId })).length;
  }

  #waitingOf(owner: Owner): Waiting {
    const key = ownerKey(owner);
    const waiting = this.#owners.get(key) ?? new Waiting();
    this.#owners.delete(key);
    this.#owners.set(key, waiting);
    const oldest = this.#owners.keys().next();
    if (this.#owners.size > MOST_OWNERS && !oldest.done) this.#owners.delete(oldest.value);
    return waiting;
  }

  async #read(owner: Owner, agent: Agent, waiting: Waiting): Promise<void> {
    // Before anything is read: what is recorded meanwhile is read the next time.
    waiting.emptyUntil = performance.now() + BELIEVED_MS;
    try {
      const { store, buffer } = this.#context;
      const buffered = buffer.of(owner).slice(-MOST_FOUND);
      const pending = await store.pendingSessions(owner, { component: readerOf(agent)?.name ?? VERBATIM });
      if (isOutdated(waiting, pending)) waiting.forget();
      let stored = await this.#unread(owner, pending, waiting);
      const present = new Set([...stored, ...buffered].map(({ id }) => id));
      if ([...waiting.unwritten].some((id) => !present.has(id))) {
        // They were written and consolidated since.
        waiting.forget();
        stored = await this.#unread(owner, pending, waiting);
      }
      const written = new Set(stored.map(({ id }) => id));
      const unwritten = buffered.filter(({ id }) => !written.has(id));
      const known = new Set(waiting.episodes.map(({ id }) => id));
      const fresh = [...stored, ...unwritten.map((episode) => ({ ...episode, position: UNPLACED }))];
      const episodes = fresh.filter(({ id }) => !known.has(id));
      if (episodes.length > 0) await this.#keep(episodes, owner, agent, waiting);
      waiting.unwritten = new Set(unwritten.map(({ id }) => id));
      waiting.read = new Map(pending.map((session) => [session.sessionId, session]));
      waiting.count = pending.reduce((sum, { from, through }) => sum + through - from, unwritten.length);
    } catch (error) {
      waiting.forget();
      waiting.emptyUntil = 0;
      throw error;
    }
    if (waiting.count > 0) waiting.emptyUntil = 0;
  }

  /** The latest of what was not read before. */
  async #unread(owner: Owner, pending: readonly PendingSession[], { read }: Waiting): Promise<StoredEpisode[]> {
    const found: StoredEpisode[] = [];
    for (const { sessionId, from, through } of pending.toReversed()) {
      const limit = MOST_FOUND - found.length;
      const afterPosition = Math.max(read.get(sessionId)?.through ?? from, through - limit);
      if (limit <= 0 || afterPosition >= through) continue;
      found.unshift(...(await this.#context.store.listEpisodes(owner, { sessionId, afterPosition, limit })));
    }
    return found;
  }

  async #keep(episodes: readonly StoredEpisode[], owner: Owner, agent: Agent, waiting: Waiting): Promise<void> {
    const home = homeOf(readerOf(agent) ?? {}, owner);
    const memories = await this.#memoriesOf(episodes, owner, agent);
    waiting.store ??= await openedStore();
    const { store } = waiting;
    for (const page of pagesOf(memories)) {
      await store.write(home, { memories: page });
      await breathe();
    }
    waiting.episodes.push(...episodes);
    const before = await turnsBefore(this.#context.store, home, memories);
    const latestFirst = memories.toReversed().map((memory) => ({ memory, before: before.get(memory.id) }));
    for (const turn of latestFirst) waiting.unembedded.set(turn.memory.id, turn);
    const { unembedded } = waiting;
    await this.#embed(latestFirst.slice(0, EMBEDDED_AT_ONCE), home, store, unembedded);
    const embedMore = async () => {
      for (let at = EMBEDDED_AT_ONCE; at < MOST_EMBEDDED && !this.#context.signal.aborted; at += EMBEDDED_BEHIND)
        await this.#embed(latestFirst.slice(at, at + EMBEDDED_BEHIND), home, store, unembedded);
    };
    this.#embedding = this.#embedding.then(embedMore, embedMore);
  }

  /** An old turn that has the words of a query is not to lose to the latest for want of a vector. */
  async #embedSaying(query: string, home: Owner, store: Store, { unembedded }: Waiting): Promise<void> {
    const terms = contentWords(query, this.#context.languages.of(query));
    if (this.#context.embedder === undefined || unembedded.size === 0 || terms.length === 0) return;
    const hits = await store.searchText(home, { terms, filter: {}, limit: MOST_FOUND });
    const saying = hits.flatMap(({ memoryId }) => unembedded.get(memoryId) ?? []).slice(0, EMBEDDED_FOR_WORDS);
    await Promise.all(saying.map(({ underway }) => underway));
    await this.#embed(saying, home, store, unembedded);
  }

  /** Without a vector they are still found by their words, and tried again. */
  async #embed(given: readonly ToEmbed[], home: Owner, store: Store, unembedded: Waiting['unembedded']): Promise<void> {
    const { embedder, languages, signal } = this.#context;
    const turns = given.filter(({ memory, underway }) => underway === undefined && unembedded.has(memory.id));
    if (embedder === undefined || turns.length === 0) return;
    const embedding = async (): Promise<void> => {
      const texts = turns.map(({ memory, before }) => textToEmbed(memory, before, embedder, languages));
      const vectors = await inTime((late) => embedder.embed(texts, { signal: AbortSignal.any([signal, late]) }));
      await store.write(home, {
        vectors: turns.map(({ memory: { id } }, at) => ({
          memoryId: id,
          embedderId: embedder.id,
          vector: vectors[at],
        })),
      });
      for (const { memory } of turns) unembedded.delete(memory.id);
    };
    const underway = embedding().catch(() => {});
    for (const turn of turns) turn.underway = underway;
    await underway;
    for (const turn of turns) delete turn.underway;
  }

  async #memoriesOf(episodes: readonly StoredEpisode[], owner: Owner, agent: Agent): Promise<Memory[]> {
    const { store, clock, tokenizer, languages } = this.#context;
    const { salience } = agent.recall;
    const component = readerOf(agent);
    const found = new Map<string, Memory>();
    if (component?.name !== VERBATIM) return [];
    for (const [sessionId, said] of Map.groupBy(newsOf(episodes), (episode) => episode.sessionId)) {
      const batch = { owner: homeOf(component, owner), sessionId, episodes: said, before: [] };
      const { memories = [] } = await component.consolidate(batch, { store, clock, tokenizer, languages });
      for (const draft of memories) {
        const [id] = draft.episodeIds ?? [];
        const memory = finishDraft({ ...draft, id }, component.name, owner, batch, { clock, salience });
        const { position, ...provenance } = memory.provenance;
        // Its place is known once it is written.
        found.set(memory.id, position === UNPLACED ? { ...memory, provenance } : memory);
      }
    }
    return [...found.values()];
  }
}

/** By whose progress turns wait. */
const readerOf = ({ components }: Agent): Component | undefined =>
  components.find(({ name }) => name === VERBATIM) ?? components[0];

/** Some were consolidated, or more were read than are worth holding. */
function isOutdated({ read, episodes }: Waiting, pending: readonly PendingSession[]): boolean {
  const from = new Map(pending.map((session) => [session.sessionId, session.from]));
  return episodes.length > 2 * MOST_FOUND || [...read.values()].some((was) => from.get(was.sessionId) !== was.from);
}

async function openedStore(): Promise<Store> {
  const store = memoryStore();
  await store.open();
  return store;
}

interface ToEmbed {
  readonly memory: Memory;
  readonly before: Episode | undefined;
  underway?: Promise<void>;
}

/** Characters that are indexed before others have their turn. */
const INDEXED_AT_ONCE = 100_000;

function* pagesOf(memories: readonly Memory[]): Generator<Memory[]> {
  let [page, length]: [Memory[], number] = [[], 0];
  for (const memory of memories) {
    page.push(memory);
    length += memory.content.length;
    if (length < INDEXED_AT_ONCE) continue;
    yield page;
    [page, length] = [[], 0];
  }
  if (page.length > 0) yield page;
}
