import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { episode, memory, minute, OWNER } from '../../../test/conformance/store/samples.ts';
import { pglitePool } from '../../../test/support/pglite.ts';
import { testServer } from '../../../test/support/postgres.ts';
import { postgresStore } from './postgres-store.ts';
import { translateError } from './translate-error.ts';

const server = await testServer();
const url = 'url' in server ? server.url : 'postgres://localhost';
const reason = 'missing' in server ? `: ${server.missing}` : '';
const SCHEMA = `failures_${process.pid}`;

function changed(change: (address: URL) => void): string {
  const address = new URL(url);
  change(address);
  return address.href;
}

test.for([
  ['another protocol', { url: 'mysql://localhost/memory' }],
  ['neither url nor pool', {}],
  ['a pool that is none', { pool: {} }],
  ['a schema that is none', { url: 'postgres://localhost/memory', schema: 'a"; drop' }],
])('%s is refused', ([, options]) => {
  expect(() => postgresStore(options as never)).toThrow(expect.objectContaining({ code: 'invalidInput' }));
});

test.for([
  ['42501', 'storeUnwritable'],
  ['25006', 'storeUnwritable'],
  ['40P01', 'storeLocked'],
  ['53100', 'storeFull'],
  ['57P01', 'unreachable'],
  ['53300', 'unreachable'],
] as const)('the state %s is told as %s, with advice', ([state, code]) => {
  const error = translateError(Object.assign(new Error('of the server'), { code: state }), 'It');
  expect(error).toMatchObject({ code, advice: expect.stringMatching(/\w/) });
});

test('a server without pgvector is told so', { tags: ['long'] }, async () => {
  const pool = await pglitePool({ withVector: false });
  const error = await postgresStore({ pool })
    .open()
    .catch((failure: unknown) => failure);
  expect(error).toMatchObject({ code: 'storeFailed', message: 'The PostgreSQL server has no pgvector.' });
  await pool.end();
});

describe.skipIf(reason !== '')(`a server${reason}`, () => {
  const admin = new pg.Pool({ connectionString: url, max: 2 });
  afterAll(async () => {
    await admin.query(`drop schema if exists ${SCHEMA} cascade`);
    await admin.end();
  });
  const connections = async (name: string) => {
    const sql = 'select count(*)::int as count from pg_stat_activity where application_name = $1';
    return (await admin.query<{ count: number }>(sql, [name])).rows[0]?.count;
  };

  test.for([
    [
      'nobody listens',
      changed((address) => Object.assign(address, { port: '1', password: 'hunter2' })),
      'cannot be reached',
    ],
    [
      'the password is wrong',
      changed((address) => Object.assign(address, { password: 'hunter2' })),
      'refuses this user',
    ],
    [
      'there is no such database',
      changed((address) => Object.assign(address, { pathname: '/nowhere' })),
      'no database',
    ],
  ] as const)('where %s is unreachable, and no password is told', async ([, wrong, message]) => {
    const store = postgresStore({ url: wrong });
    const error = await store.open().catch((failure: unknown) => failure);
    expect(error).toMatchObject({ code: 'unreachable', message: expect.stringContaining(message) });
    const secret = new URL(wrong).password;
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(secret);
    await expect(store.noteOf(OWNER, 'n')).rejects.toMatchObject({ code: 'closed' });
  });

  test('that ends the connections in the middle loses nothing that was written, and serves on', async () => {
    const name = `lost_${process.pid}`;
    const store = postgresStore({
      url: changed((address) => address.searchParams.set('application_name', name)),
      schema: SCHEMA,
    });
    await store.open();
    await store.write(OWNER, { memories: [memory('kept')] });
    const many = Array.from({ length: 3_000 }, (_, n) => memory(`m${n}`, { content: `word${n} and more` }));
    const writing = store.write(OWNER, { memories: many }).catch((error: unknown) => error);
    const kill = `select pg_terminate_backend(pid) from pg_stat_activity
                  where application_name = $1 and query like 'insert into memories%'`;
    for (;;) if ((await admin.query(kill, [name])).rowCount !== 0) break;
    expect(await writing).toMatchObject({ code: 'unreachable' });
    expect((await store.listMemories(OWNER, { filter: {}, limit: 10 })).map(({ id }) => id)).toEqual(['kept']);
    await store.close();
    for (;;) if ((await connections(name)) === 0) break;
  });

  test('gives back every connection, whether a call succeeds or fails', async () => {
    const pool = new pg.Pool({ connectionString: url, max: 3 });
    const store = postgresStore({ pool, schema: SCHEMA });
    await store.open();
    const refused = { progress: [{ component: 'c', sessionId: 's', from: 7, through: 8 }] };
    const calls = Array.from({ length: 60 }, (_, n) =>
      n % 2 === 0 ? store.write(OWNER, refused) : store.write(OWNER, { episodes: [episode(`e${n}`)] }),
    );
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(30);
    expect([pool.totalCount <= 3, pool.idleCount === pool.totalCount, pool.waitingCount]).toEqual([true, true, 0]);
    await store.close();
    await pool.end();
  });

  test('that cuts a statement off is told so, and nothing is half written', async () => {
    const pool = new pg.Pool({ connectionString: url, max: 2, options: '-c statement_timeout=1' });
    const store = postgresStore({ pool: admin, schema: SCHEMA });
    await store.open();
    const hurried = postgresStore({ pool, schema: SCHEMA });
    const many = Array.from({ length: 2_000 }, (_, n) => memory(`late${n}`));
    const failed = await hurried
      .open()
      .then(() => hurried.write(OWNER, { memories: many }))
      .catch((error: unknown) => error);
    expect(failed).toMatchObject({ code: 'storeLocked', message: expect.stringContaining('statement_timeout') });
    expect(await store.getMemories(OWNER, ['late0'])).toEqual([]);
    await hurried.close();
    await pool.end();
  });

  test('keeps what no text of it can hold', async () => {
    const store = postgresStore({ pool: admin, schema: SCHEMA });
    await store.open();
    const content = 'zero \0 and half \ud800 of a pair';
    await store.write(OWNER, {
      memories: [memory('odd', { content, createdAt: minute(1) })],
      episodes: [episode('odd', { content, metadata: { note: '\0' } })],
      notes: [{ name: 'odd', value: '\0' }],
    });
    expect(await store.getMemories(OWNER, ['odd'])).toMatchObject([{ content: content.toWellFormed() }]);
    expect(await store.getEpisodes(OWNER, ['odd'])).toMatchObject([{ metadata: { note: '\0' } }]);
    expect(await store.noteOf(OWNER, 'odd')).toBe('\0');
    await store.close();
  });
});
