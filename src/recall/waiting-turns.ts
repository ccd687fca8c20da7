import type { Component } from '../contracts/component.ts';
import { textToEmbed } from '../contracts/embedded-text.ts';
import { everyEpisode, type PendingSession, type Store, turnsBefore } from '../contracts/store.ts';
import { failed } from '../errors.ts';
import type { Episode, StoredEpisode } from '../model/episode.ts';
import type { Memory } from '../model/memory.ts';
import { withoutRecalled } from '../model/memory-block.ts';
import type { Degradation } from '../model/report.ts';
import { isWithin, type Owner, ownerKey, type ScopeFilter, targetOwnerOf } from '../model/scope.ts';
import { finishDraft } from '../reconcile/finish-draft.ts';
import { contentWords, words } from '../text/words.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';
import type { RecallContext } from './pipeline.ts';
import type { Space } from './plan.ts';
import type { RecalledAgent } from './spaces.ts';
import { withTimeout } from './with-timeout.ts';

/** The component that stores turns word for word. Its draft memories are what recall finds of waiting turns. */
const VERBATIM = 'episodic';
const MAX_SEARCHABLE = 256;
const MAX_EMBEDDED = 64;
/** The embeddings of recent and matching turns that a query waits for; the rest are embedded in the background. */
const EMBEDDED_AT_ONCE = 16;
const EMBEDDED_FOR_WORDS = 8;
const EMBEDDED_BEHIND = 4;
/** How long an empty queue is cached, as another process may record meanwhile. */
const MAX_EMPTY_MS = 5000;
const MAX_OWNERS = 1000;
const UNWRITTEN_POSITION = 0;
const NO_SPACES = { spaces: [], ids: new Set<string>(), degraded: [] };

/** Recall reads no more of a query. */
const MAX_COMPARED_CHARS = 4000;
const textKey = (text: string): string => words(text.slice(0, MAX_COMPARED_CHARS)).join(' ');

class OwnerTurns {
  /** The end of the period in which the queue counts as empty, by `performance.now()`. */
  emptyUntil = 0;
  read = new Map<string, PendingSession>();
  unwritten = new Set<string>();
  episodes: Episode[] = [];
  unembedded = new Map<string, UnembeddedTurn>();
  /** The component's draft memories, under the ids of their turns. */
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

export interface WaitingContext
  extends Pick<RecallContext, 'store' | 'clock' | 'tokenizer' | 'languages' | 'embedder'> {
  /** The turns that are not written yet. */
  readonly buffer: { of(owner: Owner): readonly Episode[] };
  /** Makes a store that lasts as long as this process. */
  newStore(): Store;
  readonly signal: AbortSignal;
}

/** Offers turns that are not consolidated yet as one more space of recall. It writes neither memories nor progress. */
export class WaitingTurns {
  readonly #owners = new Map<string, OwnerTurns>();
  readonly #context: WaitingContext;
  #embedding: Promise<void> = Promise.resolve();

  constructor(context: WaitingContext) {
    this.#context = context;
  }

  async settled(): Promise<void> {
    await this.#embedding;
  }

  forget(owner: Owner): void {
    this.#owners.delete(ownerKey(owner));
  }

  /** Must be called for every recorded turn. */
  recorded(owner: Owner): void {
    const waiting = this.#owners.get(ownerKey(owner));
    if (waiting !== undefined) waiting.emptyUntil = 0;
  }

