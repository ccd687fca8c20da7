import type { z } from 'zod';
import type { Episode, StoredEpisode } from '../model/episode.ts';
import type { Entity, Link, Relationship } from '../model/graph.ts';
import type { Memory, MemoryStatus, MemoryType, MemoryUpdate } from '../model/memory.ts';
import { newsOf } from '../model/memory-block.ts';
import type { jsonSchema } from '../model/primitives.ts';
import type { SalienceWeights } from '../model/salience.ts';
import type { Owner } from '../model/scope.ts';
import type { MemoryVersion } from '../model/version.ts';
import type { Vector } from './embedder.ts';

/** Everything one transaction can change. */
export interface Changes {
  /**
   * When it happens. Every update that `makesVersion` ends the version before it at this moment, or at that version's own
   * beginning if that is later; without it, at the update's `updatedAt`, else now.
   */
  readonly at?: Date;
  /** One with an id that this owner holds already, hidden or not, is left out. */
  readonly episodes?: readonly Episode[];
  readonly memories?: readonly Memory[];
  readonly updates?: readonly MemoryUpdate[];
  /** A known name (without regard to case) keeps its id; the new type replaces the old. */
  readonly entities?: readonly Entity[];
  readonly relationships?: readonly Relationship[];
  readonly links?: readonly Link[];
  /** Links to delete, of any strength. */
  readonly unlinks?: readonly Pick<Link, 'fromId' | 'toId' | 'type'>[];
  readonly vectors?: readonly MemoryVector[];
  /** One access for each time a memory is named. */
  readonly accesses?: { readonly memoryIds: readonly string[]; readonly at: Date };
  readonly progress?: readonly Progress[];
  readonly endedSessions?: readonly { readonly sessionId: string; readonly at: Date }[];
  /** Computes the stored salience of every memory that is not forgotten again, after all else. */
  readonly salience?: SalienceOrder;
  /** Named values, such as how far a long task is; `undefined` deletes one. */
  readonly notes?: readonly { readonly name: string; readonly value: Note | undefined }[];
}

/** Anything JSON can hold. */
export type Note = z.infer<typeof jsonSchema>;

export interface OwnedChanges {
  readonly owner: Owner;
  readonly changes: Changes;
}

/** The vector of a memory by one embedder; `undefined` marks it as embedded, with nothing to find it by. */
export interface MemoryVector {
  readonly memoryId: string;
  /** The text it was made from, where that could have changed: if the memory says something else by now, the vector is left out. */
  readonly content?: string;
  readonly embedderId: string;
  readonly vector: Vector | undefined;
}

/** With the text it was made from. */
export type Embedding = MemoryVector & { readonly content: string };

/** How far a component has consolidated a session. `from` must be where it stands, or the write is refused as `overtaken`. */
export interface Progress {
  readonly component: string;
  readonly sessionId: string;
  readonly from: number;
  readonly through: number;
}

/** What is to be gone for good. */
export interface Erasure {
  readonly memoryIds: readonly string[];
  readonly episodeIds: readonly string[];
  /** Sessions that a component is to read again from the beginning. */
  readonly again?: readonly Pick<Progress, 'component' | 'sessionId'>[];
}

/** How much of each was removed. */
export type Erased = Readonly<
  Record<'episodes' | 'memories' | 'versions' | 'vectors' | 'links' | 'relationships' | 'entities', number>
>;

/** The files that a store keeps itself. */
export interface StoreFiles {
  /** Rejects as `storeGone` where they were removed or replaced since they were opened. */
  verify?(): Promise<void>;
  /** How many bytes they take up. */
  bytes(): Promise<number>;
  /** Rewrites them, so that nothing of what was erased is left between the lines. */
  scrub(): Promise<void>;
  /** Which of these texts stand anywhere in them, byte by byte; where they are encrypted, once they are decrypted. */
  holding(texts: readonly string[]): Promise<readonly string[]>;
  /** Copies all that is held to a new file, while others read and write: it appears whole and checked, or not at all. What is there already is a `conflict` unless forced. */
  backup(to: string, options?: { readonly force?: boolean }): Promise<StoreBackup>;
}

/** What a backup holds. */
export interface StoreBackup {
  readonly path: string;
  readonly bytes: number;
  readonly episodes: number;
  readonly memories: number;
  readonly isEncrypted: boolean;
}

/** A step of consolidation, and when it was taken. */
export interface ProgressStep extends Progress {
  readonly at: Date;
}

