import type { Memory } from '../model/memory.ts';
import type { Owner } from '../model/scope.ts';

/** Who an agent has become. Version 0 is the identity itself, which is kept nowhere. */
export interface PersonaVersion {
  readonly text: string;
  readonly version: number;
  readonly since?: Date;
  /** The memory that holds it, where it is one. */
  readonly id?: string;
  readonly memory?: Memory;
}

/** Where who an agent becomes lasts. Consolidation adds versions; nothing that was there is ever changed or taken away. */
export interface PersonaStore {
  /** The version that holds; the identity, as version 0, until it has evolved from exactly this one. */
  current(owner: Owner, identity: string): Promise<PersonaVersion>;
  /** Newest first. */
  versions(owner: Owner): Promise<readonly PersonaVersion[]>;
  /** Makes an earlier text hold again, as a new version; 0 is the identity. An unknown one is `invalidInput`. */
  rollback(owner: Owner, version: number, identity: string, at: Date): Promise<void>;
}