  /** Returns the space of waiting turns for a query, without those in `shown` and without the query itself. After a failure it returns none. */
  async findSpaces(
    query: string,
    owner: Owner,
    agent: RecalledAgent,
    shown: readonly string[],
  ): Promise<{ spaces: Space[]; ids: ReadonlySet<string>; degraded: Degradation[] }> {
    const component = progressComponentOf(agent);
    if (component === undefined) return NO_SPACES;
    const waiting = this.#waitingOf(owner);
    try {
      if (performance.now() >= waiting.emptyUntil) {
        waiting.reading = waiting.reading.catch(() => {}).then(() => this.#read(owner, agent, waiting));
        await waiting.reading;
      }
    } catch (error) {
      return { ...NO_SPACES, degraded: [failed('waiting', error)] };
    }
    const { store, episodes } = waiting;
    if (store === undefined || component.name !== VERBATIM || component.isRecalled === false) return NO_SPACES;
    const targetOwner = targetOwnerOf(component, owner);
    await this.#embedMatching(query.slice(0, MAX_COMPARED_CHARS), targetOwner, store, waiting);
    const queryKey = textKey(query);
    const without = new Set(shown);
    for (const { id, role, content } of [...episodes]) {
      await yieldToEventLoop();
      if (role === 'user' && textKey(content) === queryKey) without.add(id);
    }
    return {
      spaces: [{ owner: targetOwner, store, without }],
      ids: new Set(episodes.map(({ id }) => id)),
      degraded: [],
    };
  }

  /** The number of waiting turns in scope at the last query; with a project or session, counted among the searchable ones. */
  count(owner: Owner, { projectId, sessionId }: ScopeFilter): number {
    const { count = 0, episodes = [] } = this.#owners.get(ownerKey(owner)) ?? {};
    if (projectId === undefined && sessionId === undefined) return count;
    return episodes.filter(isWithin({ projectId, sessionId })).length;
  }

  #waitingOf(owner: Owner): OwnerTurns {
    const key = ownerKey(owner);
    const waiting = this.#owners.get(key) ?? new OwnerTurns();
    this.#owners.delete(key);
    this.#owners.set(key, waiting);
    const oldest = this.#owners.keys().next();
    if (this.#owners.size > MAX_OWNERS && !oldest.done) this.#owners.delete(oldest.value);
    return waiting;
  }

  async #read(owner: Owner, agent: RecalledAgent, waiting: OwnerTurns): Promise<void> {
    // Set before reading, so that turns recorded meanwhile are read the next time.
    waiting.emptyUntil = performance.now() + MAX_EMPTY_MS;
    try {
      const { store, buffer } = this.#context;
      const buffered = buffer.of(owner).slice(-MAX_SEARCHABLE);
      const pending = await store.pendingSessions(owner, { component: progressComponentOf(agent)?.name ?? VERBATIM });
      if (needsReset(waiting, pending)) waiting.forget();
      let stored = await this.#unread(owner, pending, waiting);
      const present = new Set([...stored, ...buffered].map(({ id }) => id));
      if ([...waiting.unwritten].some((id) => !present.has(id))) {
        waiting.forget();
        stored = await this.#unread(owner, pending, waiting);
      }
      const written = new Set(stored.map(({ id }) => id));
      const unwritten = buffered.filter(({ id }) => !written.has(id));
      const known = new Set(waiting.episodes.map(({ id }) => id));
      const fresh = [...stored, ...unwritten.map((episode) => ({ ...episode, position: UNWRITTEN_POSITION }))];
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

  async #unread(owner: Owner, pending: readonly PendingSession[], { read }: OwnerTurns): Promise<StoredEpisode[]> {
    const unread: StoredEpisode[] = [];
    for (const { sessionId, from, through } of pending.toReversed()) {
      const limit = MAX_SEARCHABLE - unread.length;
      const afterPosition = Math.max(read.get(sessionId)?.through ?? from, through - limit);
      if (limit <= 0 || afterPosition >= through) continue;
      const turns = await everyEpisode(this.#context.store, owner, { sessionId, afterPosition });
      unread.unshift(...turns.slice(0, limit));
    }
    return unread;
  }

  async #keep(
    episodes: readonly StoredEpisode[],
    owner: Owner,
    agent: RecalledAgent,
    waiting: OwnerTurns,
  ): Promise<void> {
    const targetOwner = targetOwnerOf(progressComponentOf(agent) ?? {}, owner);
    const memories = await this.#memoriesOf(episodes, owner, agent);
    waiting.store ??= await this.#openStore();
    const { store } = waiting;
    for (const page of pagesOf(memories)) {
      await store.write(targetOwner, { memories: page });
      await yieldToEventLoop();
    }
    waiting.episodes.push(...episodes);
    const before = await turnsBefore(this.#context.store, targetOwner, memories);
    const latestFirst = memories.toReversed().map((memory) => ({ memory, before: before.get(memory.id) }));
    for (const turn of latestFirst) waiting.unembedded.set(turn.memory.id, turn);
    const { unembedded } = waiting;
    await this.#embed(latestFirst.slice(0, EMBEDDED_AT_ONCE), targetOwner, store, unembedded);
    const embedMore = async () => {
      for (let at = EMBEDDED_AT_ONCE; at < MAX_EMBEDDED && !this.#context.signal.aborted; at += EMBEDDED_BEHIND)
        await this.#embed(latestFirst.slice(at, at + EMBEDDED_BEHIND), targetOwner, store, unembedded);
    };
    this.#embedding = this.#embedding.then(embedMore, embedMore);
  }

  /** Embeds older turns that share words with the query, which would otherwise rank below the latest for lack of a vector. */
  async #embedMatching(query: string, targetOwner: Owner, store: Store, { unembedded }: OwnerTurns): Promise<void> {
    const terms = contentWords(query, this.#context.languages.of(query));
    if (this.#context.embedder === undefined || unembedded.size === 0 || terms.length === 0) return;
    const matches = await store.searchText(targetOwner, { terms, filter: {}, limit: MAX_SEARCHABLE });
    const matching = matches.flatMap(({ memoryId }) => unembedded.get(memoryId) ?? []).slice(0, EMBEDDED_FOR_WORDS);
    await Promise.all(matching.map(({ underway }) => underway));
    await this.#embed(matching, targetOwner, store, unembedded);
  }

  /** After a failure the turns are still searchable by their words, and embedding is retried. */
  async #embed(
    candidates: readonly UnembeddedTurn[],
    targetOwner: Owner,
    store: Store,
    unembedded: OwnerTurns['unembedded'],
  ): Promise<void> {
    const { embedder, languages, signal } = this.#context;
    const turns = candidates.filter(({ memory, underway }) => underway === undefined && unembedded.has(memory.id));
    if (embedder === undefined || turns.length === 0) return;
    const embedding = async (): Promise<void> => {
      const texts = turns.map(({ memory, before }) => textToEmbed(memory, before, embedder, languages));
      const vectors = await withTimeout((late) => embedder.embed(texts, { signal: AbortSignal.any([signal, late]) }));
      await store.write(targetOwner, {
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

  async #openStore(): Promise<Store> {
    const store = this.#context.newStore();
    await store.open();
    return store;
  }

  async #memoriesOf(episodes: readonly StoredEpisode[], owner: Owner, agent: RecalledAgent): Promise<Memory[]> {
    const { store, clock, tokenizer, languages } = this.#context;
    const { salience } = agent.recall;
    const component = progressComponentOf(agent);
    const memoriesById = new Map<string, Memory>();
    if (component?.name !== VERBATIM) return [];
    for (const [sessionId, sessionEpisodes] of Map.groupBy(withoutRecalled(episodes), (episode) => episode.sessionId)) {
      const batch = { owner: targetOwnerOf(component, owner), sessionId, episodes: sessionEpisodes, before: [] };
      const { memories = [] } = await component.consolidate(batch, { store, clock, tokenizer, languages });
      for (const draft of memories) {
        const [id] = draft.episodeIds ?? [];
        const memory = finishDraft({ ...draft, id }, component.name, owner, batch, { clock, salience });
        const { position, ...provenance } = memory.provenance;
        memoriesById.set(memory.id, position === UNWRITTEN_POSITION ? { ...memory, provenance } : memory);
      }
    }
    return [...memoriesById.values()];
  }
}

const progressComponentOf = ({ components }: RecalledAgent): Component | undefined =>
  components.find(({ name }) => name === VERBATIM) ?? components[0];

function needsReset({ read, episodes }: OwnerTurns, pending: readonly PendingSession[]): boolean {
  const from = new Map(pending.map((session) => [session.sessionId, session.from]));
  return episodes.length > 2 * MAX_SEARCHABLE || [...read.values()].some((was) => from.get(was.sessionId) !== was.from);
}

interface UnembeddedTurn {
  readonly memory: Memory;
  readonly before: Episode | undefined;
  underway?: Promise<void>;
}

/** Characters indexed before the event loop gets its turn. */
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
