import type { MemoryVector } from '../../contracts/store.ts';
import type { StoredEpisode } from '../../model/episode.ts';
import type { Entity, Link, Relationship } from '../../model/graph.ts';
import type { Memory } from '../../model/memory.ts';
import type { Owner } from '../../model/scope.ts';
import { TextIndex } from './text-index.ts';

export interface SessionData {
  readonly episodes: StoredEpisode[];
  endedAt?: Date;
}

/** Everything of one owner. */
export interface OwnerData {
  readonly owner: Owner;
  /** In the order in which they were written. */
  readonly episodes: Map<string, StoredEpisode>;
  readonly sessions: Map<string, SessionData>;
  /** How far each component is, by `progressKey`. */
  readonly progress: Map<string, number>;
  readonly memories: Map<string, Memory>;
  /** By memory, the vector of the embedder that wrote last. */
  readonly vectors: Map<string, MemoryVector>;
  readonly texts: TextIndex;
  /** By folded name. */
  readonly entities: Map<string, Entity>;
  readonly relationships: Map<string, Relationship>;
  readonly links: Map<string, Link>;
}

export const progressKey = (component: string, sessionId: string): string => JSON.stringify([component, sessionId]);

export const newOwnerData = (owner: Owner): OwnerData => ({
  owner,
  episodes: new Map(),
  sessions: new Map(),
  progress: new Map(),
  memories: new Map(),
  vectors: new Map(),
  texts: new TextIndex(),
  entities: new Map(),
  relationships: new Map(),
  links: new Map(),
});
