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

/** A read that may be long. */
export interface Stoppable {
  /** Once it aborts, the store does no more for the read, which rejects with the reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Owners by tenant, user and agent. */
export interface OwnerPage {
  /** Only those of a tenant, and of a user of it. */
  readonly tenantId?: string;
  readonly userId?: string;
  readonly after?: Owner;
  /** `MOST_LISTED` unless given, as for every list. */
  readonly limit?: number;
}

/** Sessions in the order in which they began, then by id; those that have not begun come last. */
export interface SessionPage {
  /** Only those with turns in sight, of a project if it names one, and only such turns count. */
  readonly seen?: { readonly projectId?: string };
  readonly sessionId?: string;
  /** The session after which to go on, whether or not it is still there. */
  readonly after?: Pick<SessionSummary, 'sessionId' | 'firstAt'>;
  readonly limit?: number;
}

/** Steps of consolidation in the order in which they were taken. */
export interface StepPage {
  readonly isLatestFirst?: boolean;
  /** The number of the step after which to go on, whether or not it is still there. */
  readonly after?: number;
  readonly limit?: number;
}

/** Versions by memory, and of each from the first on. */
export interface VersionPage {
  /** Only the version that each is in. */
  readonly isPresent?: boolean;
  readonly after?: { readonly memoryId: string; readonly number: number };
  readonly limit?: number;
}

/** Links by their ends and type. */
export interface LinkPage {
  readonly after?: Pick<Link, 'fromId' | 'toId' | 'type'>;
  readonly limit?: number;
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

export interface TextQuery extends Stoppable {
  /** Plain words; the store stems, quotes, and leaves out those too common to help. A memory need hold only one. */
  readonly terms: readonly string[];
  /** The ISO 639-1 code of the language of the words, by which they are stemmed; as they show it unless given. */
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

export interface MentionQuery extends Stoppable {
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

export interface RankQuery extends Stoppable {
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
export interface MemoryMatch {
  readonly memoryId: string;
  readonly score: number;
}

export interface TextMatch extends MemoryMatch {
  /** What each of the query's terms adds to the score, in the order asked for; a repeated term adds nothing. */
  readonly matches: readonly number[];
}

/** Memories in the order in which they were created, then by id. */
export interface MemoryPage extends Stoppable {
  readonly filter: MemoryFilter;
  /** The memory after which to go on, whether or not it is still there. */
  readonly after?: Pick<Memory, 'id' | 'createdAt'>;
  readonly limit: number;
}
