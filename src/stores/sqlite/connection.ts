import { type Owner, ownerKey } from '../../model/scope.ts';
import { yieldToEventLoop } from '../../yield-to-event-loop.ts';
import type { Driver, PreparedStatement, SqlValue } from './driver.ts';

const MAX_STATEMENTS = 500;

export class Connection {
  readonly names: Names = new Names(this);
  readonly isReadOnly: boolean;
  /** A write in steps that has not ended. The connection runs nothing else until then: it would see half of the write. */
  underway: Promise<unknown> | undefined;
  readonly #driver: Driver;
  /** Created once: that takes longer than to begin and end a transaction. */
  readonly #transaction: Record<'deferred' | 'immediate', (action: () => unknown) => unknown>;
  readonly #statements = new Map<string, PreparedStatement>();
  #dataVersion: number | undefined;
  readonly #columns = new Map<string, PreparedStatement>();

  constructor(driver: Driver, isReadOnly = false) {
    this.#driver = driver;
    this.isReadOnly = isReadOnly;
    this.#transaction = driver.transaction((action) => action());
  }

  all<Row>(sql: string, ...values: SqlValue[]): Row[] {
    return this.#prepare(sql).all(...values) as Row[];
  }

  get<Row>(sql: string, ...values: SqlValue[]): Row | undefined {
    return this.#prepare(sql).get(...values) as Row | undefined;
  }

  column<Item>(sql: string, ...values: SqlValue[]): Item[] {
    return this.#prepare(sql, this.#columns, true).all(...values) as Item[];
  }

  each<Row>(sql: string, ...values: SqlValue[]): IterableIterator<Row> {
    return this.#prepare(sql).iterate(...values) as IterableIterator<Row>;
  }

  run(sql: string, ...values: SqlValue[]): { readonly changes: number; readonly key: number } {
    const { changes, lastInsertRowid } = this.#prepare(sql).run(...values);
    return { changes, key: Number(lastInsertRowid) };
  }

  read<Result>(action: () => Result): Result {
    return this.#transaction.deferred(() => this.#withFreshNames(action)) as Result;
  }

  /**
   * A write in steps, between which others run. It takes the write lock at once: a transaction that goes from reading to writing fails instead of
   * waiting.
   */
  async writeInSteps<Result>(steps: () => Generator<unknown, Result>): Promise<Result> {
    const writing = this.#writeSteps(steps);
    this.underway = writing.catch(() => undefined);
    try {
      return await writing;
    } finally {
      this.underway = undefined;
    }
  }

  async #writeSteps<Result>(steps: () => Generator<unknown, Result>): Promise<Result> {
    this.run('begin immediate');
    try {
      const work = this.#withFreshNames(steps);
      let step = work.next();
      for (; step.done !== true; step = work.next()) await yieldToEventLoop();
      this.run('commit');
      return step.value;
    } catch (error) {
      // A full disk has already ended the transaction.
      if (this.#driver.inTransaction) this.run('rollback');
      this.names.clearCache();
      throw error;
    }
  }

  get dataVersion(): number | undefined {
    return this.#dataVersion;
  }

  close(): void {
    this.#driver.close();
  }

  /** Another process may have erased names. */
  #withFreshNames<Result>(action: () => Result): Result {
    const [version] = this.column<number>('pragma data_version');
    if (version !== this.#dataVersion) this.names.clearCache();
    this.#dataVersion = version;
    return action();
  }

  #prepare(sql: string, cache = this.#statements, firstColumn = false): PreparedStatement {
    const known = cache.get(sql);
    if (known) return known;
    if (cache.size >= MAX_STATEMENTS) cache.clear();
    const statement = this.#driver.prepare(sql);
    if (firstColumn) statement.pluck(true);
    cache.set(sql, statement);
    return statement;
  }
}

const MAX_CACHED = 20_000;

/** Owners and repeated strings as integer keys; a committed key changes only after its name was erased. */
export class Names {
  readonly #connection: Connection;
  readonly #keys = new Map<string, number>();
  readonly #names = new Map<number, string>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** A transaction that is rolled back removes its new names. */
  clearCache(): void {
    this.#keys.clear();
    this.#names.clear();
  }

  findOwner(owner: Owner): number | undefined {
    const sql = 'select key from owners where tenant = ? and user = ? and agent = ?';
    return this.#find(ownerKey(owner), sql, owner.tenantId, owner.userId, owner.agentId);
  }

  owner(owner: Owner): number {
    const { tenantId, userId, agentId } = owner;
    const sql = 'insert into owners (tenant, user, agent) values (?, ?, ?)';
    return this.findOwner(owner) ?? this.#connection.run(sql, tenantId, userId, agentId).key;
  }

  find(owner: number, name: string): number | undefined {
    return this.#find(`${owner} ${name}`, 'select key from names where owner = ? and name = ?', owner, name);
  }

  /** Creates a missing name; only inside a write. */
  key(owner: number, name: string): number {
    return (
      this.find(owner, name) ?? this.#connection.run('insert into names (owner, name) values (?, ?)', owner, name).key
    );
  }

  optionalKey(owner: number, name: string | undefined): number | null {
    return name === undefined ? null : this.key(owner, name);
  }

  name(key: number): string {
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const name = this.#connection.get<{ name: string }>('select name from names where key = ?', key)?.name ?? '';
    if (this.#names.size >= MAX_CACHED) this.#names.clear();
    this.#names.set(key, name);
    return name;
  }

  optionalName(key: number | null): string | undefined {
    return key === null ? undefined : this.name(key);
  }

  #find(cacheKey: string, sql: string, ...values: (string | number)[]): number | undefined {
    const known = this.#keys.get(cacheKey);
    if (known !== undefined) return known;
    const key = this.#connection.get<{ key: number }>(sql, ...values)?.key;
    if (key === undefined) return undefined;
    if (this.#keys.size >= MAX_CACHED) this.#keys.clear();
    this.#keys.set(cacheKey, key);
    return key;
  }
}
