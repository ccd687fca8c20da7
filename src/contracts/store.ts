import type { MemoryStatus } from '../model/memory.ts';
import type { Owner } from '../model/scope.ts';
import type { Changes, Embedding, Erased, Erasure, Note, OwnedChanges, TakenStep } from './store-changes.ts';
import type { StoreFiles } from './store-files.ts';
import type {
  Happenings,
  HappeningsQuery,
  MemoryFilter,
  MentionCount,
  MentionQuery,
  OwnerPage,
  PendingQuery,
  PendingSession,
  StepPage,
} from './store-queries.ts';
import type { StoreReader } from './store-reader.ts';

export type * from './store-changes.ts';
export type * from './store-files.ts';
export * from './store-pages.ts';
export type * from './store-queries.ts';
export type * from './store-reader.ts';
export * from './turns-before.ts';

/** Counts of one owner's data. */
export interface StoreStats {
  readonly episodes: number;
  readonly sessions: number;
  readonly memories: Readonly<Record<MemoryStatus, number>>;
  readonly components: Readonly<Record<string, number>>;
  readonly entities: number;
  readonly relationships: number;
  readonly links: number;
}

/**
 * Stores everything. The owner comes first in every call and in every key: data of one owner is never visible, changed or counted
 * under another. Reads see every write that resolved before they began, in this process or another.
 */
export interface Store extends StoreReader {
  readonly name: string;
  /** Known after `open`: it can be read, but not written. */
  readonly isReadOnly?: boolean;
  /**
   * For an owner with more memories, `searchVector` may miss one of the nearest, though it never returns fewer than asked for if they
   * exist. Unset, it misses none.
   */
  readonly exactUpTo?: number;
  /** Where erased data may remain, in words for the receipt. */
  readonly unreached?: string;
  /** Opens it and migrates an older one. Rejects with a SouvenirError that says what to do. */
  open(): Promise<void>;
  /** Calling it twice is harmless. */
  close(): Promise<void>;
  /**
   * Writes everything or nothing; durable once it resolves. Updates, accesses, vectors and links of unknown memories are left out; a
   * memory with a taken id is a `conflict`, another owner's row `invalidInput`. A forgotten memory stays stored, but no search returns
   * it; one that was forgotten itself (`hidesTurns`) hides its turns of this owner. `also` is written in the same transaction, under
   * another owner of the same tenant and user.
   */
  write(owner: Owner, changes: Changes, also?: OwnedChanges): Promise<void>;
  /** One page; `ownerPages` reads all. A request names its tenant; only work for all tenants reads across them. */
  owners(page?: OwnerPage): Promise<Owner[]>;
  /** Ordered by beginning. */
  pendingSessions(owner: Owner, query: PendingQuery): Promise<PendingSession[]>;
  /** One page of all steps of consolidation; `everyStep` reads all. */
  progressSteps(owner: Owner, page?: StepPage): Promise<TakenStep[]>;
  /** Memories whose content has no vector of this embedder yet, oldest first. */
  listUnembedded(owner: Owner, embedderId: string, limit: number): Promise<{ id: string; content: string }[]>;
  countUnembedded(owner: Owner, embedderId: string): Promise<number>;
  /** Counts for each span, in the order of the query. Forgotten memories and their turns do not count. */
  countHappenings(owner: Owner, query: HappeningsQuery): Promise<Happenings[]>;
  /**
   * Counts the mentions of each entity by memories that pass and are not forgotten, and its relationships that such a memory says, or
   * that no memory says if the query names no project. Entities without either are left out.
   */
  countMentions(owner: Owner, query: MentionQuery): Promise<MentionCount[]>;
  /** The number that pass; forgotten ones only if their status is asked for. */
  countMemories(owner: Owner, filter: MemoryFilter, signal?: AbortSignal): Promise<number>;
  stats(owner: Owner): Promise<StoreStats>;
  /** Every note, by name. */
  listNotes(owner: Owner): Promise<{ name: string; value: Note }[]>;
  /**
   * The vectors of all present and former contents of these memories, by every embedder, in stored precision; the present content also
   * if it has no vector.
   */
  embeddingsOf(owner: Owner, memoryIds: readonly string[]): Promise<Embedding[]>;
  /**
   * Removes memories and episodes with their versions, index entries, vectors and links, and entities that nothing else mentions: all
   * or nothing, and irreversibly. Unknown ids are left out.
   */
  erase(owner: Owner, erasure: Erasure): Promise<Erased>;
  /** Removes an owner and its remaining rows; call it once no memory or episode is left. */
  eraseOwner(owner: Owner): Promise<void>;
  readonly files?: StoreFiles;
}
