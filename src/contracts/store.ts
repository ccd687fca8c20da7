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
 * Where everything lasts. The owner comes first in every call and in every key: nothing of one owner is ever seen,
 * changed or counted under another. Reads see every write that resolved before they began, in this process or another.
 */
export interface Store extends StoreReader {
  readonly name: string;
  /** Known once it is open: whether it can be read, but not written. */
  readonly isReadOnly?: boolean;
  /**
   * Of an owner with more memories than this, `searchVector` may miss one of the nearest, though it never finds fewer than asked for where they
   * exist. Unset, it misses none.
   */
  readonly exactUpTo?: number;
  /** Where some of what was erased stays, in words for the receipt. */
  readonly unreached?: string;
  /** Makes it ready, migrating what is older. Rejects with a SouvenirError that says what to do. */
  open(): Promise<void>;
  /** Calling it twice is harmless. */
  close(): Promise<void>;
  /**
   * All of it or nothing, durable once it resolves. What an update, access, vector or link says of an unknown memory is left
   * out; a memory's id that is taken is a `conflict`, another owner's row `invalidInput`. A forgotten memory stays, but no search
   * finds it, and one that is forgotten for itself (`hidesTurns`) hides the turns of this owner that it came from. `also` is written in the same transaction, under another owner of the same tenant and user.
   */
  write(owner: Owner, changes: Changes, also?: OwnedChanges): Promise<void>;
  /** A page; `ownerPages` has all. A request names its tenant: only what works for all of them goes over all. */
  owners(page?: OwnerPage): Promise<Owner[]>;
  /** In the order in which they began. */
  pendingSessions(owner: Owner, query: PendingQuery): Promise<PendingSession[]>;
  /** A page of the steps of consolidation ever taken; `everyStep` has all. */
  progressSteps(owner: Owner, page?: StepPage): Promise<TakenStep[]>;
  /** Memories whose content has no vector of this embedder yet, oldest first. */
  listUnembedded(owner: Owner, embedderId: string, limit: number): Promise<{ id: string; content: string }[]>;
  countUnembedded(owner: Owner, embedderId: string): Promise<number>;
  /** What happened in each span, in the order asked for. What is forgotten, and the turns it came from, do not count. */
  countHappenings(owner: Owner, query: HappeningsQuery): Promise<Happenings[]>;
  /**
   * The mentions of each by memories that pass and are not forgotten, and its relationships that such a memory says, or none where no project
   * is asked for. Entities without either are left out.
   */
  countMentions(owner: Owner, query: MentionQuery): Promise<MentionCount[]>;
  /** How many pass; those forgotten only if their status is asked for. */
  countMemories(owner: Owner, filter: MemoryFilter, signal?: AbortSignal): Promise<number>;
  stats(owner: Owner): Promise<StoreStats>;
  /** Every note, in the order of their names. */
  listNotes(owner: Owner): Promise<{ name: string; value: Note }[]>;
  /** The vectors of what these say and said, whichever embedder made them, as precisely as they are kept; what they say now also where it was found to have none. */
  embeddingsOf(owner: Owner, memoryIds: readonly string[]): Promise<Embedding[]>;
  /**
   * Removes memories and episodes with their versions, index entries, vectors and links, and entities that nothing else mentions: all or
   * nothing, and nothing brings them back. Unknown ids are left out.
   */
  erase(owner: Owner, erasure: Erasure): Promise<Erased>;
  /** Removes what else there is of an owner, and the owner: to be called when nothing of it is left. */
  eraseOwner(owner: Owner): Promise<void>;
  readonly files?: StoreFiles;
}
