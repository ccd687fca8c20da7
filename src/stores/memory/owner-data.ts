import type { MemoryVector, Note, TakenStep } from '../../contracts/store.ts';
import type { StoredEpisode } from '../../model/episode.ts';
import type { Entity, Link, Relationship } from '../../model/graph.ts';
import type { Cause, Memory } from '../../model/memory.ts';
import type { Owner } from '../../model/scope.ts';
import type { MemoryVersion } from '../../model/version.ts';
import { TextIndex } from './text-index.ts';

export interface SessionData {
  readonly episodes: StoredEpisode[];
  /** The highest position there has been. */
  reached: number;
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
export class OwnerData {
  readonly owner: Owner;
  /** In the order in which they were written. */
  readonly episodes = new Map<string, StoredEpisode>();
  /** How many forgotten memories came from a turn. */
  readonly hidden = new Map<string, number>();
  readonly sessions = new Map<string, SessionData>();
  /** How far each component is, by `progressKey`. */
  readonly progress = new Map<string, number>();
  readonly steps: TakenStep[] = [];
  readonly memories = new Map<string, Memory>();
  /** Only of memories that were changed. */
  readonly histories = new Map<string, History>();
  /** By memory, the vector of the embedder that wrote last. */
  readonly vectors = new Map<string, MemoryVector>();
  readonly texts = new TextIndex();
  /** By folded name. */
  readonly entities = new Map<string, Entity>();
  /** The folded names of entities by their other names. */
  readonly aliases = new Map<string, string>();
  readonly relationships = new Map<string, Relationship>();
  /** By `linkKey`. */
  readonly links = new Map<string, Link>();
  readonly notes = new Map<string, Note>();

  constructor(owner: Owner) {
    this.owner = owner;
  }
}

export const progressKey = (component: string, sessionId: string): string => JSON.stringify([component, sessionId]);
export const linkKey = ({ fromId, toId, type }: Pick<Link, 'fromId' | 'toId' | 'type'>): string =>
  JSON.stringify([fromId, toId, type]);
