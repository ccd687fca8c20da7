import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { withoutPassword } from '../../src/cli/address.ts';
import { keyOf } from '../../src/stores/postgres/connection.ts';
import { freshCli } from '../support/cli.ts';
import { freshDatabase, testServer } from '../support/postgres.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';

const cli = freshCli();
const SECRET = 'hunter2-and-more';
const ADDRESS = `postgres://ana:${SECRET}@127.0.0.1:1/memory?sslpassword=${SECRET}`;
const SHOWN = 'postgres://ana@127.0.0.1:1/memory';

describe('the address of a database', () => {
  test.for([
    [ADDRESS, SHOWN],
    [`postgres://ana:${SECRET}@host:no/memory`, 'postgres://…'],
    [`postgres://ana:12/${SECRET}@host/memory`, 'postgres://…'],
    ['./souvenir.db', './souvenir.db'],
  ])('%s is shown without its password', ([address = '', shown]) => {
    expect(withoutPassword(address)).toBe(shown);
  });

  test.for([
    ['serve'],
    ['add', 'Ana lives in Porto.'],
    ['recall', 'Porto'],
    ['stats', '--debug'],
    ['doctor'],
    ['db', 'status'],
    ['db', 'migrate', '--debug'],
    ['config'],
    ['config', '--json'],
    ['backup', 'copy.db'],
    ['encrypt', '--key-file', 'a.key'],
    ['connect', 'cursor', '--print'],
    ['init', '--yes', '--json'],
    ['recall', 'Porto', '--key-file', 'a.key'],
    ['serve', ADDRESS],
    [ADDRESS],
  ])('is shown by `%s` without its password', async (args) => {
    for (const variables of [{ SOUVENIR_STORE: ADDRESS }, { SOUVENIR_STORE: `mysql://ana:${SECRET}@localhost/x` }]) {
      const { stdout, stderr } = await cli.souvenir([...args, '--embedder', 'none'], { variables });
      expect(`${stdout}${stderr}`).toMatch(/\w/);
      expect(`${stdout}${stderr}`).not.toContain(SECRET);
    }
    const named = await cli.souvenir([...args, '--embedder', 'none', '--store', ADDRESS]);
    expect(`${named.stdout}${named.stderr}`).not.toContain(SECRET);
  });

  test('is written into settings without its password', async () => {
    const variables = { SOUVENIR_STORE: ADDRESS };
    const { stderr } = await cli.souvenir(['connect', 'cursor', '--yes', '--mcp-only'], { variables });
    expect(stderr).toContain('~/.pgpass');
    const settings = await readFile(join(cli.folder, '.cursor', 'mcp.json'), 'utf8');
    expect(settings).toContain(`"--store"`);
    expect(settings).toContain(SHOWN);
    expect(settings).not.toContain(SECRET);
    await cli.souvenir(['init', '--yes'], { variables });
    expect(JSON.parse(await readFile(join(cli.folder, 'souvenir.config.json'), 'utf8'))).toMatchObject({
      store: SHOWN,
    });
  });
});

describe('the choice of the memory', () => {
  const place = async (args: readonly string[], variables: Record<string, string> = {}) => {
    const { stdout } = await cli.souvenir(['doctor', '--json', '--embedder', 'none', ...args], { variables });
    const checks: { name: string }[] = JSON.parse(stdout);
    return checks.some(({ name }) => name === 'database') ? 'database' : 'file';
  };

  test('takes the nearest source, and the database on a tie', async () => {
    expect(await place([])).toBe('file');
    expect(await place(['--store', SHOWN], { SOUVENIR_DB: 'a.db' })).toBe('database');
    expect(await place([], { SOUVENIR_DB: 'a.db', SOUVENIR_STORE: SHOWN })).toBe('database');
    expect(await place(['--db', 'a.db'], { SOUVENIR_STORE: SHOWN })).toBe('file');
    await writeFile(join(cli.folder, 'souvenir.config.json'), JSON.stringify({ store: SHOWN }));
    expect(await place([])).toBe('database');
    expect(await place([], { SOUVENIR_DB: 'a.db' })).toBe('file');
  });

  test('is refused if both are flags, or if the file names another engine', async () => {
    const both = await cli.souvenir(['stats', '--db', 'a.db', '--store', SHOWN]);
    expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining('--db and --store') });
    await writeFile(join(cli.folder, 'souvenir.config.json'), JSON.stringify({ store: `mysql://a:${SECRET}@b/c` }));
    const other = await cli.souvenir(['stats']);
    expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining('must begin with postgres://') });
    expect(other.stderr).not.toContain(SECRET);
  });

  test.for([
    ['flag', ['--store', 'notes.db'], undefined],
    ['variable', [], undefined],
    ['file', [], { store: 'notes.db' }],
  ] as const)('refuses a path instead of a URL in %s and creates no file', async ([from, args, config]) => {
    if (config) await writeFile(join(cli.folder, 'souvenir.config.json'), JSON.stringify(config));
    const variables: Record<string, string> = from === 'variable' ? { SOUVENIR_STORE: 'notes.db' } : {};
    const refused = await cli.souvenir(['record', 'x', ...args], { variables });
    expect(refused).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('Use --db for a file'),
    });
    expect(existsSync(join(cli.folder, 'notes.db'))).toBe(false);
  });
});

