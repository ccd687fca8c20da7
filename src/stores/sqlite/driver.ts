export type SqlValue = string | number | null | Uint8Array;

export interface PreparedStatement<Values extends SqlValue[] = SqlValue[], Row = unknown> {
  all(...values: Values): Row[];
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

export interface Driver {
  prepare<Values extends SqlValue[] = SqlValue[], Row = unknown>(sql: string): PreparedStatement<Values, Row>;
  exec(sql: string): void;
  readonly inTransaction: boolean;
  pragma(sql: string, options?: { readonly simple?: boolean }): unknown;
  transaction<Values extends unknown[], Result>(
    action: (...values: Values) => Result,
  ): Record<'deferred' | 'immediate', (...values: Values) => Result>;
  /** Sets the encryption key; call it before the first read. */
  key(key: Buffer): void;
  /** Encrypts with another key; an empty one decrypts. */
  rekey(key: Buffer): void;
  /** Every page of the file, decrypted, with free pages. */
  serialize(): Buffer;
  backup(to: string, options: { readonly progress: () => number }): Promise<unknown>;
  close(): void;
}

export type DriverClass = new (path: string, options?: DriverOptions) => Driver;
