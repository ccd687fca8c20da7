import type { Owner } from '../model/scope.ts';

export type InstructionAuthor = 'agent' | 'user';

/** An agent's custom instructions until the next version. An empty text means none. */
export interface InstructionVersion {
  /** Counted from 1, without gaps. */
  readonly number: number;
  readonly text: string;
  readonly at: Date;
  readonly author: InstructionAuthor;
  readonly reason?: string;
  /** The version that it restores, 0 for none. */
  readonly restores?: number;
  /** SHA-256 of the text in UTF-8, as hex. */
  readonly hash: string;
}

export type NewInstructionVersion = Omit<InstructionVersion, 'number' | 'hash'>;

/** Stores custom instructions. No version is ever changed or removed. */
export interface InstructionStore {
  /** Oldest first; empty if the owner has none. */
  versions(owner: Owner): Promise<readonly InstructionVersion[]>;
  /** The last version, for a store that need not read all of them for it. */
  latest?(owner: Owner): Promise<InstructionVersion | undefined>;
  /**
   * Adds the version after number `after` (0 for the first) and returns it. Rejects as `overtaken`, and writes nothing, if `after` is
   * not the last version, also if another process added one.
   */
  append(owner: Owner, version: NewInstructionVersion, after: number): Promise<InstructionVersion>;
}
