import { SouvenirError } from '../../errors.ts';
import {
  CHECK_CLIENT_CONNECTION,
  type Connection,
  type DatabaseLayout,
  handleLostConnections,
  PARSERS,
  type PostgresPool,
  PROPAGATE_SETTINGS,
  searchPath,
  transact,
  visibilitySetting,
  withClient,
} from './connection.ts';
import { type DatabaseInspection, inspect, migrate } from './migrations.ts';
import { checkedOptions } from './options.ts';
import { DATABASE, translateError } from './translate-error.ts';

export interface OpenDatabase {
  transact<Result>(
    begin: string,
    tenant: string | undefined,
    action: (connection: Connection) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result>;
  runOutsideTransaction(statement: (layout: DatabaseLayout) => string): Promise<void>;
  /** Leaves connections open that were made elsewhere. */
  end(): Promise<void>;
}

type DatabaseSettings = { readonly schema: string } & ({ readonly url: string } | { readonly pool: PostgresPool });

const CONNECT_MS = 10_000;

/** Both packages: a store needs only pg, but jobs and the command line need pg-boss too. */
export const INSTALL = 'npm install pg pg-boss@12.35.0';

async function loadDriver() {
  try {
    return (await import('pg')).default;
  } catch (cause) {
    throw new SouvenirError('missingPackage', 'postgresStore needs the package pg', { advice: INSTALL, cause });
  }
}

/** The pool replaces an idle connection that breaks, so its error is ignored. */
export async function ownPool(url: string, max = 10) {
  const { Pool } = await loadDriver();
  const application_name = 'souvenir';
  const pool = new Pool({ connectionString: url, connectionTimeoutMillis: CONNECT_MS, application_name, max });
  pool.on('error', () => undefined);
  handleLostConnections(pool);
  return pool;
}

export async function inspectDatabase(url: string): Promise<DatabaseInspection> {
  const { schema } = checkedOptions({ url });
  const pool = await ownPool(url);
  try {
    return await inspect(pool, schema);
  } catch (error) {
    throw translateError(error, DATABASE);
  } finally {
    await pool.end();
  }
}

export async function openDatabase(settings: DatabaseSettings): Promise<OpenDatabase> {
  const { types } = await loadDriver();
  const parsers = {
    getTypeParser: (type: number, format?: 'text') => PARSERS[type] ?? types.getTypeParser(type, format),
  };
  const own = 'url' in settings ? await ownPool(settings.url) : undefined;
  const pool: PostgresPool = 'url' in settings ? (own as PostgresPool) : settings.pool;
  handleLostConnections(pool);
  try {
    const ending = new AbortController();
    const layout = await migrate(pool, settings.schema);
    return {
      transact: (begin, tenant, action, signal) => {
        const opening = [begin, searchPath(layout), layout.hasCitus ? PROPAGATE_SETTINGS : visibilitySetting(tenant)];
        if (signal !== undefined) opening.push(CHECK_CLIENT_CONNECTION);
        const act = async (connection: Connection) => {
          if (layout.hasCitus) await connection.script(visibilitySetting(tenant));
          return action(connection);
        };
        return transact(pool, parsers, opening.join('; '), act, signal);
      },
      runOutsideTransaction: async (statement) => {
        await withClient(pool, (client) => client.query(statement(layout)), undefined, ending.signal);
      },
      end: async () => {
        ending.abort();
        await own?.end();
      },
    };
  } catch (error) {
    await own?.end();
    throw error;
  }
}
