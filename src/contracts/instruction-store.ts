import type { Owner } from '../model/scope.ts';

/** Who wrote a version. */
export type InstructionAuthor = 'agent' | 'user';

/** What an agent's custom instructions were from one moment until the next version. An empty text means there are none. */
export interface InstructionVersion {
  /** Counted from 1, without gaps. */
  readonly number: number;
  readonly text: string;
  readonly at: Date;
  readonly author: InstructionAuthor;
  readonly reason?: string;
  /** The version whose text this one brings back, 0 for none. */
  readonly restores?: number;
  /** SHA-256 of the text in UTF-8, as hex. */
  readonly hash: string;
}

export type NewInstructionVersion = Omit<InstructionVersion, 'number' | 'hash'>;

/** Where custom instructions last. Nothing that was appended is ever changed or taken away. */
export interface InstructionStore {
  /** Oldest first; none where there are none, or only another owner's. */
  versions(owner: Owner): Promise<readonly InstructionVersion[]>;
  /** The last of the versions; for a store that need not read them all for it. */
  latest?(owner: Owner): Promise<InstructionVersion | undefined>;
  /**
   * Adds the version that follows number `after`, 0 where there is none yet, and returns it. If another came in between, in this
   * process or another, or `after` never was, it is refused as `overtaken` and nothing is written.
   */
  append(owner: Owner, version: NewInstructionVersion, after: number): Promise<InstructionVersion>;
}
