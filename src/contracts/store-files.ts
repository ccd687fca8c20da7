/** The files that a store keeps itself. */
export interface StoreFiles {
  /** Rejects as `storeGone` where they were removed or replaced since they were opened. */
  verify?(): Promise<void>;
  /** How many bytes they take up. */
  bytes(): Promise<number>;
  /** Rewrites them, so that nothing of what was erased is left between the lines. */
  scrub(): Promise<void>;
  /** Which of these texts stand anywhere in them, byte by byte; where they are encrypted, once they are decrypted. */
  holding(texts: readonly string[]): Promise<readonly string[]>;
  /** Copies all that is held to a new file, while others read and write: it appears whole and checked, or not at all. What is there already is a `conflict` unless forced. */
  backup(to: string, options?: { readonly force?: boolean }): Promise<StoreBackup>;
}

/** What a backup holds. */
export interface StoreBackup {
  readonly path: string;
  readonly bytes: number;
  readonly episodes: number;
  readonly memories: number;
  readonly isEncrypted: boolean;
}
