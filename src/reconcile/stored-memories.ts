import type { SessionBatch } from '../contracts/component.ts';
import type { Language, Languages } from '../contracts/language.ts';
import type { MemoryFilter, StoreReader } from '../contracts/store.ts';
import type { MemoryDraft, MemoryUpdate } from '../model/memory.ts';
import type { Owner } from '../model/scope.ts';
import { draftOf, type MemoryEntry, storedEntry, updateOf } from './finding.ts';
import { searchEach } from './search-each.ts';

const MAX_RIVALS = 24;

interface RivalSearch {
  readonly terms: readonly string[];
  readonly memoryIds: readonly string[];
}

export interface RivalFilter extends Pick<MemoryFilter, 'types' | 'projectId' | 'sessionId' | 'within'> {
  readonly components: readonly string[];
}

/** Stored memories that concern a batch, together with its changes so far. */
export class StoredMemories {
  readonly #owner: Owner;
  readonly #store: StoreReader;
  readonly #languages: Languages;
  readonly #filter: MemoryFilter;
  readonly #entries = new Map<string, MemoryEntry>();
  readonly #searches = new Map<string, RivalSearch>();
  readonly #byWord = new Map<string, Set<string>>();

  constructor(
    owner: Owner,
    among: RivalFilter,
    { store, languages }: { readonly store: StoreReader; readonly languages: Languages },
  ) {
    this.#owner = owner;
    this.#store = store;
    this.#languages = languages;
    this.#filter = { ...among, statuses: ['active'] };
  }

  put(entry: MemoryEntry): void {
    this.#entries.set(entry.id, entry);
    if (entry.memory !== undefined) return;
    for (const word of wordsOf(entry.content, this.#languages.of(entry.content))) {
      const ids = this.#byWord.get(word) ?? new Set();
      this.#byWord.set(word, ids.add(entry.id));
    }
  }

  /** Entries of these ids that are not superseded, stored or new. */
  async getCurrent(ids: readonly string[]): Promise<MemoryEntry[]> {
    const unread = ids.filter((id) => !this.#entries.has(id));
    const memories = unread.length === 0 ? [] : await this.#store.getMemories(this.#owner, unread);
    for (const memory of memories) if (memory.status === 'active') this.#entries.set(memory.id, storedEntry(memory));
    return this.#currentEntries(ids);
  }

  #currentEntries = (ids: Iterable<string>): MemoryEntry[] =>
    [...ids].flatMap((id) => this.#entries.get(id) ?? []).filter(({ supersededBy }) => supersededBy === undefined);

  /** Reads for all texts at once what `rivalsOf` needs. Stored memories do not change within a batch. */
  async prefetchRivals(texts: readonly string[]): Promise<void> {
    const fresh = [...new Set(texts)].filter((text) => !this.#searches.has(text));
    await searchEach(fresh, async (text) => this.#searches.set(text, await this.#search(text)));
    const memoryIds = fresh.flatMap((text) => this.#searches.get(text)?.memoryIds ?? []);
    const unread = [...new Set(memoryIds)].filter((id) => !this.#entries.has(id));
    const read = unread.length === 0 ? [] : await this.#store.getMemories(this.#owner, unread);
    for (const memory of read) this.#entries.set(memory.id, storedEntry(memory));
  }

  async #search(content: string): Promise<RivalSearch> {
    const language = this.#languages.of(content);
    const claim = language.claim(content);
    const terms = [...wordsOf(content, language), ...(claim === undefined ? [] : language.cues(claim.relation))];
    const query = { terms, language: language.code, filter: this.#filter, limit: MAX_RIVALS };
    const hits = await this.#store.searchText(this.#owner, query);
    return { terms, memoryIds: hits.map(({ memoryId }) => memoryId) };
  }

  /** Memories that may repeat or contradict this text, newest first, without superseded ones. */
  async rivalsOf(content: string): Promise<MemoryEntry[]> {
    await this.prefetchRivals([content]);
    const { terms, memoryIds } = this.#searches.get(content) as RivalSearch;
    const shared = new Map<string, number>();
    for (const word of terms) for (const id of this.#byWord.get(word) ?? []) shared.set(id, (shared.get(id) ?? 0) + 1);
    const fresh = [...shared]
      .filter(([id]) => this.#entries.get(id)?.supersededBy === undefined)
      .sort(([, a], [, b]) => b - a)
      .slice(0, MAX_RIVALS)
      .map(([id]) => id);
    return this.#currentEntries(new Set([...fresh, ...memoryIds]));
  }

  outcome(batch: SessionBatch, now: Date): { drafts: MemoryDraft[]; updates: MemoryUpdate[] } {
    const entries = [...this.#entries.values()];
    return {
      drafts: entries.filter(({ memory }) => memory === undefined).map(draftOf),
      updates: entries.flatMap((entry) =>
        entry.memory === undefined || entry.isChanged !== true ? [] : [updateOf(entry, entry.memory, batch, now)],
      ),
    };
  }
}

const wordsOf = (text: string, language: Language): Set<string> =>
  new Set(language.words(text).filter((word) => !language.isStopWord(word)));
