import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Store } from '../../src/contracts/store.ts';
import { hashEmbedder } from '../../src/embedders/index.ts';
import { createSouvenir, defineAgent, memoryStore } from '../../src/index.ts';
import type { Episode } from '../../src/model/episode.ts';
import { memoryStatusSchema } from '../../src/model/memory.ts';
import { Keys } from '../../src/server/keys.ts';
import { postgresStore } from '../../src/stores/postgres/postgres-store.ts';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { copyStore } from '../../src/transfer/copy-store.ts';
import { episode, memory, OWNER } from '../conformance/store/samples.ts';
import { freshCli } from '../support/cli.ts';
import { DAY, manualClock } from '../support/manual-clock.ts';
import { freshDatabase, testServer } from '../support/postgres.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();
const server = await testServer();
const reason = 'missing' in server ? `: ${server.missing}` : '';
const options = { signal: new AbortController().signal, onProgress: () => {} };
const embedder = hashEmbedder();

/** Something of everything that a memory keeps, with a life behind it. */
async function fill(store: Store, users: readonly string[] = ['ana', 'ben']): Promise<void> {
  const clock = manualClock();
  const agents = [defineAgent({ id: 'default' }), defineAgent({ id: 'scout', parent: 'default' })];
  const souvenir = await createSouvenir({ store, clock, agents, embedder, reader: null });
  for (const userId of users) {
    const user = souvenir.for({ userId, tenantId: userId === 'ben' ? 'acme' : 'default', sessionId: 'first' });
    for (const content of ['My name is Ana.', 'I live in Porto.', 'We decided to use SQLite for the archive.'])
      await user.record({ content });
    await user.sessions.end();
    clock.advance(DAY);
    const second = souvenir.for({ ...user.scope, sessionId: 'second' });
    await second.record({ content: 'I live in Lisbon now.' });
    await user.consolidate();
    const { memory } = await user.memories.add('My colleague Dora likes tea.', { metadata: { why: 'she said so' } });
    const other = await user.memories.add('My colleague Emil likes cake.');
    await user.memories.link(memory.id, { to: other.memory.id, type: 'related' });
    await souvenir.settled();
    clock.advance(DAY);
    await user.memories.correct(memory.id, { content: 'My colleague Dora likes coffee.' });
    const changed = await user.memories.add('The lamp is green.');
    await souvenir.settled();
    for (const content of ['The lamp is blue.', 'The lamp is red.']) {
      clock.advance(DAY);
      await user.memories.update(changed.memory.id, { content });
      await souvenir.settled();
    }
    await user.recall('Where do I live?');
    const [turn] = (await user.memories.list({ types: ['episodic'] })).memories;
    if (turn !== undefined) await user.memories.forget(turn.id);
    await user.profile.set({ name: 'Ana' });
    await user.instructions.apply('Use metric units.');
    await user.documents.add({ id: 'notes', content: '# Bees\n\nThey sleep in winter.' });
    await souvenir.for({ userId, agentId: 'scout' }).memories.add('The scout saw a fox.');
    await second.record({ content: 'Not consolidated yet.' });
    await second.flush();
  }
  await souvenir.cycle();
  await souvenir.settled();
  await new Keys(store).create({ name: 'phone' });
  await souvenir.close();
}

