import type { z } from 'zod';
import type { Episode } from '../model/episode.ts';
import type { Entity, Link, Relationship } from '../model/graph.ts';
import type { Memory, MemoryUpdate } from '../model/memory.ts';
import type { jsonSchema } from '../model/primitives.ts';
import type { SalienceWeights } from '../model/salience.ts';
import type { Owner } from '../model/scope.ts';
import type { Vector } from './embedder.ts';

/** Everything one transaction can change. */
export interface Changes {
  /**
   * When it happens. Every update that `makesVersion` ends the version before it at this moment, or at that version's own
   * beginning if that is later; without it, at the update's `updatedAt`, else now.
   */
  readonly at?: Date;
  /** Where one of these no longer holds, nothing is written, and the write is refused as `overtaken`. */
  readonly expect?: readonly Expectation[];
  /** One with an id that this owner holds already, hidden or not, is left out. */
  readonly episodes?: readonly Episode[];
  /** Turns dated later than this are dated then, and keep their positions: the clock ran ahead as they were recorded. */
  readonly episodesUntil?: Date;
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
  /** Computes the stored salience of these memories again, unless they are forgotten, after all else. */
  readonly salience?: SalienceOrder & { readonly memoryIds: readonly string[] };
  /** Named values, such as how far a long task is; `undefined` deletes one. Where `was` is given and the note is not that, the write is refused as `overtaken`. */
  readonly notes?: readonly {
    readonly name: string;
    readonly value: Note | undefined;
    readonly was?: Note | undefined;
  }[];
}

/** The version that a memory is in, as `versionOf` tells of one that was read. */
export interface Expectation {
  readonly id: string;
  readonly version: number;
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

/** As `salienceOf` measures it at this moment, without a query. */
export interface SalienceOrder {
  readonly salienceAt: Date;
  readonly weights: SalienceWeights;
}

/** A step of consolidation, and when it was taken. */
export interface ProgressStep extends Progress {
  readonly at: Date;
}

/** One as a store holds it. */
export interface TakenStep extends ProgressStep {
  /** Greater than those of the steps before it. */
  readonly number: number;
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
