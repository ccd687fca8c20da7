import type { MemoryVector, Note, TakenStep } from '../../contracts/store.ts';
import type { StoredEpisode } from '../../model/episode.ts';
import type { Entity, Link, Relationship } from '../../model/graph.ts';
import type { Cause, Memory } from '../../model/memory.ts';
import type { Owner } from '../../model/scope.ts';
import type { MemoryVersion } from '../../model/version.ts';
import { TextIndex } from './text-index.ts';

export interface SessionData {
  readonly episodes: StoredEpisode[];
  reached: number;
  endedAt?: Date;
}

export interface PastVersion extends MemoryVersion {
  readonly until: Date;
}

export interface History {
  readonly past: PastVersion[];
  /** Vectors of past versions, by content. */
  readonly vectors: Map<string, MemoryVector>;
  since: Date;
  cause: Cause;
}

export class OwnerData {
  readonly owner: Owner;
  readonly episodes = new Map<string, StoredEpisode>();
  /** The number of forgotten memories from an episode, by episode. */
  readonly hidden = new Map<string, number>();
  readonly sessions = new Map<string, SessionData>();
  /** The position that a component has reached, by `progressKey`. */
  readonly progress = new Map<string, number>();
  readonly steps: TakenStep[] = [];
  readonly memories = new Map<string, Memory>();
  readonly histories = new Map<string, History>();
  /** Vectors of the latest embedder, by memory. */
  readonly vectors = new Map<string, MemoryVector>();
  readonly texts = new TextIndex();
  /** By folded name. */
  readonly entities = new Map<string, Entity>();
  /** Folded names of entities, by their aliases. */
  readonly aliases = new Map<string, string>();
  readonly relationships = new Map<string, Relationship>();
  readonly links = new Map<string, Link>();
  readonly notes = new Map<string, Note>();

  constructor(owner: Owner) {
    this.owner = owner;
  }
}

export const progressKey = (component: string, sessionId: string): string => JSON.stringify([component, sessionId]);
export const linkKey = ({ fromId, toId, type }: Pick<Link, 'fromId' | 'toId' | 'type'>): string =>
  JSON.stringify([fromId, toId, type]);
