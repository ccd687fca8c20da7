import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Store } from '../../src/contracts/store.ts';
import { TABLES } from '../../src/stores/postgres/migrations.ts';
import { type PostgresPool, postgresStore } from '../../src/stores/postgres/postgres-store.ts';

/** A server for tests: that of SOUVENIR_TEST_PG_URL, else a private one of the binaries on this machine, else none and why. */
export type TestServer = { readonly url: string } | { readonly missing: string };

export const PASSWORD = 'not-a-secret';

/** The newest server on this machine that has these extensions. */
export function binaries(extensions: readonly string[] = ['vector']): string | undefined {
  const root = '/usr/lib/postgresql';
  const matches = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  const fit = matches.find(
    (version) =>
      existsSync(join(root, version, 'bin', 'initdb')) &&
      extensions.every((name) => existsSync(`/usr/share/postgresql/${version}/extension/${name}.control`)),
  );
  return fit && join(root, fit, 'bin');
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** The server refuses to run as root. */
const asServer = (): readonly string[] => (userInfo().uid === 0 ? ['setpriv', '--reuid=nobody', '--clear-groups'] : []);

/** Ends a server and removes its files once the tests are gone, whichever way: then its input ends. */
const GUARD = `"$@" & cat >/dev/null; kill -INT $!; wait $!; rm -rf "$FOLDER"`;

/** A process that ends with this one, as a user who is not root. */
function startGuarded(folder: string, command: readonly string[]): ChildProcess {
  const env = { ...process.env, HOME: folder, LC_ALL: 'C.UTF-8', FOLDER: folder };
  const child = spawn('sh', ['-c', GUARD, 'sh', ...asServer(), ...command], {
    ...{ env, cwd: folder, stdio: ['pipe', 'ignore', 'ignore'], detached: true },
  });
  child.unref();
  (child.stdin as unknown as { unref(): void }).unref();
  return child;
}

function serverFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `souvenir-${name}-`));
  chmodSync(folder, 0o777);
  return folder;
}

async function untilAnswering(url: string): Promise<void> {
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      return await client.end();
    } catch {
      await wait(50);
    }
  }
}

/** A server of its own, which a test may end and start again. */
export interface PrivateServer {
  readonly url: string;
  /** SIGINT as in a restart, which cuts connections off; SIGKILL as in a crash. Resolves when it is gone. */
  end(signal: 'SIGINT' | 'SIGKILL'): Promise<void>;
  start(): Promise<void>;
  remove(): void;
}

const QUICK = ['fsync=off', 'full_page_writes=off', 'max_connections=100'];

export async function privateServer(
  settings: readonly string[] = [],
  bin = binaries(),
): Promise<PrivateServer | undefined> {
  if (bin === undefined) return undefined;
  const folder = serverFolder('postgres');
  const data = join(folder, 'data');
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, PASSWORD);
  const [command = '', ...rest] = [
    ...asServer(),
    ...[join(bin, 'initdb'), '-D', data, '-U', 'postgres', '-E', 'UTF8', '--auth=scram-sha-256', '--no-sync'],
    `--pwfile=${passwordFile}`,
  ];
  const env = { ...process.env, HOME: folder, LC_ALL: 'C.UTF-8' };
  execFileSync(command, rest, { env, stdio: 'pipe', cwd: folder });
  const port = await freePort();
  const server = [join(bin, 'postgres'), '-D', data, '-p', String(port), '-k', folder, '-h', '127.0.0.1'];
  const started: ChildProcess[] = [];
  const url = `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`;
  const start = async () => {
    started.push(startGuarded(folder, [...server, ...[...QUICK, ...settings].flatMap((setting) => ['-c', setting])]));
    await untilAnswering(url);
  };
  await start();
  return {
    ...{ url, start },
    async end(signal) {
      const [pid = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
      const children = childrenOf(pid);
      process.kill(Number(pid), signal);
      // Those that serve connections end a moment later, and until then no other may start.
      while ([pid, ...children].some(isRunning)) await wait(20);
      if (signal === 'SIGKILL') rmSync(join(data, 'postmaster.pid'), { force: true });
    },
    remove: () => {
      for (const { stdin } of started) stdin?.end();
    },
  };
}

const childrenOf = (pid: string): string[] => {
  const path = `/proc/${pid}/task/${pid}/children`;
  return existsSync(path) ? readFileSync(path, 'utf8').split(' ').filter(Boolean) : [];
};