/** All that can be read of a store, but positions within what is recalled and how a vector was rounded. */
async function readAll(store: Store) {
  const reported = [];
  for (const owner of await store.owners()) {
    const memories = await store.listMemories(owner, { filter: { statuses: memoryStatusSchema.options }, limit: 1000 });
    const ids = memories.map(({ id }) => id);
    const versions = [];
    for (const id of ids)
      for (const { memory, ...version } of await store.versionsOf(owner, [id])) {
        const { accessCount: _, lastAccessedAt: __, ...said } = memory;
        versions.push({ ...version, said });
      }
    const sorted = <Item>(items: readonly Item[]) => items.map((item) => JSON.stringify(item)).sort();
    const entities = await store.listEntities(owner, { after: '', limit: 500 });
    reported.push({
      ...{ owner, memories, versions, entities },
      steps: (await store.progressSteps(owner)).map(({ number: _, ...step }) => step),
      episodes: await store.listEpisodes(owner, { limit: 1000, withHidden: true }),
      sessions: await store.listSessions(owner),
      links: sorted(await store.linksOf(owner, ids)),
      ties: sorted(
        await store.relationshipsOf(
          owner,
          entities.map(({ id }) => id),
        ),
      ),
      vectors: sorted((await store.embeddingsOf(owner, ids)).map(({ vector, ...made }) => [made, vector?.length])),
      notes: await store.listNotes(owner),
      stats: await store.stats(owner),
    });
  }
  return reported;
}

async function opened(store: Store): Promise<Store> {
  await store.open();
  return store;
}

