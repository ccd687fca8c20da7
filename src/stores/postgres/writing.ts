import type { Owner } from '../../model/scope.ts';
import { yieldToEventLoop } from '../../yield-to-event-loop.ts';
import { type Connection, jsonOf, keyOf, type OwnerKey, ownedBy } from './connection.ts';
import { raw, sql } from './sql.ts';

export class Writing {
  readonly connection: Connection;
  readonly owner: OwnerKey;
  documents = 0;
  terms = 0;
  #lastKey: number;

  private constructor(connection: Connection, owner: OwnerKey, lastKey: number) {
    this.connection = connection;
    this.owner = owner;
    this.#lastKey = lastKey;
  }

  /** Waits for other writes of the owner: they run one after another, in all processes. */
  static async begin(connection: Connection, scope: Owner): Promise<Writing> {
    const owner = keyOf(scope);
    const row = await connection.get<{ last_key: number }>(
      sql`insert into owners as o (tenant, owner, user_id, agent)
          values (${owner.tenant}, ${owner.owner}, ${scope.userId}, ${scope.agentId})
          on conflict (tenant, owner) do update set agent = o.agent returning last_key`,
    );
    return new Writing(connection, owner, row?.last_key ?? 0);
  }

  /** A number that no row of this owner has had. */
  nextKey(): number {
    this.#lastKey += 1;
    return this.#lastKey;
  }

  async end(): Promise<void> {
    await this.connection.run(
      sql`update owners o set last_key = ${this.#lastKey}, documents = o.documents + ${this.documents},
          terms = o.terms + ${this.terms} where ${ownedBy(this.owner, 'o')}`,
    );
  }
}

/** Limits of one statement: a larger one would block others while it is built. */
const [MAX_BATCH_ROWS, MAX_BATCH_CHARS] = [500, 1_000_000];

const lengthOf = (row: object): number =>
  Object.values(row).reduce((sum, value) => (typeof value === 'string' ? sum + value.length : sum), 0);

export async function* batchesOf<Row extends object>(rows: readonly Row[]): AsyncGenerator<Row[]> {
  let batch: Row[] = [];
  let characters = 0;
  for (const row of rows) {
    batch.push(row);
    characters += lengthOf(row);
    if (batch.length < MAX_BATCH_ROWS && characters < MAX_BATCH_CHARS) continue;
    await yieldToEventLoop();
    yield batch;
    [batch, characters] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

/** The join with the locked owner is for Citus: without it, rows are copied between workers, which row-level security refuses. */
export async function insertRows(
  { connection, owner }: Writing,
  table: string,
  rows: readonly object[],
  replacing?: { readonly key: string },
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const names = Object.keys(first);
  const keyColumns = new Set(replacing?.key.split(', '));
  const assignments = names.filter((name) => !keyColumns.has(name)).map((name) => `${name} = excluded.${name}`);
  const conflict =
    replacing === undefined
      ? ''
      : `on conflict (tenant, owner, ${replacing.key}) do ${assignments.length === 0 ? 'nothing' : `update set ${assignments.join(', ')}`}`;
  for await (const batch of batchesOf(rows))
    await connection.run(
      sql`insert into ${raw(table)} (tenant, owner, ${raw(names.join(', '))})
          select o.tenant, o.owner, ${raw(names.map((name) => `r.${name}`).join(', '))}
          from owners o cross join json_populate_recordset(null::${raw(table)}, ${jsonOf(batch)}::text::json) r
          where ${ownedBy(owner, 'o')} ${raw(conflict)}`,
    );
}

export async function updateRows(
  { connection, owner }: Writing,
  table: string,
  rows: readonly object[],
  key: readonly string[],
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const names = Object.keys(first).filter((name) => !key.includes(name));
  for await (const batch of batchesOf(rows))
    await connection.run(
      sql`update ${raw(table)} t set ${raw(names.map((name) => `${name} = r.${name}`).join(', '))}
          from json_populate_recordset(null::${raw(table)}, ${jsonOf(batch)}::text::json) r
          where ${ownedBy(owner, 't')} and ${raw(key.map((name) => `t.${name} = r.${name}`).join(' and '))}`,
    );
}
