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

/** The reading half of a store, which components get. Of every memory that it hands out, `versionOf` tells which version it is. */
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
  searchText(owner: Owner, query: TextQuery): Promise<TextMatch[]>;
  /** Best first. Only vectors of the same embedder are compared. */
  searchVector(owner: Owner, query: VectorQuery): Promise<MemoryMatch[]>;
  /** A page; `sessionPages` has all. */
  listSessions(owner: Owner, page?: SessionPage): Promise<SessionSummary[]>;
  /** In the order of their ids. */
  listEntities(owner: Owner, page: EntityPage): Promise<Entity[]>;
  /** The entities whose names, or other names, are among these, without regard to case. */
  matchEntities(owner: Owner, names: readonly string[]): Promise<Entity[]>;
  /** Every relationship that starts or ends at one of these. */
  relationshipsOf(owner: Owner, entityIds: readonly string[]): Promise<Relationship[]>;
  /** The memories that mention one of these, once for each entity, newest first. */
  searchEntities(owner: Owner, query: EntityQuery): Promise<{ memoryId: string; entityId: string }[]>;
  /** A page of the links that start or end at one of these; `linksAt` has all. */
  linksOf(owner: Owner, memoryIds: readonly string[], page?: LinkPage): Promise<Link[]>;
  /** A page of the versions that there have been of these; none of an unknown one. No write ever makes them fewer. `everyVersion` has all of one, `histories` of several. */
  versionsOf(owner: Owner, memoryIds: readonly string[], page?: VersionPage): Promise<MemoryVersion[]>;
  changedMemories(owner: Owner, query: ChangedQuery): Promise<string[]>;
  /** As precisely as they are kept; those without a vector of this embedder are left out. */
  vectorsOf(
    owner: Owner,
    memoryIds: readonly string[],
    embedderId: string,
  ): Promise<{ memoryId: string; vector: Vector }[]>;
  noteOf(owner: Owner, name: string): Promise<Note | undefined>;
}
