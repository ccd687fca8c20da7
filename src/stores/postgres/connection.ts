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
  /** A connection that is released with an error is closed. */
  release(error?: Error): void;
}

/** The part of a pool of the package pg that the store uses. */
export interface PostgresPool {
  connect(): Promise<PostgresClient>;
  on?(event: 'acquire', listener: (client: PostgresClient) => void): unknown;
}

const handled = new WeakSet<object>();
const ignore = (): void => undefined;

/** Listens while the pool hands a connection out: it may be lost before its caller can listen. The first statement then fails. */
export function handleLostConnections(pool: PostgresPool): void {
  if (handled.has(pool)) return;
  handled.add(pool);
  pool.on?.('acquire', (client) => {
    if (handled.has(client)) return;
    handled.add(client);
    client.on?.('error', ignore);
  });
}

export interface OwnerKey {
  readonly tenant: string;
  readonly owner: string;
}

export function keyOf(owner: Owner): OwnerKey {
  const digest = createHash('sha256').update(ownerKey(owner)).digest('hex');
  return { tenant: owner.tenantId, owner: digest.slice(0, 32).replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') };
}

export const ownedBy = ({ tenant, owner }: OwnerKey, alias: string): Sql =>
  sql`${raw(alias)}.tenant = ${tenant} and ${raw(alias)}.owner = ${owner}`;

const quoted = (text: string): string => `E'${text.replaceAll(/['\\]/g, '$&$&')}'`;
/** For statements without parameters; encoded like a parameter. */
export const literal = (text: string): string => quoted(storable(text));
export const quotedName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** PostgreSQL cannot store a zero in a text: a noncharacter replaces it. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\uffff');
const restored = (text: string): string => (text.includes('\uffff') ? text.replaceAll('\uffff', '\0') : text);

const storableValue = (value: unknown): unknown => {
  if (typeof value === 'string') return storable(value);
  return Array.isArray(value) ? value.map(storableValue) : value;
};

const UNSTORABLE = /\\u(?:0000|d[89a-f])/;

export function jsonOf(rows: readonly object[]): string {
  const text = JSON.stringify(rows);
  return UNSTORABLE.test(text) ? JSON.stringify(rows, (_, value) => storableValue(value)) : text;
}

const [TEXT, BIGINT] = [25, 20];
/** Times and counts fit in a number. */
export const PARSERS: Readonly<Record<number, (text: string) => unknown>> = { [TEXT]: restored, [BIGINT]: Number };

export interface DatabaseLayout {
  readonly schema: string;
  readonly vectorSchema: string;
  /** With Citus, the workers have to receive a transaction's settings. */
  readonly hasCitus: boolean;
}

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

  /** Returns the number of changed rows. */
  async run(statement: Sql): Promise<number> {
    return (await this.#run(statement)).rowCount ?? 0;
  }

  async script(text: string): Promise<void> {
    await this.#client.query(text);
  }

  #run({ text, values }: Sql): Promise<Answer> {
    const types = this.#types;
    return this.#client.query({ text, values: values.map(storableValue), ...(types && { types }) });
  }
}

/** Settings end with the transaction: a pooler may give each transaction another connection. */
export const BEGIN = {
  read: 'begin isolation level repeatable read read only',
  write: 'begin isolation level read committed read write',
} as const;

export const searchPath = ({ schema, vectorSchema }: DatabaseLayout): string =>
  `set local search_path = ${[schema, vectorSchema, 'pg_temp'].map(quotedName).join(', ')}`;

/** Row-level security shows a transaction the rows of one tenant, or only the names of all owners. */
export const visibilitySetting = (tenant: string | undefined): string =>
  tenant === undefined ? "set local souvenir.directory = 'on'" : `set local souvenir.tenant = ${quoted(tenant)}`;

/** Makes Citus send the transaction's settings to its workers. It repeats the whole message for each `set local`, so each is sent alone. */
export const PROPAGATE_SETTINGS = "select set_config('citus.propagate_set_commands', 'local', true)";

/** Makes the server check twice a second, where it can, whether the client still waits; it ends a statement without a client. */
export const CHECK_CLIENT_CONNECTION = `select set_config('client_connection_check_interval',
  case when version() ~* 'linux|darwin|apple|bsd' then '500' else '0' end, true)`;

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

/**
 * Always releases the connection: after a failure that `recover` does not mend, or without one, it is closed. A lost connection emits `error`,
 * which ends the process if nobody listens; the statement fails too.
 */
export async function withClient<Result>(
  pool: PostgresPool,
  action: (client: PostgresClient) => Promise<Result>,
  recover: ((client: PostgresClient) => Promise<unknown>) | undefined,
  signal?: AbortSignal,
): Promise<Result> {
  const client = await connect(pool, signal);
  let broken: Error | undefined;
  const markBroken = (error: Error) => {
    broken = error;
  };
  client.on?.('error', markBroken);
  try {
    return await untilAborted(action(client), signal);
  } catch (error) {
    if (signal?.aborted) broken = new Error('nobody waits for the answer');
    else if (recover === undefined) broken = error as Error;
    else await recover(client).catch(markBroken);
    throw error;
  } finally {
    client.off?.('error', markBroken);
    client.release(broken);
  }
}

/** Runs an action in a transaction. */
export const transact = <Result>(
  pool: PostgresPool,
  types: object | undefined,
  begin: string,
  action: (connection: Connection) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> =>
  withClient(
    pool,
    async (client) => {
      await client.query(begin);
      const result = await action(new Connection(client, types));
      await client.query('commit');
      return result;
    },
    (client) => client.query('rollback'),
    signal,
  );
