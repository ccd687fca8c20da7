import type { StoredEpisode } from '../model/episode.ts';
import type { Entity, Link, Relationship } from '../model/graph.ts';
import type { Memory } from '../model/memory.ts';
import type { Owner } from '../model/scope.ts';
import type { MemoryVersion } from '../model/version.ts';
import type { Vector } from './embedder.ts';
import type { Note } from './store-changes.ts';
import type {
  ChangedQuery,
  EntityPage,
  EntityQuery,
  EpisodeQuery,
  LinkPage,
  MemoryMatch,
  MemoryPage,
  RankQuery,
  SessionPage,
  SessionSummary,
  TextMatch,
  TextQuery,
  VectorQuery,
  VersionPage,
} from './store-queries.ts';

/** The read access that components get. `versionOf` returns the version of every memory read here. */
export interface StoreReader {
  /** In the order of `ids`, without unknown ids and those of other owners; turns of a forgotten memory only if `withHidden`. */
  getEpisodes(owner: Owner, ids: readonly string[], withHidden?: boolean): Promise<StoredEpisode[]>;
  /** By position within a session, else the latest `limit` by time; oldest first in both. Turns of a forgotten memory are hidden. */
  listEpisodes(owner: Owner, query: EpisodeQuery): Promise<StoredEpisode[]>;
  /** In the order of `ids`, as they are now or were at `asOf`, without unknown ids, those of other owners and those learnt later. */
  getMemories(owner: Owner, ids: readonly string[], asOf?: Date): Promise<Memory[]>;
  listMemories(owner: Owner, page: MemoryPage): Promise<Memory[]>;
  /**
   * The ids of the first memories by the order of the query; among equals the newest, then by id. Forgotten ones only if their status
   * is asked for.
   */
  rankMemories(owner: Owner, query: RankQuery): Promise<string[]>;
  /** Best first. */
  searchText(owner: Owner, query: TextQuery): Promise<TextMatch[]>;
  /** Best first. Compares only vectors of the same embedder. */
  searchVector(owner: Owner, query: VectorQuery): Promise<MemoryMatch[]>;
  /** One page; `sessionPages` reads all. */
  listSessions(owner: Owner, page?: SessionPage): Promise<SessionSummary[]>;
  /** By id. */
  listEntities(owner: Owner, page: EntityPage): Promise<Entity[]>;
  /** Entities whose name or alias is among these, in any case. */
  matchEntities(owner: Owner, names: readonly string[]): Promise<Entity[]>;
  /** Every relationship that starts or ends at one of these entities. */
  relationshipsOf(owner: Owner, entityIds: readonly string[]): Promise<Relationship[]>;
  /** Memories that mention one of these entities, once for each, newest first. */
  searchEntities(owner: Owner, query: EntityQuery): Promise<{ memoryId: string; entityId: string }[]>;
  /** One page of the links that start or end at one of these; `linksAt` reads all. */
  linksOf(owner: Owner, memoryIds: readonly string[], page?: LinkPage): Promise<Link[]>;
  /**
   * One page of the versions of these memories; empty for unknown ids. No write ever removes one. `everyVersion` reads all of one
   * memory, `histories` of several.
   */
  versionsOf(owner: Owner, memoryIds: readonly string[], page?: VersionPage): Promise<MemoryVersion[]>;
  changedMemories(owner: Owner, query: ChangedQuery): Promise<string[]>;
  /** In stored precision; without memories that have no vector of this embedder. */
  vectorsOf(
    owner: Owner,
    memoryIds: readonly string[],
    embedderId: string,
  ): Promise<{ memoryId: string; vector: Vector }[]>;
  noteOf(owner: Owner, name: string): Promise<Note | undefined>;
}
