import type { Link } from '../model/graph.ts';
import type { Memory, MemoryStatus, MemoryType } from '../model/memory.ts';
import type { Owner } from '../model/scope.ts';
import type { Vector } from './embedder.ts';
import type { SalienceOrder } from './store-changes.ts';

/** A session with episodes that a component has not consolidated: those at positions from + 1 … through. */
export interface PendingSession {
  readonly sessionId: string;
  readonly from: number;
  readonly through: number;
}

export interface PendingQuery {
  readonly component: string;
  /** Episodes of a session count up to the first one after this moment; without it, all. */
  readonly until?: Date;
  readonly sessionId?: string;
}

/** A session with the number and the times of its episodes. */
export interface SessionSummary {
  readonly sessionId: string;
  readonly episodes: number;
  /** When its first and last episode occurred; absent if it has none. */
  readonly firstAt?: Date;
  readonly lastAt?: Date;
  readonly endedAt?: Date;
}

export interface Stoppable {
  /** Once it aborts, the store stops the read, which rejects with the reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Owners by tenant, user and agent. */
export interface OwnerPage {
  readonly tenantId?: string;
  readonly userId?: string;
  readonly after?: Owner;
  /** `MAX_LISTED` unless given, as for every list. */
  readonly limit?: number;
}

/** Sessions by their beginning, then by id; those without episodes last. */
export interface SessionPage {
  /** Only sessions with visible turns, of a project if given; only such turns count. */
  readonly seen?: { readonly projectId?: string };
  readonly sessionId?: string;
  /** The page starts after this session, which need not exist any more. */
  readonly after?: Pick<SessionSummary, 'sessionId' | 'firstAt'>;
  readonly limit?: number;
}

export interface StepPage {
  readonly isLatestFirst?: boolean;
  /** The page starts after this step, which need not exist any more. */
  readonly after?: number;
  readonly limit?: number;
}

/** Versions ordered by memory, then by number. */
export interface VersionPage {
  readonly isPresent?: boolean;
  readonly after?: { readonly memoryId: string; readonly number: number };
  readonly limit?: number;
}

export interface LinkPage {
  readonly after?: Pick<Link, 'fromId' | 'toId' | 'type'>;
  readonly limit?: number;
}

export interface EntityPage {
  readonly ids?: readonly string[];
  readonly after?: string;
  readonly limit: number;
}

export interface EpisodeQuery {
  readonly sessionId?: string;
  /** Positions after this one; only with a session. */
  readonly afterPosition?: number;
  /** The latest `limit` before this position; only with a session, and in place of `afterPosition`. */
  readonly beforePosition?: number;
  readonly projectId?: string;
  readonly since?: Date;
  readonly until?: Date;
  /** Also the episodes of a forgotten memory. */
  readonly withHidden?: boolean;
  readonly limit: number;
}

/** A filter of memories. An absent field does not restrict; an empty list matches nothing. */
export interface MemoryFilter {
  /**
   * Memories as they were at this moment: the filter applies to the version of that moment, which lists return. Memories created later
   * are left out. Searches never return memories forgotten by now; lists do only if `statuses` names that status.
   */
  readonly asOf?: Date;
  readonly statuses?: readonly MemoryStatus[];
  readonly types?: readonly MemoryType[];
  readonly components?: readonly string[];
  readonly exceptComponents?: readonly string[];
  readonly categories?: readonly string[];
  /** `null`: memories of no project. */
  readonly projectId?: string | null;
  readonly sessionId?: string;
  readonly entityIds?: readonly string[];
  readonly minSalience?: number;
  readonly minImportance?: number;
  /** True at this moment: `validAt` is not after it, and `invalidAt` is after it. Unset bounds are open. */
  readonly validAt?: Date;
  readonly ids?: readonly string[];
  /** A substring of the content, in any case. */
  readonly containing?: string;
  /** The beginning or end of an id. */
  readonly idPart?: string;
  /** Last changed, or last recalled (else created), at or before `until`. */
  readonly idle?: { readonly since: 'update' | 'access'; readonly until: Date };
  /** Faded no later than this moment, or never. */
  readonly fadedUntil?: Date;
  /** Happened within: `validAt`, else `createdAt`, both ends included. Unset bounds are open. */
  readonly within?: { readonly from?: Date; readonly to?: Date };
}

export interface TextQuery extends Stoppable {
  /** Plain words; the store stems and quotes them, and leaves out those too common. A memory matches if it has one of them. */
  readonly terms: readonly string[];
  /** The ISO 639-1 code of the language to stem by; unless given, detected. */
  readonly language?: string;
  readonly filter: MemoryFilter;
  readonly limit: number;
}

export interface VectorQuery extends Stoppable {
  readonly embedderId: string;
  readonly vector: Vector;
  readonly filter: MemoryFilter;
  readonly limit: number;
}

export interface EntityQuery extends Stoppable {
  readonly entityIds: readonly string[];
  readonly filter: MemoryFilter;
  readonly limit: number;
}

export interface HappeningsQuery {
  /** Each with `from` included and `to` excluded. */
  readonly spans: readonly { readonly from: Date; readonly to: Date }[];
  readonly projectId?: string;
}

export interface Happenings {
  readonly episodes: number;
  readonly memoriesCreated: number;
  readonly memoriesReplaced: number;
}

export interface MentionQuery extends Stoppable {
  readonly entityIds: readonly string[];
  readonly filter: Omit<MemoryFilter, 'asOf'>;
}

/** Numbers of memories that mention an entity, and of relationships that start or end at it. */
export interface MentionCount {
  readonly entityId: string;
  readonly memories: number;
  readonly relationships: number;
}

/**
 * The order of a ranking. Recency: validAt, else createdAt. Access: lastAccessedAt, else createdAt. Frequency: accessCount. Age:
 * createdAt. Change: updatedAt.
 */
export type MemoryOrder =
  | ('recency' | 'access' | 'frequency' | 'age' | 'change' | 'importance' | 'confidence')
  | SalienceOrder;

export interface RankQuery extends Stoppable {
  readonly by: MemoryOrder;
  readonly isAscending?: boolean;
  /** Also memories forgotten since the filter's `asOf`. */
  readonly withForgottenSince?: boolean;
  readonly filter: MemoryFilter;
  readonly offset?: number;
  readonly limit: number;
}

/** Memories with a version that began after `since` and not after `until`, by id. */
export interface ChangedQuery {
  readonly since: Date;
  readonly until?: Date;
  readonly after?: string;
  readonly limit: number;
}

/**
 * A memory that a signal of the store matched. Text: the share of the query's information that it contains, between 0 and 1 (BM25
 * divided by the score of a text full of every term, so that scores are comparable between queries). Vector: cosine.
 */
export interface MemoryMatch {
  readonly memoryId: string;
  readonly score: number;
}

export interface TextMatch extends MemoryMatch {
  /** The contribution of each term to the score, in the order of the query; a repeated term adds nothing. */
  readonly matches: readonly number[];
}

/** Memories by creation, then by id. */
export interface MemoryPage extends Stoppable {
  readonly filter: MemoryFilter;
  /** The page starts after this memory, which need not exist any more. */
  readonly after?: Pick<Memory, 'id' | 'createdAt'>;
  readonly limit: number;
}
