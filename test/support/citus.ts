import pg from 'pg';
import { binaries, PASSWORD, type PrivateServer, privateServer } from './postgres.ts';

/** A coordinator, its two or more workers, and a role without special rights that every node knows. */
export interface CitusCluster {
  /** The coordinator, as a superuser. */
  readonly url: string;
  readonly plainUrl: string;
  readonly plainRole: string;
  remove(): Promise<void>;
}

const given = process.env['SOUVENIR_TEST_CITUS_URL'];
const bin = binaries(['vector', 'citus']);

/** Why there is no Citus to test on; empty where there is one: the coordinator of SOUVENIR_TEST_CITUS_URL, or the extension on this machine. */
export const citusMissing: string =
  given === undefined && bin === undefined
    ? 'no SOUVENIR_TEST_CITUS_URL and no PostgreSQL with pgvector and Citus on this machine'
    : '';

/** Few shards, as every schema of a test has its own. */
const SETTINGS = [
  ...['shared_preload_libraries=citus', 'wal_level=logical', 'citus.node_conninfo=sslmode=prefer'],
  ...['citus.shard_count=2', 'citus.enable_statistics_collection=off', 'synchronous_commit=off'],
];

export async function citusCluster(): Promise<CitusCluster> {
  const { url, end } = given === undefined ? await privateCluster() : { url: given, end: () => undefined };
  const plainRole = `plain_${process.pid}`;
  await ask(url, `create role ${plainRole} login password '${PASSWORD}' nosuperuser nobypassrls`);
  await ask(url, `insert into pg_dist_authinfo values (0, '${plainRole}', 'password=${PASSWORD}')`);
  const plain = Object.assign(new URL(url), { username: plainRole, password: PASSWORD });
  return {
    ...{ url, plainUrl: plain.href, plainRole },
    async remove() {
      await ask(url, `drop owned by ${plainRole}; delete from pg_dist_authinfo where rolename = '${plainRole}'`);
      await ask(url, `drop role ${plainRole}`);
      end();
    },
  };
}

async function privateCluster() {
  const servers: PrivateServer[] = [];
  for (const _ of ['coordinator', 'worker', 'worker']) {
    const server = await privateServer(SETTINGS, bin);
    if (server === undefined) throw new Error(citusMissing);
    servers.push(server);
    await ask(server.url, 'create extension citus');
    await ask(server.url, `insert into pg_dist_authinfo values (0, 'postgres', 'password=${PASSWORD}')`);
  }
  const [url = '', ...workers] = servers.map((server) => server.url);
  await ask(url, `select citus_set_coordinator_host('127.0.0.1', ${new URL(url).port})`);
  for (const worker of workers) await ask(url, `select citus_add_node('127.0.0.1', ${new URL(worker).port})`);
  const end = () => {
    for (const server of servers) server.remove();
  };
  return { url, end };
}

async function ask(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text).finally(() => client.end());
}
