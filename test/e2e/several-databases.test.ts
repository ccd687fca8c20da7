import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postgresNodes } from '../../src/stores/postgres/postgres-nodes.ts';
import { postgresStore } from '../../src/stores/postgres/postgres-store.ts';
import { moveTenant } from '../../src/transfer/move-tenant.ts';
import { episode, memory, minute, OWNER } from '../conformance/store/samples.ts';
import { type PrivateServer, privateServer, testServer } from '../support/postgres.ts';

const server = await testServer();
const second = 'url' in server ? await privateServer() : undefined;
const reason =
  second === undefined ? ': no PostgreSQL with pgvector here: tools/postgres-for-tests.sh installs it' : '';
const options = { signal: new AbortController().signal, onProgress: () => {} };
const ownerOf = (tenantId: string) => ({ ...OWNER, tenantId });

describe.skipIf(reason !== '')(`tenants on two servers${reason}`, () => {
  const url = 'url' in server ? server.url : '';
  const schema = `several_${process.pid}`;
  const other = second as PrivateServer;
  const connected = () => {
    const nodes = { one: postgresStore({ url, schema }), two: postgresStore({ url: other.url, schema }) };
    return postgresNodes({ directory: { url, schema }, nodes });
  };
  const store = connected();
  /** Another process, as far as the databases know. */
  const elsewhere = connected();
  const admin = new pg.Pool({ connectionString: url, max: 1 });
  const counts = async (tenant: string) => {
    const asked = { text: `select count(*)::int as count from ${schema}.memories where tenant = $1`, values: [tenant] };
    const far = new pg.Client({ connectionString: other.url });
    await far.connect();
    const rows = await Promise.all([admin.query(asked), far.query(asked)]);
    await far.end();
    return rows.map((answer) => answer.rows[0].count);
  };
  const write = (tenant: string, id: string, by = store) =>
    by.write(ownerOf(tenant), {
      memories: [memory(id, { ...ownerOf(tenant), content: `${id} of ${tenant}` })],
      notes: [{ name: 'last', value: id }],
    });
  const idsOf = async (tenant: string, by = store) =>
    (await by.listMemories(ownerOf(tenant), { filter: {}, limit: 10_000 })).map(({ id }) => id).sort();

  beforeAll(async () => {
    await Promise.all([store.open(), elsewhere.open()]);
    for (const tenant of ['a', 'b', 'c', 'd']) await write(tenant, 'first');
  });
  afterAll(async () => {
    await Promise.all([store.close(), elsewhere.close()]);
    await admin.query(`drop schema ${schema} cascade; drop schema ${schema}_directory cascade`);
    await admin.end();
    other.remove();
  });

  test('are placed where the fewest are, and read from there by every process', async () => {
    expect([...(await store.places())]).toEqual([
      ...[
        ['a', 'one'],
        ['b', 'two'],
        ['c', 'one'],
        ['d', 'two'],
      ],
    ]);
    expect(await counts('a')).toEqual([1, 0]);
    expect(await counts('b')).toEqual([0, 1]);
    expect(await idsOf('b', elsewhere)).toEqual(['first']);
    expect((await elsewhere.owners()).map(({ tenantId }) => tenantId)).toEqual(['a', 'b', 'c', 'd']);
    expect(await store.listMemories(ownerOf('nobody'), { filter: {}, limit: 9 })).toEqual([]);
    expect((await store.places()).has('nobody')).toBe(false);
  });

  test('are moved while two processes write, and every write that was acknowledged is there', async () => {
    await store.write(ownerOf('a'), {
      at: minute(1),
      episodes: [episode('turn', ownerOf('a'))],
      updates: [{ id: 'first', content: 'said otherwise' }],
    });
    const acknowledged: string[] = ['first'];
    let isMoving = true;
    const writing = [store, elsewhere].flatMap((by, writer) =>
      [0, 1].map(async (at) => {
        for (let n = 0; isMoving; n += 1) {
          const id = `w${writer}-${at}-${n}`;
          await write('a', id, by);
          acknowledged.push(id);
          expect(await by.getMemories(ownerOf('a'), [id])).toHaveLength(1);
        }
      }),
    );
    const neighbour = (async () => {
      let done = 0;
      for (; isMoving; done += 1) await idsOf('b');
      return done;
    })();
    for (const to of ['two', 'one', 'two']) await moveTenant(store, 'a', to, options);
    isMoving = false;
    await Promise.all(writing);
    expect(await neighbour).toBeGreaterThan(3);
    expect(await idsOf('a')).toEqual(acknowledged.sort());
    expect(await counts('a')).toEqual([0, acknowledged.length]);
    expect(await store.versionsOf(ownerOf('a'), ['first'])).toHaveLength(2);
    expect(await store.getEpisodes(ownerOf('a'), ['turn'])).toHaveLength(1);
    expect((await elsewhere.owners()).map(({ tenantId }) => tenantId)).toEqual(['a', 'b', 'c', 'd']);
  });

  test('are read while they are moved, and written afterwards', async () => {
    let written: Promise<void> | undefined;
    await store.alone('c', async (place) => {
      written = write('c', 'meanwhile', elsewhere);
      expect(await idsOf('c', elsewhere)).toEqual(['first']);
      return place;
    });
    await written;
    expect(await idsOf('c')).toEqual(['first', 'meanwhile']);
  });

  test('stay where they are if a move is cut short, and what it left behind is erased by the next', async () => {
    const cut = new AbortController();
    const onProgress = ({ stage }: { stage: string }) => {
      if (stage === 'checking') cut.abort();
    };
    await expect(moveTenant(store, 'c', 'two', { signal: cut.signal, onProgress })).rejects.toThrow();
    expect([(await store.places()).get('c'), await counts('c')]).toEqual(['one', [2, 2]]);
    expect((await store.owners()).filter(({ tenantId }) => tenantId === 'c')).toHaveLength(1);
    await write('c', 'later');
    await moveTenant(elsewhere, 'c', 'one', options);
    expect(await counts('c')).toEqual([3, 0]);
    await expect(moveTenant(store, 'c', 'three', options)).rejects.toMatchObject({ code: 'notFound' });
    await expect(moveTenant(store, 'nobody', 'one', options)).rejects.toMatchObject({ code: 'notFound' });
  });

  test('are found where they were before the databases were named together, and written on there', async () => {
    const late = `${schema}_late`;
    const nodeAt = (place: string) => postgresStore({ url: place, schema: late });
    const before = nodeAt(other.url);
    await before.open();
    await before.write(ownerOf('old'), { memories: [memory('kept', ownerOf('old'))] });
    const joined = postgresNodes({
      directory: { url, schema: late },
      nodes: { one: nodeAt(url), two: nodeAt(other.url) },
    });
    await joined.open();
    expect((await joined.owners()).map(({ tenantId }) => tenantId)).toEqual(['old']);
    expect(await idsOf('old', joined)).toEqual(['kept']);
    // By a process that does not know of the directory yet.
    await before.write(ownerOf('unaware'), { memories: [memory('kept', ownerOf('unaware'))] });
    await write('unaware', 'more', joined);
    expect(await idsOf('unaware', joined)).toEqual(['kept', 'more']);
    expect([...(await joined.places())]).toEqual([
      ['old', 'two'],
      ['unaware', 'two'],
    ]);
    await Promise.all([joined.close(), before.close()]);
    await admin.query(`drop schema ${late} cascade; drop schema ${late}_directory cascade`);
  });

  test('are not moved where two names are one database', async () => {
    const nodeAt = (place: string) => postgresStore({ url: place, schema });
    const twice = postgresNodes({
      directory: { url, schema },
      nodes: { one: nodeAt(url), two: nodeAt(other.url), again: nodeAt(url) },
    });
    await twice.open();
    const stored = await idsOf('c', twice);
    for (const to of ['again', 'two', 'one'])
      await expect(moveTenant(twice, 'c', to, options)).rejects.toMatchObject({
        code: 'invalidInput',
        message: expect.stringContaining('again and one'),
      });
    expect(await idsOf('c', twice)).toEqual(stored);
    expect((await twice.owners()).map(({ tenantId }) => tenantId)).toEqual(['a', 'b', 'c', 'd']);
    await twice.close();
  });

  test('have errors of their own: what a signal gives as its reason is told as it is', async () => {
    const reason = new Error('nobody waits');
    const signal = AbortSignal.abort(reason);
    await expect(store.listMemories(ownerOf('c'), { filter: {}, limit: 1, signal })).rejects.toBe(reason);
    await expect(store.alone('c', () => Promise.reject(reason))).rejects.toBe(reason);
  });

  test('are unharmed by a server that is killed: those elsewhere go on, its own are there again', async () => {
    const acknowledged = ['first'];
    let isKilled = false;
    const writing = (async () => {
      for (let n = 0; ; n += 1)
        try {
          await write('d', `k${n}`);
          acknowledged.push(`k${n}`);
        } catch (error) {
          expect(error).toMatchObject({ code: 'unreachable' });
          if (isKilled) return;
        }
    })();
    while (acknowledged.length < 5) await idsOf('d');
    await other.end('SIGKILL');
    isKilled = true;
    await writing;
    const later = connected();
    await later.open();
    expect(await idsOf('c', later)).toEqual(['first', 'later', 'meanwhile']);
    await expect(idsOf('d', later)).rejects.toMatchObject({ code: 'unreachable' });
    await expect(later.owners()).rejects.toMatchObject({ code: 'unreachable' });
    await expect(later.owners({ tenantId: 'd' })).rejects.toMatchObject({ code: 'unreachable' });
    expect(await later.owners({ tenantId: 'c' })).toEqual([ownerOf('c')]);
    await other.start();
    expect(await idsOf('d', later)).toContain('first');
    await later.close();
    const stored = await idsOf('d');
    expect(stored).toEqual(expect.arrayContaining(acknowledged));
    // The last one may have been written without being told.
    expect(stored.length - acknowledged.length).toBeLessThanOrEqual(1);
  });
});
