import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { episode, memory, minute, OWNER } from '../../../test/conformance/store/samples.ts';
import { pglitePool } from '../../../test/support/pglite.ts';
import { privateServer, testServer } from '../../../test/support/postgres.ts';
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
  ['an address that is none', { url: 'postgres://ana:secret#/word@localhost/memory' }],
  ['neither url nor pool', {}],
  ['a pool that is none', { pool: {} }],
  ['a schema that is none', { url: 'postgres://localhost/memory', schema: 'a"; drop' }],
])('the PostgreSQL option %s is refused', ([, options]) => {
  const message = expect.not.stringContaining('secret');
  expect(() => postgresStore(options as never)).toThrow(expect.objectContaining({ code: 'invalidInput', message }));
});

test.for([
  ['42501', 'storeUnwritable'],
  ['25006', 'storeUnwritable'],
  ['40P01', 'storeLocked'],
  ['53100', 'storeFull'],
  ['57P01', 'unreachable'],
  ['53300', 'unreachable'],
] as const)('the SQL state %s becomes %s, with advice', ([state, code]) => {
  const error = translateError(Object.assign(new Error('of the server'), { code: state }), 'It');
  expect(error).toMatchObject({ code, advice: expect.stringMatching(/\w/) });
});

test('a server without pgvector is reported', { tags: ['long'] }, async () => {
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

  test('that loses a connection as it is handed out fails the call and nothing else', async () => {
    const pool = new pg.Pool({ connectionString: url, max: 1 });
    const store = postgresStore({ pool, schema: SCHEMA });
    await store.open();
    pool.once('acquire', (client) => queueMicrotask(() => client.emit('error', new Error('lost'))));
    await store.noteOf(OWNER, 'n').catch(() => undefined);
    expect(await store.noteOf(OWNER, 'n')).toBeUndefined();
    await store.close();
    await pool.end();
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

  test('ends a read that nobody waits for any more, and its connection', async () => {
    const name = `stopped_${process.pid}`;
    const pool = new pg.Pool({ connectionString: url, max: 1, application_name: name });
    const store = postgresStore({ pool, schema: SCHEMA });
    await store.open();
    const locking = await admin.connect();
    await locking.query(`begin; lock table ${SCHEMA}.memories in access exclusive mode`);
    const stopping = new AbortController();
    const query = { by: 'recency', filter: {}, limit: 9, signal: stopping.signal } as const;
    const reads = [1, 2].map(() => store.rankMemories(OWNER, query));
    const waiting = "select 1 from pg_stat_activity where application_name = $1 and wait_event_type = 'Lock'";
    for (;;) if ((await locking.query(waiting, [name])).rowCount !== 0) break;
    stopping.abort(new Error('nobody waits'));
    for (const read of reads) await expect(read).rejects.toThrow('nobody waits');
    for (;;) if ((await locking.query(waiting, [name])).rowCount === 0) break;
    await locking.query('rollback');
    locking.release();
    const fresh = new AbortController();
    expect(await store.rankMemories(OWNER, { ...query, signal: fresh.signal })).toEqual(expect.any(Array));
    expect([pool.totalCount, pool.idleCount, pool.waitingCount]).toEqual([1, 1, 0]);
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

  test('that finds a deadlock is told so, nothing is half written, and a second attempt succeeds', async () => {
    const pool = new pg.Pool({ connectionString: url, max: 2, options: '-c deadlock_timeout=2s' });
    const store = postgresStore({ pool, schema: SCHEMA });
    await store.open();
    const [one, other] = [
      { ...OWNER, agentId: 'a' },
      { ...OWNER, agentId: 'b' },
    ];
    for (const owner of [one, other]) await store.write(owner, { notes: [{ name: 'n', value: 0 }] });
    const rude = await admin.connect();
    const lock = `select 1 from ${SCHEMA}.owners where agent = $1 for update`;
    // The server ends whoever looks first once both wait.
    await rude.query("begin; set local deadlock_timeout = '1min'");
    await rude.query(lock, ['b']);
    const changes = { notes: [{ name: 'n', value: 1 }] };
    const write = () => store.write(one, changes, { owner: other, changes });
    const writing = write().catch((error: unknown) => error);
    const waits = 'select 1 from pg_stat_activity where wait_event_type = $1 and query like $2';
    while ((await admin.query(waits, ['Lock', 'insert into owners%'])).rowCount === 0);
    const locking = rude.query(lock, ['a']);
    expect(await writing).toMatchObject({ code: 'storeLocked', advice: 'Nothing was written. Try again.' });
    await locking;
    await rude.query('rollback');
    rude.release();
    expect([await store.noteOf(one, 'n'), await store.noteOf(other, 'n')]).toEqual([0, 0]);
    await write();
    expect([await store.noteOf(one, 'n'), await store.noteOf(other, 'n')]).toEqual([1, 1]);
    await pool.end();
  });

  test.for([
    ['140009', '0.8.0', 'PostgreSQL 15 or later, and found 14.9'],
    ['150009', '0.7.4', 'pgvector 0.8.0 or later, and found 0.7.4'],
  ] as const)('of version %s with pgvector %s is told what to update', async ([number, vector, message]) => {
    const pretending = {
      async connect() {
        const client = await admin.connect();
        return {
          async query(query: string | { text: string; values: unknown[] }) {
            const answer = await client.query(query as string);
            const [matches] = answer.rows ?? [];
            if (matches?.hasVersion !== undefined)
              Object.assign(matches, { number: Number(number), server: '14.9', vector });
            return answer;
          },
          release: () => client.release(),
        };
      },
    };
    const error = await postgresStore({ pool: pretending, schema: `${SCHEMA}_old` })
      .open()
      .catch((failure: unknown) => failure);
    expect(error).toMatchObject({ code: 'storeFailed', message: expect.stringContaining(message) });
    const made = await admin.query(`select 1 from pg_namespace where nspname = '${SCHEMA}_old'`);
    expect(made.rows).toEqual([]);
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

test.skipIf(reason !== '')(
  `a server that starts again under load loses nothing that was acknowledged${reason}`,
  async () => {
    const own = await privateServer();
    if (own === undefined) throw new Error('there is a server, but no way to start one');
    const name = `restarted_${process.pid}`;
    const address = new URL(own.url);
    address.searchParams.set('application_name', name);
    const store = postgresStore({ url: address.href });
    await store.open();
    const acknowledged: string[] = [];
    const errors: unknown[] = [];
    let isOver = false;
    const writers = Array.from({ length: 12 }, async (_, writer) => {
      for (let n = 0; !isOver; n += 1) {
        const ids = [`${writer}-${n}a`, `${writer}-${n}b`];
        await store.write(OWNER, { memories: ids.map((id) => memory(id)) }).then(
          () => acknowledged.push(...ids),
          (error) => errors.push(error),
        );
      }
    });
    const until = async (isReached: () => boolean) => {
      while (!isReached()) await store.noteOf(OWNER, 'n').catch(() => undefined);
    };
    await until(() => acknowledged.length > 20);
    await own.end('SIGINT');
    await until(() => errors.length > 20);
    await own.start();
    const before = acknowledged.length;
    await until(() => acknowledged.length > before + 20);
    isOver = true;
    await Promise.all(writers);
    for (const error of errors)
      expect(error).toMatchObject({ code: 'unreachable', advice: expect.stringMatching(/\w/) });
    const { password } = address;
    expect(errors.map((error) => JSON.stringify(error, Object.getOwnPropertyNames(error))).join()).not.toContain(
      password,
    );
    const stored = new Set((await store.listMemories(OWNER, { filter: {}, limit: 100_000 })).map(({ id }) => id));
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    // Of each write both or neither.
    const halves = [...stored].filter((id) => !stored.has(`${id.slice(0, -1)}${id.endsWith('a') ? 'b' : 'a'}`));
    expect(halves).toEqual([]);
    const admin = new pg.Client({ connectionString: own.url });
    await admin.connect();
    const open = async () =>
      (await admin.query('select count(*)::int as count from pg_stat_activity where application_name = $1', [name]))
        .rows[0].count;
    expect(await open()).toBeLessThanOrEqual(10);
    await store.close();
    while ((await open()) > 0);
    await admin.end();
    own.remove();
  },
);
