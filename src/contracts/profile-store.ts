import type { Owner } from '../model/scope.ts';
import type { Note } from './store.ts';

/** Whose profile it is, whatever the agent. */
export type ProfileUser = Pick<Owner, 'tenantId' | 'userId'>;

/** Who says so: the user by hand, or what consolidation learnt. */
export type ProfileSource = 'user' | 'consolidation';

/** What a value rests on. */
export interface ProfileProvenance {
  readonly memoryIds: readonly string[];
  readonly turnIds: readonly string[];
  readonly episodeIds: readonly string[];
}

/** What one element of a list rests on, or a value that is no list. */
export interface ProfilePart {
  readonly confidence: number;
  /** When it was said. */
  readonly since: Date;
  /** It took the place of another value. */
  readonly isChanged?: boolean | undefined;
  readonly provenance: ProfileProvenance;
}

/** A value that a field has or had. */
export interface ProfileField {
  readonly name: string;
  /** Counted from 1. */
  readonly version: number;
  /** Absent once it was cleared. */
  readonly value?: Note;
  readonly source: ProfileSource;
  readonly confidence: number;
  readonly provenance: ProfileProvenance;
  /** In the order of the list's elements, where that is known. */
  readonly parts?: readonly ProfilePart[];
  readonly reason?: string;
  readonly since: Date;
}

/** One of the values of a field, from one moment until another; the last holds now. */
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
  /** The version it was worked out from, 0 for none: if another holds by now, the write is refused as `overtaken`. */
  readonly from?: number;
}

/** Where profiles last. Nothing of one user is ever seen or changed under another, nor under the same id in another tenant. */
export interface ProfileStore {
  readonly name: string;
  /** Every field that was ever set, by name; one that was cleared has no value. */
  fields(user: ProfileUser): Promise<ProfileField[]>;
  /**
   * All or none, durable once it resolves. Two writers at once do not lose each other's fields; of the same field both values
   * are in its history. A change by consolidation to a value that the user set is a `conflict`, as is a field named twice.
   */
  set(user: ProfileUser, changes: readonly ProfileChange[], at: Date): Promise<void>;
  /** Every value a field has had, oldest first; none of an unknown one. No write ever shortens it. */
  history(user: ProfileUser, name: string): Promise<ProfileVersion[]>;
}
