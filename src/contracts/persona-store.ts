import type { Memory } from '../model/memory.ts';
import type { Owner } from '../model/scope.ts';

/** A version of an agent's persona. Version 0 is the identity itself, which is not stored. */
export interface PersonaVersion {
  readonly text: string;
  readonly version: number;
  readonly since?: Date;
  /** The memory that contains it, if there is one. */
  readonly id?: string;
  readonly memory?: Memory;
}

/** Stores personas. Consolidation adds versions; none is ever changed or removed. */
export interface PersonaStore {
  /** The present version; the identity, as version 0, until the persona evolves from exactly this identity. */
  current(owner: Owner, identity: string): Promise<PersonaVersion>;
  /** Newest first. */
  versions(owner: Owner): Promise<readonly PersonaVersion[]>;
  /** Restores an earlier text as a new version; 0 is the identity. Rejects an unknown one as `invalidInput`. */
  rollback(owner: Owner, version: number, identity: string, at: Date): Promise<void>;
}