describe('a copy', () => {
  let source: Store;
  beforeAll(async () => {
    await fill(sqliteStore({ path: join(folder, 'source.db') }));
    source = await opened(sqliteStore({ path: join(folder, 'source.db') }));
  });

  test('has all data in every store, and back again', async () => {
    const storedNow = await readAll(source);
    expect(storedNow.length).toBeGreaterThan(4);
    expect(storedNow.flatMap(({ versions }) => versions).some(({ number }) => number > 2)).toBe(true);
    const database = 'url' in server ? await freshDatabase(server.url) : undefined;
    const stores = [
      ...(database === undefined ? [] : [postgresStore({ url: database.url })]),
      ...[memoryStore(), sqliteStore({ path: join(folder, 'back.db') })],
    ];
    let from = source;
    for (const store of stores) {
      await store.open();
      const report = await copyStore(from, store, options);
      expect([store.name, report.differences]).toEqual([store.name, []]);
      expect(await readAll(store)).toEqual(storedNow);
      from = store;
    }
    for (const store of stores) await store.close();
    await database?.remove();
  });

  test('searches past moments by meaning like the original', async () => {
    const copy = await opened(memoryStore());
    await copyStore(source, copy, options);
    const [vector = new Float32Array()] = await embedder.embed(['The lamp is green.']);
    const owner = { tenantId: 'default', userId: 'ana', agentId: 'default' };
    const matches = async (store: Store) => {
      const [lamp] = (await store.listMemories(owner, { filter: { containing: 'lamp is red' }, limit: 1 })) ?? [];
      const hits = async (asOf: Date) =>
        (await store.searchVector(owner, { embedderId: embedder.id, vector, filter: { asOf }, limit: 1 }))[0];
      return hits(lamp?.createdAt as Date);
    };
    const there = await matches(source);
    expect(there?.score).toBeGreaterThan(0.99);
    expect(await matches(copy)).toMatchObject({
      memoryId: there?.memoryId,
      score: expect.closeTo(there?.score ?? 0, 2),
    });
    await copy.close();
  });

  test('repeated changes nothing and keeps existing data', async () => {
    const copy = await opened(memoryStore());
    expect(await copyStore(source, copy, options)).not.toMatchObject({ memories: 0 });
    let writes = 0;
    const counted: Store = {
      ...copy,
      write: (...args) => {
        writes += 1;
        return copy.write(...args);
      },
    };
    expect(await copyStore(source, counted, options)).toMatchObject({ episodes: 0, memories: 0, differences: [] });
    expect(writes).toBe(0);
    const [owner] = await copy.owners();
    if (owner === undefined) throw new Error('there is no owner');
    await copy.write(owner, { notes: [{ name: 'own', value: 1 }] });
    const { differences } = await copyStore(source, copy, options);
    expect(differences).toMatchObject([{ ...owner, kind: 'notes' }]);
    expect(await copy.noteOf(owner, 'own')).toBe(1);
    await copy.close();
  });

  test('reads memory versions in batches', async () => {
    const [from, to] = [await opened(memoryStore()), await opened(memoryStore())];
    await from.write(OWNER, { memories: Array.from({ length: 150 }, (_, at) => memory(`m${at}`)) });
    let reads = 0;
    const counted: Store = {
      ...from,
      versionsOf: (...args) => {
        reads += 1;
        return from.versionsOf(...args);
      },
    };
    expect(await copyStore(counted, to, options)).toMatchObject({ memories: 150, differences: [] });
    expect(reads).toBeLessThan(10);
  });

  test('keeps a memory forgotten in the target', async () => {
    const [from, to] = [await opened(memoryStore()), await opened(memoryStore())];
    const clock = manualClock();
    const here = await createSouvenir({ store: from, clock, embedder, reader: null });
    const { id } = (await here.for().memories.add('The lamp is green.')).memory;
    await here.settled();
    await copyStore(from, to, options);
    clock.advance(DAY);
    const there = await createSouvenir({ store: to, clock, embedder, reader: null });
    await there.for().memories.forget(id);
    for (const content of ['The lamp is blue.', 'The lamp is red.']) {
      clock.advance(DAY);
      await here.for().memories.update(id, { content });
    }
    await here.settled();
    expect((await copyStore(from, to, options)).differences).not.toEqual([]);
    expect(await to.getMemories(here.for().scope, [id])).toMatchObject([{ status: 'forgotten' }]);
  });

  test('continues after an interruption', () => goesOn(7));
  test('continues after an interruption at any point', { tags: ['long'] }, () => goesOn(1));

  async function goesOn(step: number): Promise<void> {
    const storedNow = await readAll(source);
    let isWhole = false;
    for (let until = 0; !isWhole; until += step) {
      const copy = await opened(memoryStore());
      let writes = 0;
      const cut: Store = {
        ...copy,
        write: async (...args) => {
          if (writes++ === until) throw new Error('cut short');
          return copy.write(...args);
        },
      };
      isWhole = await copyStore(source, cut, options).then(
        () => true,
        () => false,
      );
      expect(await copyStore(source, copy, options)).toMatchObject({ differences: [] });
      expect(await readAll(copy)).toEqual(storedNow);
      await copy.close();
    }
  }

  test('closes gaps of erased turns and keeps pending work', async () => {
    const [gapped, copy] = [await opened(memoryStore()), await opened(memoryStore())];
    const [one, two, three, four] = ['1', '2', '3', '4'].map((id) => episode(id)) as [
      Episode,
      Episode,
      Episode,
      Episode,
    ];
    const provenance = { episodeIds: ['3'], turnIds: [], position: 3 };
    await gapped.write(OWNER, { episodes: [one, two, three, four], memories: [memory('m', { provenance })] });
    await gapped.write(OWNER, { progress: [{ component: 'c', sessionId: 'session', from: 0, through: 3 }] });
    await gapped.erase(OWNER, { memoryIds: [], episodeIds: ['2'] });
    expect((await copyStore(gapped, copy, options)).differences).toEqual([]);
    expect(await copy.getMemories(OWNER, ['m'])).toMatchObject([{ provenance: { position: 2 } }]);
    const pending = await copy.pendingSessions(OWNER, { component: 'c' });
    expect(pending).toMatchObject([{ from: 2, through: 3 }]);
  });

  test.for<[string, (store: Store, owner: Parameters<Store['write']>[0], id: string) => Promise<unknown>]>([
    ['memories', (store, owner, id) => store.write(owner, { updates: [{ id, importance: 0.123 }] })],
    [
      'vectors',
      async (store, owner, memoryId) => {
        const [vector] = await embedder.embed(['Quite another thing.']);
        return store.write(owner, { vectors: [{ memoryId, embedderId: embedder.id, vector }] });
      },
    ],
    [
      'episodes',
      async (store, owner) => {
        const [turn] = await store.listEpisodes(owner, { limit: 1 });
        return store
          .erase(owner, { memoryIds: [], episodeIds: [turn?.id ?? ''] })
          .then(() => turn && store.write(owner, { episodes: [{ ...turn, content: 'other words' }] }));
      },
    ],
  ])('with different %s is detected', async ([kind, change]) => {
    const copy = await opened(memoryStore());
    await copyStore(source, copy, options);
    const owner = { tenantId: 'default', userId: 'ana', agentId: 'default' };
    const [first] = await copy.listMemories(owner, { filter: { containing: 'Emil' }, limit: 1 });
    await change(copy, owner, first?.id ?? '');
    const { differences } = await copyStore(source, copy, options);
    expect(differences.map((each) => each.kind)).toContain(kind);
    await copy.close();
  });
});

