import type { Owner } from '../model/scope.ts';
import type { Note } from './store.ts';

/** The user of a profile, the same for every agent. */
export type ProfileUser = Pick<Owner, 'tenantId' | 'userId'>;

/** `user`: set by hand. `consolidation`: learnt from memories. */
export type ProfileSource = 'user' | 'consolidation';

export interface ProfileProvenance {
  readonly memoryIds: readonly string[];
  readonly turnIds: readonly string[];
  readonly episodeIds: readonly string[];
}

/** The sources of one element of a list, or of a value that is no list. */
export interface ProfilePart {
  readonly confidence: number;
  readonly since: Date;
  readonly isChanged?: boolean | undefined;
  readonly provenance: ProfileProvenance;
}

/** The present value of a profile field, with its sources. */
export interface ProfileField {
  readonly name: string;
  readonly version: number;
  /** Absent if the field was cleared. */
  readonly value?: Note;
  readonly source: ProfileSource;
  readonly confidence: number;
  readonly provenance: ProfileProvenance;
  /** In the order of the list's elements, if known. */
  readonly parts?: readonly ProfilePart[];
  readonly reason?: string;
  readonly since: Date;
}

/** A value of a field in time; the last has no `until`. */
export interface ProfileVersion extends ProfileField {
  readonly until?: Date;
}

export interface ProfileChange {
  readonly name: string;
  /** `undefined` clears it. */
  readonly value: Note | undefined;
  readonly source: ProfileSource;
  readonly confidence: number;
  readonly provenance: ProfileProvenance;
  readonly parts?: readonly ProfilePart[];
  readonly reason?: string;
  /** The version that the change is based on, 0 for none; the write is refused as `overtaken` if it is no longer the present one. */
  readonly from?: number;
}

/** Stores profiles. A user's data is never visible to or changed by another user, nor by the same id in another tenant. */
export interface ProfileStore {
  readonly name: string;
  /** Every field ever set, by name; a cleared one has no value. */
  fields(user: ProfileUser): Promise<ProfileField[]>;
  /**
   * Writes all changes or none; durable once it resolves. Concurrent writers do not lose each other's fields; of one field, both
   * values are in its history. A change by consolidation to a value that the user set is a `conflict`, as is a field named twice.
   */
  set(user: ProfileUser, changes: readonly ProfileChange[], at: Date): Promise<void>;
  /** Every value of a field, oldest first; empty for an unknown one. No write shortens it. */
  history(user: ProfileUser, name: string): Promise<ProfileVersion[]>;
}
