import { createHash } from 'node:crypto';
import { type Owner, ownerKey } from '../../model/scope.ts';
import { untilAborted } from '../../until-aborted.ts';
import { raw, type Sql, sql } from './sql.ts';

interface Answer {
  readonly rows: readonly unknown[];
  readonly rowCount: number | null;
}

/** A connection of a pool. */
export interface PostgresClient {
  query(
    query: string | { readonly text: string; readonly values: unknown[]; readonly types?: object },
  ): Promise<Answer>;
  on?(event: 'error', listener: (error: Error) => void): unknown;
  off?(event: 'error', listener: (error: Error) => void): unknown;
  /** With an error, it is closed rather than used again. */
  release(error?: Error): void;
}

/** What is needed of a pool of the package pg. */
export interface PostgresPool {
  connect(): Promise<PostgresClient>;
  on?(event: 'acquire', listener: (client: PostgresClient) => void): unknown;
}

const handled = new WeakSet<object>();
const ignore = (): void => undefined;

/**
 * Has connections of a pool that are lost as they are handed out say so to somebody: their first answer and their end may come together, before
 * whoever asked for them can listen. The first statement fails then.
 */
export function handleLostConnections(pool: PostgresPool): void {
  if (handled.has(pool)) return;
  handled.add(pool);
  pool.on?.('acquire', (client) => {
    if (handled.has(client)) return;
    handled.add(client);
    client.on?.('error', ignore);
  });
}

/** Whose rows: first in every key and in every statement. */
export interface OwnerKey {
  readonly tenant: string;
  readonly owner: string;
}

/** The key follows from the names, so that no table need be asked for it. */
export function keyOf(owner: Owner): OwnerKey {
  const digest = createHash('sha256').update(ownerKey(owner)).digest('hex');
  return { tenant: owner.tenantId, owner: digest.slice(0, 32).replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') };
}

/** The rows of an owner in a table under this alias. */
export const ownedBy = ({ tenant, owner }: OwnerKey, alias: string): Sql =>
  sql`${raw(alias)}.tenant = ${tenant} and ${raw(alias)}.owner = ${owner}`;

const quoted = (text: string): string => `E'${text.replaceAll(/['\\]/g, '$&$&')}'`;
/** For a statement that takes no values; as a value would be kept. */
export const literal = (text: string): string => quoted(storable(text));
export const quotedName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** PostgreSQL holds no zero in a text: a character that stands for none takes its place. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\uffff');
const restored = (text: string): string => (text.includes('\uffff') ? text.replaceAll('\uffff', '\0') : text);

const storableValue = (value: unknown): unknown => {
  if (typeof value === 'string') return storable(value);
  return Array.isArray(value) ? value.map(storableValue) : value;
};

const UNSTORABLE = /\\u(?:0000|d[89a-f])/;

/** Rows as one value, to be read by `json_populate_recordset`. */
export function jsonOf(rows: readonly object[]): string {
  const text = JSON.stringify(rows);
  return UNSTORABLE.test(text) ? JSON.stringify(rows, (_, value) => storableValue(value)) : text;
}

const [TEXT, BIGINT] = [25, 20];
/** Moments and counts fit in a number. */
export const PARSERS: Readonly<Record<number, (text: string) => unknown>> = { [TEXT]: restored, [BIGINT]: Number };

export interface DatabaseLayout {
  /** The PostgreSQL schema of our tables, and that of the type `halfvec`. */
  readonly schema: string;
  readonly vectorSchema: string;
  /** Whether the database has Citus, whose workers have to learn what a transaction sets. */
  readonly hasCitus: boolean;
}

/** One transaction. */
export class Connection {
  readonly #client: PostgresClient;
  readonly #types: object | undefined;

  constructor(client: PostgresClient, types?: object) {
    this.#client = client;
    this.#types = types;
  }

  async all<Row>(statement: Sql): Promise<Row[]> {
    return (await this.#run(statement)).rows as Row[];
  }

  async get<Row>(statement: Sql): Promise<Row | undefined> {
    return (await this.all<Row>(statement))[0];
  }

  /** How many rows it changed. */
  async run(statement: Sql): Promise<number> {
    return (await this.#run(statement)).rowCount ?? 0;
  }

  /** Several statements without values. */
  async script(text: string): Promise<void> {
    await this.#client.query(text);
  }

  #run({ text, values }: Sql): Promise<Answer> {
    const types = this.#types;
    return this.#client.query({ text, values: values.map(storableValue), ...(types && { types }) });
  }
}

/** How a transaction begins. What it sets ends with it: a pool between us and the server may give us another connection each time. */
export const BEGIN = {
  read: 'begin isolation level repeatable read read only',
  write: 'begin isolation level read committed read write',
} as const;

export const searchPath = ({ schema, vectorSchema }: DatabaseLayout): string =>
  `set local search_path = ${[schema, vectorSchema, 'pg_temp'].map(quotedName).join(', ')}`;

/** What row-level security shows a transaction: the rows of one tenant, or the names of all owners. */
export const visibilitySetting = (tenant: string | undefined): string =>
  tenant === undefined ? "set local souvenir.directory = 'on'" : `set local souvenir.tenant = ${quoted(tenant)}`;

/** Has Citus tell its workers what the transaction sets from here on. It repeats the whole message for each `set local`, so each is sent alone. */
export const PROPAGATE_SETTINGS = "select set_config('citus.propagate_set_commands', 'local', true)";

/** Has the server look twice a second, where it can, whether anybody still waits for a statement: it ends one that nobody does. */
export const CHECK_CLIENT_CONNECTION = `select set_config('client_connection_check_interval',
  case when version() ~* 'linux|darwin|apple|bsd' then '500' else '0' end, true)`;

/** A connection that comes too late goes back. */
async function connect(pool: PostgresPool, signal: AbortSignal | undefined): Promise<PostgresClient> {
  signal?.throwIfAborted();
  const connecting = pool.connect();
  try {
    return await untilAborted(connecting, signal);
  } catch (error) {
    if (signal?.aborted)
      connecting.then(
        (client) => client.release(),
        () => undefined,
      );
    throw error;
  }
}

/** Runs an action in a transaction, and hands the connection back whatever happens; one that is not in order, or whose answer nobody waits for any more, is closed. */
export async function transact<Result>(
  pool: PostgresPool,
  types: object | undefined,
  begin: string,
  action: (connection: Connection) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const client = await connect(pool, signal);
  let broken: Error | undefined;
  // A connection that is lost says so to whoever has it, and ends the process where nobody listens; the statement fails too.
  const markBroken = (error: Error) => {
    broken = error;
  };
  client.on?.('error', markBroken);
  const run = async () => {
    await client.query(begin);
    const result = await action(new Connection(client, types));
    await client.query('commit');
    return result;
  };
  try {
    return await untilAborted(run(), signal);
  } catch (error) {
    if (signal?.aborted) broken = new Error('nobody waits for the answer');
    else await client.query('rollback').catch(markBroken);
    throw error;
  } finally {
    client.off?.('error', markBroken);
    client.release(broken);
  }
}

/** Runs a statement that no transaction may hold. The server ends it even where nobody waits any more. */
export async function runOutsideTransaction(pool: PostgresPool, text: string, signal: AbortSignal): Promise<void> {
  const client = await connect(pool, signal);
  let broken: Error | undefined;
  const markBroken = (error: Error) => {
    broken = error;
  };
  client.on?.('error', markBroken);
  try {
    await untilAborted(client.query(text), signal);
  } catch (error) {
    broken = error as Error;
    throw error;
  } finally {
    client.off?.('error', markBroken);
    client.release(broken);
  }
}
