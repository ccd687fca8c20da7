import type { z } from 'zod';
import type { Episode } from '../model/episode.ts';
import type { Entity, Link, Relationship } from '../model/graph.ts';
import type { Memory, MemoryUpdate } from '../model/memory.ts';
import type { jsonSchema } from '../model/primitives.ts';
import type { SalienceWeights } from '../model/salience.ts';
import type { Owner } from '../model/scope.ts';
import type { Vector } from './embedder.ts';

export interface Changes {
  /**
   * The time of the changes. An update that `makesVersion` ends the version before it at this moment, or at that version's beginning
   * if that is later; without it, at the update's `updatedAt`, else now.
   */
  readonly at?: Date;
  /** The write is refused as `overtaken`, and changes nothing, unless all of these are met. */
  readonly expect?: readonly Expectation[];
  /** An episode whose id this owner already has, hidden or not, is left out. */
  readonly episodes?: readonly Episode[];
  /** Episodes dated later get this date and keep their positions: the clock ran ahead as they were recorded. */
  readonly episodesUntil?: Date;
  readonly memories?: readonly Memory[];
  readonly updates?: readonly MemoryUpdate[];
  /** A known name (without regard to case) keeps its id; the new type replaces the old. */
  readonly entities?: readonly Entity[];
  readonly relationships?: readonly Relationship[];
  readonly links?: readonly Link[];
  readonly unlinks?: readonly Pick<Link, 'fromId' | 'toId' | 'type'>[];
  readonly vectors?: readonly MemoryVector[];
  /** Counts one access each time a memory is named. */
  readonly accesses?: { readonly memoryIds: readonly string[]; readonly at: Date };
  readonly progress?: readonly Progress[];
  readonly endedSessions?: readonly { readonly sessionId: string; readonly at: Date }[];
  /** Recomputes the stored salience of these memories, except forgotten ones, after all other changes. */
  readonly salience?: SalienceOrder & { readonly memoryIds: readonly string[] };
  /**
   * Named values, such as the progress of a long task; `undefined` deletes one. The write is refused as `overtaken` if `was` is given
   * and is not the stored value.
   */
  readonly notes?: readonly {
    readonly name: string;
    readonly value: Note | undefined;
    readonly was?: Note | undefined;
  }[];
}

/** The version that a memory must be in, as `versionOf` returned it on reading. */
export interface Expectation {
  readonly id: string;
  readonly version: number;
}

export type Note = z.infer<typeof jsonSchema>;

export interface OwnedChanges {
  readonly owner: Owner;
  readonly changes: Changes;
}

/** The vector of a memory by one embedder; `undefined` marks a memory whose content has no vector. */
export interface MemoryVector {
  readonly memoryId: string;
  /** The embedded text; the vector is left out if the memory's content has changed since. */
  readonly content?: string;
  readonly embedderId: string;
  readonly vector: Vector | undefined;
}

export type Embedding = MemoryVector & { readonly content: string };

/** The progress of a component in a session. The write is refused as `overtaken` unless `from` is the stored position. */
export interface Progress {
  readonly component: string;
  readonly sessionId: string;
  readonly from: number;
  readonly through: number;
}

/** An order by salience at a moment, as `salienceOf` measures it without a query. */
export interface SalienceOrder {
  readonly salienceAt: Date;
  readonly weights: SalienceWeights;
}

export interface ProgressStep extends Progress {
  readonly at: Date;
}

export interface TakenStep extends ProgressStep {
  /** Greater than those of the steps before it. */
  readonly number: number;
}

export interface Erasure {
  readonly memoryIds: readonly string[];
  readonly episodeIds: readonly string[];
  /** Sessions that a component must read again from the beginning. */
  readonly again?: readonly Pick<Progress, 'component' | 'sessionId'>[];
}

export type Erased = Readonly<
  Record<'episodes' | 'memories' | 'versions' | 'vectors' | 'links' | 'relationships' | 'entities', number>
>;
