import type { MemoryVector, Note, ProgressStep } from '../../contracts/store.ts';
import type { StoredEpisode } from '../../model/episode.ts';
import type { Entity, Link, Relationship } from '../../model/graph.ts';
import type { Cause, Memory } from '../../model/memory.ts';
import type { Owner } from '../../model/scope.ts';
import type { MemoryVersion } from '../../model/version.ts';
import { TextIndex } from './text-index.ts';

export interface SessionData {
  readonly episodes: StoredEpisode[];
  endedAt?: Date;
}

export interface PastVersion extends MemoryVersion {
  readonly until: Date;
  /** The vector of its content, on the last version before the content was changed or forgotten. */
  vector?: MemoryVector | undefined;
}

/** A changed memory's past versions, and since when and why the present one holds. */
export interface History {
  readonly past: PastVersion[];
  since: Date;
  cause: Cause;
}

/** Everything of one owner. */
export interface OwnerData {
  readonly owner: Owner;
  /** In the order in which they were written. */
  readonly episodes: Map<string, StoredEpisode>;
  readonly sessions: Map<string, SessionData>;
  /** How far each component is, by `progressKey`. */
  readonly progress: Map<string, number>;
  readonly steps: ProgressStep[];
  readonly memories: Map<string, Memory>;
  /** Only of memories that were changed. */
  readonly histories: Map<string, History>;
  /** By memory, the vector of the embedder that wrote last. */
  readonly vectors: Map<string, MemoryVector>;
  readonly texts: TextIndex;
  /** By folded name. */
  readonly entities: Map<string, Entity>;
  readonly relationships: Map<string, Relationship>;
  /** By `linkKey`. */
  readonly links: Map<string, Link>;
  readonly notes: Map<string, Note>;
}

export const progressKey = (component: string, sessionId: string): string => JSON.stringify([component, sessionId]);
export const linkKey = ({ fromId, toId, type }: Pick<Link, 'fromId' | 'toId' | 'type'>): string =>
  JSON.stringify([fromId, toId, type]);

export const newOwnerData = (owner: Owner): OwnerData => ({
  owner,
  episodes: new Map(),
  sessions: new Map(),
  progress: new Map(),
  steps: [],
  memories: new Map(),
  histories: new Map(),
  vectors: new Map(),
  texts: new TextIndex(),
  entities: new Map(),
  relationships: new Map(),
  links: new Map(),
  notes: new Map(),
});
