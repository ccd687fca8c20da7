import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Store } from '../../src/contracts/store.ts';
import { TABLES } from '../../src/stores/postgres/migrations.ts';
import { type PostgresPool, postgresStore } from '../../src/stores/postgres/postgres-store.ts';

/** A server for tests: that of SOUVENIR_TEST_PG_URL, else a private one of the binaries on this machine, else none and why. */
export type TestServer = { readonly url: string } | { readonly missing: string };

const PASSWORD = 'not-a-secret';

function binaries(): string | undefined {
  const root = '/usr/lib/postgresql';
  const found = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  const fit = found.find(
    (version) =>
      existsSync(join(root, version, 'bin', 'initdb')) &&
      existsSync(`/usr/share/postgresql/${version}/extension/vector.control`),
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

/** Ends the server and removes its files once the tests are gone, whichever way: then its input ends. */
const GUARD = `"$@" & cat >/dev/null; kill -INT $!; wait $!; rm -rf "$FOLDER"`;

async function startServer(bin: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'souvenir-postgres-'));
  chmodSync(folder, 0o777);
  const data = join(folder, 'data');
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, PASSWORD);
  const environment = { ...process.env, HOME: folder, LC_ALL: 'C.UTF-8', FOLDER: folder };
  const [command = '', ...rest] = [
    ...asServer(),
    ...[join(bin, 'initdb'), '-D', data, '-U', 'postgres', '-E', 'UTF8', '--auth=scram-sha-256', '--no-sync'],
    `--pwfile=${passwordFile}`,
  ];
  execFileSync(command, rest, { env: environment, stdio: 'pipe', cwd: folder });
  const port = await freePort();
  const server = [join(bin, 'postgres'), '-D', data, '-p', String(port), '-k', folder, '-h', '127.0.0.1'];
  const quick = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=100'];
  const child: ChildProcess = spawn(
    'sh',
    ['-c', GUARD, 'sh', ...asServer(), ...server, ...quick.flatMap((setting) => ['-c', setting])],
    { env: environment, cwd: folder, stdio: ['pipe', 'ignore', 'ignore'], detached: true },
  );
  child.unref();
  (child.stdin as unknown as { unref(): void }).unref();
  const url = `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL in ${folder} ended with ${child.exitCode}`);
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return url;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

let server: Promise<TestServer> | undefined;

/** One for all tests of this process. */
export function testServer(): Promise<TestServer> {
  server ??= (async () => {
    const given = process.env['SOUVENIR_TEST_PG_URL'];
    if (given !== undefined) return { url: given };
    const bin = binaries();
    return bin === undefined
      ? {
          missing:
            'no SOUVENIR_TEST_PG_URL and no PostgreSQL with pgvector here: tools/postgres-for-tests.sh installs it',
        }
      : { url: await startServer(bin) };
  })();
  return server;
}

let made = 0;

/** Stores with nothing in them, each in a PostgreSQL schema that no other has while it is open. */
export function emptyStores(pool: PostgresPool): () => Store {
  const free: string[] = [];
  return () => {
    const schema = free.pop() ?? `test_${process.pid}_${++made}`;
    const store = postgresStore({ pool, schema });
    let isInUse = true;
    const close = async () => {
      await store.close();
      if (!isInUse) return;
      isInUse = false;
      const client = await pool.connect();
      await client.query(TABLES.map((table) => `delete from ${schema}.${table}`).join(';'));
      client.release();
      free.push(schema);
    };
    return { ...store, close };
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