/** One that has ended and nobody asked after is not. */
function isRunning(pid: string): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

const POOLER = '/usr/sbin/pgbouncer';

/** pgbouncer in transaction mode before a server, with so many connections to it; undefined where it is not installed. */
export async function pooled(server: string, connections = 2): Promise<string | undefined> {
  if (!existsSync(POOLER)) return undefined;
  const { hostname, port, username, password } = new URL(server);
  const folder = serverFolder('pgbouncer');
  const own = await freePort();
  const settings = [
    ...['[databases]', `* = host=${hostname} port=${port} user=${username} password=${password}`],
    ...['[pgbouncer]', 'listen_addr = 127.0.0.1', `listen_port = ${own}`, 'unix_socket_dir =', 'auth_type = any'],
    ...['pool_mode = transaction', `default_pool_size = ${connections}`, 'max_client_conn = 100'],
  ];
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, settings.join('\n'));
  startGuarded(folder, [POOLER, file]);
  const url = Object.assign(new URL(server), { hostname: '127.0.0.1', port: String(own) }).href;
  await untilAnswering(url);
  return url;
}

let server: Promise<TestServer> | undefined;

/** One for all tests of this process. */
export function testServer(): Promise<TestServer> {
  server ??= (async () => {
    const given = process.env['SOUVENIR_TEST_PG_URL'];
    if (given !== undefined) return { url: given };
    const own = await privateServer(['synchronous_commit=off']);
    const missing =
      'no SOUVENIR_TEST_PG_URL and no PostgreSQL with pgvector here: tools/postgres-for-tests.sh installs it';
    return own === undefined ? { missing } : { url: own.url };
  })();
  return server;
}

/** For a program that cannot do without. */
export async function neededServer(): Promise<string> {
  const matches = await testServer();
  if ('missing' in matches) throw new Error(matches.missing);
  return matches.url;
}

let made = 0;

/**
 * Stores with nothing in them, each in a PostgreSQL schema that no other has while it is open. The pool empties what the stores use, which may
 * be another pool; `prepare` is called before the first of a schema opens.
 */
export function emptyStores(
  pool: PostgresPool,
  { used = pool, prepare }: { used?: PostgresPool; prepare?: (schema: string) => Promise<void> } = {},
): () => Store {
  const free: string[] = [];
  const prepared = new Set<string>();
  return () => {
    const schema = free.pop() ?? `test_${process.pid}_${++made}`;
    const store = postgresStore({ pool: used, schema });
    let isInUse = true;
    const open = async () => {
      if (!prepared.has(schema)) await prepare?.(schema);
      prepared.add(schema);
      await store.open();
    };
    const close = async () => {
      await store.close();
      if (!isInUse) return;
      isInUse = false;
      const client = await pool.connect();
      await client.query(TABLES.map((table) => `delete from ${schema}.${table}`).join(';'));
      client.release();
      free.push(schema);
    };
    return { ...store, open, close };
  };
}

/** The address of a new database on a server, and the way to remove it. */
export async function freshDatabase(url: string): Promise<{ readonly url: string; remove(): Promise<void> }> {
  const name = `fresh_${process.pid}_${++made}`;
  const asked = async (sql: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
  await asked(`create database ${name}`);
  const address = new URL(url);
  address.pathname = `/${name}`;
  return { url: address.href, remove: () => asked(`drop database ${name} with (force)`) };
}

/** A new database whose owner has no special rights, as the guide advises: row-level security holds for it. */
export async function plainDatabase(url: string): Promise<{ readonly url: string; remove(): Promise<void> }> {
  const { url: own, remove } = await freshDatabase(url);
  const address = new URL(own);
  const [name, role] = [address.pathname.slice(1), `plain_${process.pid}_${made}`];
  const admin = new pg.Client({ connectionString: own });
  await admin.connect();
  await admin.query(`create extension vector; create role ${role} login password 'weak' nosuperuser nobypassrls;
                     alter database ${name} owner to ${role}`);
  await admin.end();
  address.username = role;
  address.password = 'weak';
  return {
    url: address.href,
    async remove() {
      await remove();
      const last = new pg.Client({ connectionString: url });
      await last.connect();
      await last.query(`drop role ${role}`).finally(() => last.end());
    },
  };
}