/** A session with episodes that a component has not consolidated: those at positions from + 1 … through. */
export interface PendingSession {
  readonly sessionId: string;
  readonly from: number;
  readonly through: number;
}

export interface PendingQuery {
  readonly component: string;
  /** A session's episodes count up to the first one that occurred after this moment; without it, all. */
  readonly until?: Date;
  readonly sessionId?: string;
}

export interface SessionSummary {
  readonly sessionId: string;
  readonly episodes: number;
  /** When its first and last episode occurred; absent without any. */
  readonly firstAt?: Date;
  readonly lastAt?: Date;
  readonly endedAt?: Date;
}

export interface EntityPage {
  /** Only these. */
  readonly ids?: readonly string[];
  /** The id after which to go on. */
  readonly after?: string;
  readonly limit: number;
}

export interface EpisodeQuery {
  readonly sessionId?: string;
  /** Positions after this one; only with a session. */
  readonly afterPosition?: number;
  /** The latest `limit` before this position; only with a session, and in place of `afterPosition`. */
  readonly beforePosition?: number;
  /** Those of this project. */
  readonly projectId?: string;
  readonly since?: Date;
  /** Also those that a forgotten memory came from. */
  readonly withHidden?: boolean;
  readonly limit: number;
}

/** Which memories a read may return. What is not named does not restrict; an empty list lets nothing through. */
export interface MemoryFilter {
  /**
   * Memories as they were at this moment: the rest of the filter applies to the version that held then, which is also what a
   * list returns. Memories created later are left out. What is forgotten by now no search finds at any
   * moment, and no list without that status among those it names.
   */
  readonly asOf?: Date;
  readonly statuses?: readonly MemoryStatus[];
  readonly types?: readonly MemoryType[];
  readonly components?: readonly string[];
  readonly exceptComponents?: readonly string[];
  readonly categories?: readonly string[];
  /** Those of this project; of `null`, those of none. */
  readonly projectId?: string | null;
  readonly sessionId?: string;
  /** Those that mention at least one of them. */
  readonly entityIds?: readonly string[];
  readonly minSalience?: number;
  readonly minImportance?: number;
  /** Those that were true then: validAt is not after it, invalidAt is not at or before it. Unset bounds are open. */
  readonly validAt?: Date;
  readonly ids?: readonly string[];
  /** Those whose content has it as a part, without regard to case. */
  readonly containing?: string;
  /** Those whose id begins or ends with it. */
  readonly idPart?: string;
  /** Last changed, or last recalled (else created), at `until` or before. */
  readonly idle?: { readonly since: 'update' | 'access'; readonly until: Date };
  /** Fading applied up to this moment at most, or never. */
  readonly fadedUntil?: Date;
  /** Those that happened then: validAt, else createdAt, lies within, ends included. Unset bounds are open. */
  readonly within?: { readonly from?: Date; readonly to?: Date };
}

export interface TextQuery {
  /** Plain words; the store stems, quotes, and leaves out those too common to help. A memory need hold only one. */
  readonly terms: readonly string[];
  /** The ISO 639-1 code of the language of the words, by which they are stemmed; as they show it unless given. */
  readonly language?: string;
  readonly filter: MemoryFilter;
  readonly limit: number;
}

export interface VectorQuery {
  readonly embedderId: string;
  readonly vector: Vector;
  readonly filter: MemoryFilter;
  readonly limit: number;
}

export interface EntityQuery {
  readonly entityIds: readonly string[];
  readonly filter: MemoryFilter;
  readonly limit: number;
}

export interface HappeningsQuery {
  /** Each from a moment on, and before another. */
  readonly spans: readonly { readonly from: Date; readonly to: Date }[];
  readonly projectId?: string;
}

/** How many turns occurred, and how many memories were made or had another take their place. */
export interface Happenings {
  readonly episodes: number;
  readonly memoriesCreated: number;
  readonly memoriesReplaced: number;
}

export interface MentionQuery {
  readonly entityIds: readonly string[];
  readonly filter: Omit<MemoryFilter, 'asOf'>;
}

/** How many memories mention an entity, and how many relationships start or end there. */
export interface MentionCount {
  readonly entityId: string;
  readonly memories: number;
  readonly relationships: number;
}

