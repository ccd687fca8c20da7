import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { withoutPassword } from '../../src/cli/place.ts';
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
  ])('%s is told without its password', ([address = '', shown]) => {
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
  ])('is told by `%s` without its password', async (args) => {
    for (const variables of [{ SOUVENIR_STORE: ADDRESS }, { SOUVENIR_STORE: `mysql://ana:${SECRET}@localhost/x` }]) {
      const { stdout, stderr } = await cli.souvenir([...args, '--embedder', 'none'], { variables });
      expect(`${stdout}${stderr}`).toMatch(/\w/);
      expect(`${stdout}${stderr}`).not.toContain(SECRET);
    }
    const named = await cli.souvenir([...args, '--embedder', 'none', '--store', ADDRESS]);
    expect(`${named.stdout}${named.stderr}`).not.toContain(SECRET);
  });

  test('is written into no settings with its password', async () => {
    const variables = { SOUVENIR_STORE: ADDRESS };
    const { stderr } = await cli.souvenir(['connect', 'cursor', '--yes'], { variables });
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

describe('which memory is meant', () => {
  const place = async (args: readonly string[], variables: Record<string, string> = {}) => {
    const { stdout } = await cli.souvenir(['doctor', '--json', '--embedder', 'none', ...args], { variables });
    const checks: { name: string }[] = JSON.parse(stdout);
    return checks.some(({ name }) => name === 'database') ? 'database' : 'file';
  };

  test('is what is named nearest by; as near, the database', async () => {
    expect(await place([])).toBe('file');
    expect(await place(['--store', SHOWN], { SOUVENIR_DB: 'a.db' })).toBe('database');
    expect(await place([], { SOUVENIR_DB: 'a.db', SOUVENIR_STORE: SHOWN })).toBe('database');
    expect(await place(['--db', 'a.db'], { SOUVENIR_STORE: SHOWN })).toBe('file');
    await writeFile(join(cli.folder, 'souvenir.config.json'), JSON.stringify({ store: SHOWN }));
    expect(await place([])).toBe('database');
    expect(await place([], { SOUVENIR_DB: 'a.db' })).toBe('file');
  });

  test('is refused where both are flags, and where the file names another engine', async () => {
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
  ] as const)('a path in the place of an address is refused by %s, and makes no file', async ([from, args, config]) => {
    if (config) await writeFile(join(cli.folder, 'souvenir.config.json'), JSON.stringify(config));
    const variables: Record<string, string> = from === 'variable' ? { SOUVENIR_STORE: 'notes.db' } : {};
    const refused = await cli.souvenir(['record', 'x', ...args], { variables });
    expect(refused).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('a file is named with --db'),
    });
    expect(existsSync(join(cli.folder, 'notes.db'))).toBe(false);
  });
});

test('a file has a schema too', async () => {
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

  test('is made ready once, by whoever comes first', async () => {
    expect((await run('db', 'status')).stdout).toMatch(/PostgreSQL 1\d.*\nschema 0 of \d+; `souvenir db migrate`/);
    const migrating = () => cli.process(['db', 'migrate'], { variables: { SOUVENIR_STORE: database.url } });
    const both = await Promise.all([migrating(), migrating()]);
    expect(both.map(({ code, stderr }) => [code, stderr])).toEqual([
      [0, ''],
      [0, ''],
    ]);
    expect((await run('db', 'migrate')).stdout).toContain('is up to date');
    expect(JSON.parse((await run('db', 'status', '--json')).stdout)).toMatchObject({ isReady: true });
    expect((await run('doctor')).stdout).toMatch(/✓ database +postgres:\/\/postgres@.*pgvector/);
  });

  test('takes every command that a file does', async () => {
    expect((await run('add', 'Ana lives in Porto.')).code).toBe(0);
    expect((await run('recall', 'Where does Ana live?')).stdout).toContain('Ana lives in Porto.');
    expect((await run('stats')).stdout).toMatch(/^database +postgres:\/\/postgres@/);
    expect((await run('backup', 'copy.db')).stderr).toContain('pg_dump');
  });

  test('is served by two processes, and each sees what the other was told', async () => {
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