describe('souvenir copy', () => {
  const cli = freshCli();

  test('copies a file to a file and reports counts, and zero the second time', async () => {
    await cli.given(async (souvenir) => {
      await souvenir.for({ userId: 'ana' }).memories.add('Ana lives in Porto.');
    });
    const first = await cli.souvenir(['copy', '--to', 'other.db']);
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toContain(' 1 memory, 1 version, 1 vector,');
    expect(first.stdout).toMatch(/^Copied \.\/souvenir\.db to other\.db: 2 owners, .* 1 memory new\.\n/);
    const again = JSON.parse(
      (await cli.souvenir(['copy', '--from', 'sqlite:souvenir.db', '--to', 'sqlite:./other.db', '--json'])).stdout,
    );
    expect(again).toMatchObject({ memories: 0, stored: { memories: 1, vectors: 1 }, differences: [] });
    const { stdout } = await cli.plain('recall', 'Where does Ana live?', '--user', 'ana', '--db', 'other.db');
    expect(stdout).toContain('Ana lives in Porto.');
    await cli.plain('recall', 'Where does Ana live?', '--user', 'ana');
    for (const turn of ['I like green tea.', 'My sister Clara lives in Rome.']) {
      await cli.plain('record', turn, '--user', 'ana');
      await cli.plain('consolidate', '--user', 'ana');
      expect(await cli.souvenir(['copy', '--to', 'other.db'])).toMatchObject({ code: 0, stderr: '' });
    }
    await cli.plain('add', 'Ana has a bee.', '--user', 'ana', '--db', 'other.db');
    const differing = await cli.souvenir(['copy', '--to', 'other.db']);
    expect(differing).toMatchObject({ code: 1, stderr: expect.stringMatching(/differs: memories of .*"ana"/) });
  });

  test.for([
    [['copy', '--to', 'souvenir.db'], 2],
    [['copy'], 2],
    [['copy', '--from', 'missing.db', '--to', 'other.db'], 1],
    [['copy', '--to', 'sqlite:souvenir.db'], 2],
    [['copy', '--to', 'sqlite:'], 2],
    [['copy', '--to', 'mysql://ana:hunter2@localhost/x'], 2],
  ] as const)('%s is refused', async ([args, code]) => {
    await cli.plain('add', 'Ana lives in Porto.');
    const refused = await cli.souvenir(args);
    expect(refused).toMatchObject({ code, stdout: '' });
    expect(refused.stderr).not.toContain('hunter2');
  });

  test.skipIf(reason !== '')(`moves a file into a database and back${reason}`, async () => {
    const database = await freshDatabase('url' in server ? server.url : '');
    await cli.plain('add', 'Ana lives in Porto.');
    const variables = { SOUVENIR_STORE: database.url };
    expect(await cli.souvenir(['copy', '--from', 'souvenir.db'], { variables })).toMatchObject({ code: 0, stderr: '' });
    const back = await cli.souvenir(['copy', '--to', 'back.db'], { variables });
    expect(back).toMatchObject({ code: 0, stdout: expect.stringContaining('1 memory new') });
    expect(back.stdout).not.toContain(new URL(database.url).password);
    await database.remove();
  });
});