/** What memories can be ranked by. Recency: validAt, else createdAt. Access: lastAccessedAt, else createdAt. Frequency: accessCount. Age: createdAt. Change: updatedAt. */
export type MemoryOrder =
  | ('recency' | 'access' | 'frequency' | 'age' | 'change' | 'importance' | 'confidence')
  | SalienceOrder;

/** As `salienceOf` measures it at this moment, without a query. */
export interface SalienceOrder {
  readonly salienceAt: Date;
  readonly weights: SalienceWeights;
}

export interface RankQuery {
  readonly by: MemoryOrder;
  /** Least first, instead of most. */
  readonly isAscending?: boolean;
  /** Also those forgotten since the filter's `asOf`, in their places. */
  readonly withForgottenSince?: boolean;
  readonly filter: MemoryFilter;
  /** How many to pass over first. */
  readonly offset?: number;
  readonly limit: number;
}

/** Memories of which a version began after one moment and not after another, by their ids. */
export interface ChangedQuery {
  readonly since: Date;
  readonly until?: Date;
  /** The id after which to go on. */
  readonly after?: string;
  readonly limit: number;
}

/**
 * A memory that a signal found. Text: the share of the query's information found in it, above 0 and below 1 (BM25 divided by
 * what a text full of every term would reach, so that a strength means the same for every query). Vector: cosine.
 */
export interface Hit {
  readonly memoryId: string;
  readonly score: number;
}

export interface TextHit extends Hit {
  /** What each of the query's terms adds to the score, in the order asked for; a repeated term adds nothing. */
  readonly matches: readonly number[];
}

/** Memories in the order in which they were created, then by id. */
export interface MemoryPage {
  readonly filter: MemoryFilter;
  /** The id after which to go on. */
  readonly after?: string;
  readonly limit: number;
}

export interface StoreStats {
  readonly episodes: number;
  readonly sessions: number;
  readonly memories: Readonly<Record<MemoryStatus, number>>;
  readonly components: Readonly<Record<string, number>>;
  readonly entities: number;
  readonly relationships: number;
  readonly links: number;
}

/** The reading half of a store, which components get. */
export interface StoreReader {
  /** In the order asked for; unknown ids and those of other owners are left out, and turns that a forgotten memory came from unless asked for. */
  getEpisodes(owner: Owner, ids: readonly string[], withHidden?: boolean): Promise<StoredEpisode[]>;
  /** By position within a session, else the latest `limit` by time; oldest first in both. Turns that a forgotten memory came from are hidden. */
  listEpisodes(owner: Owner, query: EpisodeQuery): Promise<StoredEpisode[]>;
  /** In the order asked for, as they are or were at a moment; unknown ids, those of other owners and those not yet learnt then are left out. */
  getMemories(owner: Owner, ids: readonly string[], asOf?: Date): Promise<Memory[]>;
  listMemories(owner: Owner, page: MemoryPage): Promise<Memory[]>;
  /** The ids of those with the most of it, most first; among equals the newest, then by id. Those forgotten only if their status is asked for. */
  rankMemories(owner: Owner, query: RankQuery): Promise<string[]>;
  /** Best first. */
  searchText(owner: Owner, query: TextQuery): Promise<TextHit[]>;
  /** Best first. Only vectors of the same embedder are compared. */
  searchVector(owner: Owner, query: VectorQuery): Promise<Hit[]>;
  /** In the order in which they began. With `seen`, those with turns in sight, of a project if it names one, and only such turns count. */
  listSessions(owner: Owner, seen?: { readonly projectId?: string }): Promise<SessionSummary[]>;
  /** In the order of their ids. */
  listEntities(owner: Owner, page: EntityPage): Promise<Entity[]>;
  /** The entities whose names, or other names, are among these, without regard to case. */
  matchEntities(owner: Owner, names: readonly string[]): Promise<Entity[]>;
  /** Every relationship that starts or ends at one of these. */
  relationshipsOf(owner: Owner, entityIds: readonly string[]): Promise<Relationship[]>;
  /** The memories that mention one of these, once for each entity, newest first. */
  searchEntities(owner: Owner, query: EntityQuery): Promise<{ memoryId: string; entityId: string }[]>;
  /** Every link that starts or ends at one of these. */
  linksOf(owner: Owner, memoryIds: readonly string[]): Promise<Link[]>;
  /** Every version there has been, oldest first; none of an unknown memory. No write ever shortens it. */
  versionsOf(owner: Owner, memoryId: string): Promise<MemoryVersion[]>;
  changedMemories(owner: Owner, query: ChangedQuery): Promise<string[]>;
  /** As precisely as they are kept; those without a vector of this embedder are left out. */
  vectorsOf(
    owner: Owner,
    memoryIds: readonly string[],
    embedderId: string,
  ): Promise<{ memoryId: string; vector: Vector }[]>;
  noteOf(owner: Owner, name: string): Promise<Note | undefined>;
}

