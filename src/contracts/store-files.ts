export interface StoreFiles {
  /** Rejects as `storeGone` if they were removed or replaced since they were opened. */
  verify?(): Promise<void>;
  bytes(): Promise<number>;
  /** Rewrites them, so that no erased data remains in them. */
  scrub(): Promise<void>;
  /** Returns those of these texts that occur anywhere in the files, byte by byte, after decryption. */
  holding(texts: readonly string[]): Promise<readonly string[]>;
  /**
   * Copies the store to a new file while others read and write: the file appears complete and checked, or not at all. An existing file
   * is a `conflict` unless forced.
   */
  backup(to: string, options?: { readonly force?: boolean }): Promise<StoreBackup>;
}

export interface StoreBackup {
  readonly path: string;
  readonly bytes: number;
  readonly episodes: number;
  readonly memories: number;
  readonly isEncrypted: boolean;
}