test('db status shows the schema of a file', async () => {
  const status = async () => JSON.parse((await cli.souvenir(['db', '--json'])).stdout);
  expect(await status()).toMatchObject({ place: './souvenir.db', schema: 0, isReady: false });
  expect((await cli.souvenir(['db', 'migrate'])).stdout).toMatch(
    /^Migrated \.\/souvenir\.db from schema 0 to \d+\.\n$/,
  );
  expect(await status()).toMatchObject({ isReady: true });
});

const server = await testServer();
const reason = 'missing' in server ? `: ${server.missing}` : '';

describe.skipIf(reason !== '')(`a database${reason}`, () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  beforeEach(async () => {
    database = await freshDatabase('url' in server ? server.url : '');
  });
  afterEach(() => database.remove());
  const run = (...args: string[]) =>
    cli.souvenir([...args, '--embedder', 'hash'], { variables: { SOUVENIR_STORE: database.url } });

  test('is migrated once by concurrent processes', async () => {
    expect((await run('db', 'status')).stdout).toMatch(/PostgreSQL 1\d.*\nschema 0 of \d+; run `souvenir db migrate`/);
    const migrating = () => cli.process(['db', 'migrate'], { variables: { SOUVENIR_STORE: database.url } });
    const both = await Promise.all([migrating(), migrating()]);
    expect(both.map(({ code, stderr }) => [code, stderr])).toEqual([
      [0, ''],
      [0, ''],
    ]);
    expect((await run('db', 'migrate')).stdout).toContain('is up to date');
    expect(JSON.parse((await run('db', 'status', '--json')).stdout)).toMatchObject({ isReady: true });
    const { code, stdout } = await run('doctor');
    expect(stdout).toMatch(/✓ database +postgres:\/\/postgres@.*pgvector.*with job tables/);
    expect([code, stdout]).toEqual([1, expect.stringMatching(/✗ role +postgres is a superuser/)]);
  });

  test('without Citus is not distributed, and `db migrate --distribute` changes nothing', async () => {
    const { code, stderr } = await run('db', 'migrate', '--distribute');
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/does not have the extension citus[\s\S]*citus_add_node/),
    ]);
    expect(JSON.parse((await run('db', 'status', '--json')).stdout)).toMatchObject({ schema: 0 });
    expect((await cli.souvenir(['db', 'migrate', '--distribute'])).stderr).toContain('needs a PostgreSQL database');
  });

  test('that is one of several is migrated with the others or not at all', async () => {
    const node = await freshDatabase('url' in server ? server.url : '');
    const configure = (two: string) =>
      writeFile(
        join(cli.folder, 'souvenir.config.json'),
        JSON.stringify({ store: database.url, nodes: { one: node.url, two } }),
      );
    await configure('postgres://ana@127.0.0.1:1/memory');
    expect(await cli.souvenir(['db', 'migrate'])).toMatchObject({
      stdout: '',
      stderr: expect.stringContaining('cannot be reached'),
    });
    await configure(database.url);
    await cli.souvenir(['db', 'migrate']);
    const { nodes, isReady, newest } = JSON.parse((await cli.souvenir(['db', '--json'])).stdout);
    expect([isReady, nodes.one.schema, nodes.two.schema]).toEqual([true, newest, newest]);
    await node.remove();
  });

  test('can be created from the SQL of `db sql`, with the same tables as `db migrate`', async () => {
    const byHand = await freshDatabase('url' in server ? server.url : '');
    const catalogue = `select c.relname, a.attname, a.atttypid::regtype::text, a.attstorage::text, p.polname
      from pg_class c join pg_namespace n on n.oid = c.relnamespace left join pg_attribute a on a.attrelid = c.oid
      left join pg_policy p on p.polrelid = c.oid where n.nspname in ('souvenir', 'souvenir_jobs') order by 1, 2, 5`;
    const client = new pg.Client({ connectionString: byHand.url });
    const other = new pg.Client({ connectionString: database.url });
    await Promise.all([client.connect(), other.connect(), run('db', 'migrate')]);
    for (const args of [[], ['--jobs']]) await client.query((await run('db', 'sql', ...args)).stdout);
    expect((await client.query(catalogue)).rows).toEqual((await other.query(catalogue)).rows);
    await Promise.all([client.end(), other.end()]);
    const status = await cli.souvenir(['db', 'status', '--json', '--store', byHand.url]);
    expect(JSON.parse(status.stdout)).toMatchObject({ isReady: true, hasJobs: true });
    await byHand.remove();
  });

  test('lists and retries jobs that failed too often', async () => {
    expect((await cli.souvenir(['jobs', 'list'])).stderr).toContain('pass a database with --store');
    expect((await run('jobs')).stdout).toBe('There are no failed jobs.\n');
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const owner = { tenantId: 'acme', userId: 'ana', agentId: 'default' };
    await client.query({
      text: `insert into souvenir_jobs.job (name, data, singleton_key, source_name, source_id, source_output)
             values ('dead', $1, $2, 'jobs', gen_random_uuid(), '{"reason":"llmFailed"}')`,
      values: [JSON.stringify({ kind: 'consolidate', owner }), keyOf(owner).owner],
    });
    expect((await run('jobs')).stdout).toMatch(/consolidate +acme, ana, default +\S+ +llmFailed/);
    expect((await run('jobs', 'redrive')).stdout).toBe('1 job queued again.\n');
    expect((await run('jobs')).stdout).toBe('There are no failed jobs.\n');
    const { rows } = await client.query('select name, data from souvenir_jobs.job');
    expect(rows).toEqual([{ name: 'jobs', data: { kind: 'consolidate', owner } }]);
    await client.end();
  });

  test('is one of several, and a tenant is moved between them', async () => {
    const second = await freshDatabase('url' in server ? server.url : '');
    const config = { store: database.url, nodes: { one: database.url, two: second.url } };
    await writeFile(join(cli.folder, 'souvenir.config.json'), JSON.stringify(config));
    const ask = (...args: string[]) => cli.souvenir([...args, '--embedder', 'hash']);
    for (const tenant of ['acme', 'beta'])
      expect(await ask('add', `It is ${tenant}.`, '--tenant', tenant)).toMatchObject({ code: 0, stderr: '' });
    const moved = await ask('db', 'move', 'acme', '--to', 'two');
    expect([moved.stdout, moved.stderr]).toEqual([
      expect.stringMatching(/^Moved acme from (one|two) to two: 1 owner, 1 memory, compared\.\n$/),
      '',
    ]);
    expect((await ask('list', '--tenant', 'acme')).stdout).toContain('It is acme.');
    expect((await ask('list', '--tenant', 'acme', '--store', second.url)).stdout).toContain('It is acme.');
    expect((await ask('db', 'move', 'acme', '--to', 'three')).stderr).toContain('name one of one, two');
    expect((await ask('config')).stdout).not.toContain(new URL(database.url).password);
    await second.remove();
  });

  test('supports every command of a file', async () => {
    expect((await run('add', 'Ana lives in Porto.')).code).toBe(0);
    expect((await run('recall', 'Where does Ana live?')).stdout).toContain('Ana lives in Porto.');
    expect((await run('stats')).stdout).toMatch(/^database +postgres:\/\/postgres@/);
    expect((await run('backup', 'copy.db')).stderr).toContain('pg_dump');
  });

  test("is served by two processes that see each other's writes", async () => {
    const flags = ['--embedder', 'hash', '--no-background'];
    const servers: ServerProcess[] = [];
    const ask = async ({ url }: ServerProcess, operation: string, body: object) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${url}/v1/${operation}?userId=ana`, {
        ...{ method: 'POST', headers, body: JSON.stringify(body) },
      });
      return { status: answer.status, body: await answer.json() };
    };
    try {
      const starting = () => startServer(flags, { SOUVENIR_STORE: database.url });
      servers.push(...(await Promise.all([starting(), starting()])));
      const [one, other] = servers as [ServerProcess, ServerProcess];
      const added = await ask(one, 'memories/add', { content: 'Ana lives in Porto.' });
      const { id } = (added.body as { memory: { id: string } }).memory;
      expect(await ask(other, 'recall', { query: 'Where does Ana live?' })).toHaveProperty(
        'body.items.0.content',
        'Ana lives in Porto.',
      );
      expect(await ask(other, 'memories/correct', { id, content: 'Ana lives in Lisbon.' })).toMatchObject({
        status: 200,
      });
      expect(await ask(one, 'recall', { query: 'Where does Ana live?' })).toHaveProperty(
        'body.items.0.content',
        'Ana lives in Lisbon.',
      );
    } finally {
      await Promise.all(servers.map((each) => each.end('SIGTERM')));
    }
  });
});
