export type SqlValue = string | number | null | Uint8Array;

export interface PreparedStatement<Values extends SqlValue[] = SqlValue[], Row = unknown> {
  all(...values: Values): Row[];
  /** From now on hands out the first column instead of rows. */
  pluck(on: boolean): this;
  get(...values: Values): Row | undefined;
  iterate(...values: Values): IterableIterator<Row>;
  run(...values: Values): { readonly changes: number; readonly lastInsertRowid: number | bigint };
}

export interface DriverOptions {
  /** Milliseconds to wait for another process's lock. */
  readonly timeout?: number;
  readonly readonly?: boolean;
  readonly fileMustExist?: boolean;
}

/** An open database as the driver hands it out. */
export interface Driver {
  prepare<Values extends SqlValue[] = SqlValue[], Row = unknown>(sql: string): PreparedStatement<Values, Row>;
  exec(sql: string): void;
  readonly inTransaction: boolean;
  pragma(sql: string, options?: { readonly simple?: boolean }): unknown;
  transaction<Values extends unknown[], Result>(
    action: (...values: Values) => Result,
  ): Record<'deferred' | 'immediate', (...values: Values) => Result>;
  /** What the file is encrypted with; to be given before anything is read. */
  key(key: Buffer): void;
  /** Encrypts anew with another key; with an empty one, decrypts. */
  rekey(key: Buffer): void;
  /** Every page as it is in the file, decrypted, those that hold nothing any more too. */
  serialize(): Buffer;
  /** Copies page by page to another file. */
  backup(to: string, options: { readonly progress: () => number }): Promise<unknown>;
  close(): void;
}

export type DriverClass = new (path: string, options?: DriverOptions) => Driver;