/**
 * Where everything lasts. The owner comes first in every call and in every key: nothing of one owner is ever seen,
 * changed or counted under another. Reads see every write that resolved before they began, in this process or another.
 */
export interface Store extends StoreReader {
  readonly name: string;
  /** Known once it is open: whether it can be read, but not written. */
  readonly isReadOnly?: boolean;
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
  owners(): Promise<Owner[]>;
  /** In the order in which they began. */
  pendingSessions(owner: Owner, query: PendingQuery): Promise<PendingSession[]>;
  /** Every step of consolidation ever taken, in the order in which they were. */
  progressSteps(owner: Owner): Promise<ProgressStep[]>;
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
  countMemories(owner: Owner, filter: MemoryFilter): Promise<number>;
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

const PAGE = 100;
const MOST_TURNS = 500;
const MOST_NAMES = 500;

/** Every memory that passes, oldest first, a page in memory at a time. Between two pages they may be changed. */
export async function* memoryPages(store: StoreReader, owner: Owner, filter: MemoryFilter): AsyncGenerator<Memory[]> {
  for (let after: string | undefined; ; ) {
    const page = await store.listMemories(owner, { filter, limit: PAGE, ...(after !== undefined && { after }) });
    if (page.length > 0) yield page;
    after = page.length < PAGE ? undefined : page.at(-1)?.id;
    if (after === undefined) return;
  }
}

/** Every turn of a session, in order, a page in memory at a time. */
export async function* episodePages(
  store: StoreReader,
  owner: Owner,
  { sessionId, withHidden = false }: { readonly sessionId: string; readonly withHidden?: boolean },
): AsyncGenerator<StoredEpisode[]> {
  for (let afterPosition = 0; ; ) {
    const page = await store.listEpisodes(owner, { sessionId, afterPosition, limit: MOST_TURNS, withHidden });
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    afterPosition = last.position;
  }
}

/** Every named thing of an owner, a page in memory at a time. */
export async function* entityPages(store: StoreReader, owner: Owner): AsyncGenerator<Entity[]> {
  for (let after = ''; ; ) {
    const page = await store.listEntities(owner, { after, limit: MOST_NAMES });
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    after = last.id;
  }
}

/** Turns so near each other are read together. */
const NEAR = 16;

/**
 * What was said right before each turn, in its session and its project, by the id of the turn's memory; not what is hidden or was only
 * recalled there.
 */
export async function turnsBefore(
  store: Pick<StoreReader, 'listEpisodes'>,
  owner: Owner,
  memories: readonly Memory[],
): Promise<Map<string, StoredEpisode>> {
  const found = new Map<string, StoredEpisode>();
  const places = memories.flatMap(
    ({ id, type, agentId, sessionId, projectId, provenance: { position = 0, ...from } }) =>
      type === 'episodic' && sessionId !== undefined && position > 1
        ? [{ id, sessionId, projectId, position, agentId: from.agentId ?? agentId }]
        : [],
  );
  for (const turns of Map.groupBy(places, ({ agentId, sessionId }) => `${agentId}\n${sessionId}`).values()) {
    const { agentId, sessionId } = turns[0] as (typeof places)[number];
    const said = new Map<number, StoredEpisode>();
    for (const [first, last] of runsOf(turns.map(({ position }) => position).sort((a, b) => a - b))) {
      const query = { sessionId, afterPosition: first - 2, limit: last - first + 1 };
      for (const episode of newsOf(await store.listEpisodes({ ...owner, agentId }, query)))
        said.set(episode.position, episode);
    }
    for (const { id, position, projectId } of turns) {
      const before = said.get(position - 1);
      if (before !== undefined && before.projectId === projectId) found.set(id, before);
    }
  }
  return found;
}

/** The first and the last of each run of positions without a large gap. */
function runsOf(positions: readonly number[]): [number, number][] {
  const runs: [number, number][] = [];
  for (const position of positions) {
    const run = runs.at(-1);
    if (run !== undefined && position - run[1] <= NEAR) run[1] = position;
    else runs.push([position, position]);
  }
  return runs;
}
