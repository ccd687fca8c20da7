import type { Driver, Statement, Value } from './driver.ts';
import { Names } from './names.ts';

const MAX_STATEMENTS = 500;

/** One open database: statements prepared once, transactions, and the names it has learnt. */
export class Connection {
  readonly names: Names = new Names(this);
  readonly #driver: Driver;
  readonly #statements = new Map<string, Statement>();
  readonly #columns = new Map<string, Statement>();

  constructor(driver: Driver) {
    this.#driver = driver;
  }

  all<Row>(sql: string, ...values: Value[]): Row[] {
    return this.#prepare(sql).all(...values) as Row[];
  }

  get<Row>(sql: string, ...values: Value[]): Row | undefined {
    return this.#prepare(sql).get(...values) as Row | undefined;
  }

  /** The values of the first column. */
  column<Item>(sql: string, ...values: Value[]): Item[] {
    return this.#prepare(sql, this.#columns, true).all(...values) as Item[];
  }

  each<Row>(sql: string, ...values: Value[]): IterableIterator<Row> {
    return this.#prepare(sql).iterate(...values) as IterableIterator<Row>;
  }

  run(sql: string, ...values: Value[]): { readonly changes: number; readonly key: number } {
    const { changes, lastInsertRowid } = this.#prepare(sql).run(...values);
    return { changes, key: Number(lastInsertRowid) };
  }

  /** One moment of the database for several reads. */
  read<Result>(action: () => Result): Result {
    return this.#driver.transaction(action).deferred();
  }

  /** Takes the write lock at once: a transaction that turns from reading to writing fails without waiting. */
  write<Result>(action: () => Result): Result {
    try {
      return this.#driver.transaction(action).immediate();
    } catch (error) {
      this.names.forget();
      throw error;
    }
  }

  close(): void {
    this.#driver.close();
  }

  #prepare(sql: string, cache = this.#statements, firstColumn = false): Statement {
    const known = cache.get(sql);
    if (known) return known;
    if (cache.size >= MAX_STATEMENTS) cache.clear();
    const statement = this.#driver.prepare(sql);
    if (firstColumn) statement.pluck(true);
    cache.set(sql, statement);
    return statement;
  }
}
