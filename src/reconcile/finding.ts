import type { Memory, MemoryDraft } from '../model/memory.ts';

export interface FoundEntity {
  readonly name: string;
  readonly type: string;
}

/** A tie between two named things. */
export interface FoundRelation {
  readonly from: string;
  readonly relation: string;
  readonly to: string;
  readonly confidence: number;
}

/** Something a component found in a session, before it is compared with what is held. */
export interface Finding extends Pick<MemoryDraft, 'type' | 'metadata' | 'validAt' | 'invalidAt'> {
  readonly content: string;
  readonly category: string;
  readonly importance: number;
  readonly confidence: number;
  readonly episodeIds: readonly string[];
  readonly entities: readonly FoundEntity[];
  /** A held memory that says the same, or that this one makes untrue, where that is known already. */
  readonly same?: Memory;
  readonly replaces?: Memory;
}
