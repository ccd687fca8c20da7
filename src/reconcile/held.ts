import type { SessionBatch } from '../contracts/component.ts';
import type { Language, Languages } from '../contracts/language.ts';
import type { MemoryFilter, StoreReader } from '../contracts/store.ts';
import type { MemoryDraft, MemoryUpdate } from '../model/memory.ts';
import type { Owner } from '../model/scope.ts';
import { draftOf, type Entry, heldEntry, updateOf } from './finding.ts';
import { searchEach } from './search-each.ts';

const MOST_RIVALS = 24;

/** The words a text was searched by, and the ids found. */
interface Looked {
  readonly asked: readonly string[];
  readonly found: readonly string[];
}

/** Which memories something new is compared with. */
export interface Comparable extends Pick<MemoryFilter, 'types' | 'projectId' | 'sessionId' | 'within'> {
  readonly components: readonly string[];
}

/** What is held, as far as this batch has to do with it, with what the batch has made of it so far. */
export class Held {
  readonly #owner: Owner;
  readonly #store: StoreReader;
  readonly #languages: Languages;
  readonly #filter: MemoryFilter;
  readonly #entries = new Map<string, Entry>();
  readonly #looked = new Map<string, Looked>();
  /** The new entries by each of their words. */
  readonly #byWord = new Map<string, Set<string>>();

  constructor(
    owner: Owner,
    among: Comparable,
    { store, languages }: { readonly store: StoreReader; readonly languages: Languages },
  ) {
    this.#owner = owner;
    this.#store = store;
    this.#languages = languages;
    this.#filter = { ...among, statuses: ['active'] };
  }

  put(entry: Entry): void {
    this.#entries.set(entry.id, entry);
    if (entry.memory !== undefined) return;
    for (const word of wordsOf(entry.content, this.#languages.of(entry.content))) {
      const ids = this.#byWord.get(word) ?? new Set();
      this.#byWord.set(word, ids.add(entry.id));
    }
  }

  /** Those of these ids that still hold, held before or new. */
  async named(ids: readonly string[]): Promise<Entry[]> {
    const unread = ids.filter((id) => !this.#entries.has(id));
    const found = unread.length === 0 ? [] : await this.#store.getMemories(this.#owner, unread);
    for (const memory of found) if (memory.status === 'active') this.#entries.set(memory.id, heldEntry(memory));
    return this.#holding(ids);
  }

  #holding = (ids: Iterable<string>): Entry[] =>
    [...ids].flatMap((id) => this.#entries.get(id) ?? []).filter(({ supersededBy }) => supersededBy === undefined);

  /** Reads at once what `rivalsOf` needs for these texts. What is held does not change within a batch. */
  async look(texts: readonly string[]): Promise<void> {
    const fresh = [...new Set(texts)].filter((text) => !this.#looked.has(text));
    await searchEach(fresh, async (text) => this.#looked.set(text, await this.#search(text)));
    const found = fresh.flatMap((text) => this.#looked.get(text)?.found ?? []);
    const unread = [...new Set(found)].filter((id) => !this.#entries.has(id));
    const read = unread.length === 0 ? [] : await this.#store.getMemories(this.#owner, unread);
    for (const memory of read) this.#entries.set(memory.id, heldEntry(memory));
  }

  async #search(content: string): Promise<Looked> {
    const language = this.#languages.of(content);
    const claim = language.claim(content);
    const asked = [...wordsOf(content, language), ...(claim === undefined ? [] : language.cues(claim.relation))];
    const query = { terms: asked, language: language.code, filter: this.#filter, limit: MOST_RIVALS };
    const hits = await this.#store.searchText(this.#owner, query);
    return { asked, found: hits.map(({ memoryId }) => memoryId) };
  }

  /** What may say the same as this text or something else of the same thing, the newest first. What no longer holds is no rival. */
  async rivalsOf(content: string): Promise<Entry[]> {
    await this.look([content]);
    const { asked, found } = this.#looked.get(content) as Looked;
    const shared = new Map<string, number>();
    for (const word of asked) for (const id of this.#byWord.get(word) ?? []) shared.set(id, (shared.get(id) ?? 0) + 1);
    const fresh = [...shared]
      .filter(([id]) => this.#entries.get(id)?.supersededBy === undefined)
      .sort(([, a], [, b]) => b - a)
      .slice(0, MOST_RIVALS)
      .map(([id]) => id);
    return this.#holding(new Set([...fresh, ...found]));
  }

  /** What is to be written. */
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
