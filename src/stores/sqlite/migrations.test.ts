import { copyFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ids, minute, vector } from '../../../test/conformance/store/samples.ts';
import { CONTENT, OWNER } from '../../../test/fixtures/databases/content.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { migrations } from './migrations.ts';
import { sqliteStore } from './sqlite-store.ts';

const DATABASES = fileURLToPath(new URL('../../../test/fixtures/databases', import.meta.url));
const folder = temporaryFolder();
const versions = migrations.map((_, index) => index + 1);

test('every schema version has a fixture database', () => {
  const matches = readdirSync(DATABASES).filter((name) => /^v\d+\.db$/.test(name));
  expect(matches.sort()).toEqual(versions.map((version) => `v${version}.db`).sort());
});

test.for(versions)('a database of version %i opens with all its data and can be written', async (version) => {
  const path = join(folder, `v${version}.db`);
  copyFileSync(join(DATABASES, `v${version}.db`), path);
  const store = sqliteStore({ path });
  await store.open();
  const query = { filter: {}, limit: 10 };
  const nearest = { embedderId: 'embedder', vector: vector(1, 0, 0), ...query };

  expect(await store.getMemories(OWNER, ['m1', 'm2', 'm3'])).toStrictEqual(CONTENT.memories);
  expect(await store.listEpisodes(OWNER, { sessionId: 'session', limit: 10 })).toStrictEqual(
    CONTENT.episodes?.map((episode, index) => ({ ...episode, position: index + 1 })),
  );
  expect(await store.matchEntities(OWNER, ['ada', 'apollo'])).toEqual(CONTENT.entities);
  expect(await store.relationshipsOf(OWNER, ['n2'])).toEqual(CONTENT.relationships);
  expect(await store.linksOf(OWNER, ['m1'])).toEqual(CONTENT.links);
  expect(await store.searchEntities(OWNER, { entityIds: ['n1'], ...query })).toHaveLength(1);
  expect(ids(await store.searchText(OWNER, { terms: ['rabbit', 'nothing'], ...query }))).toEqual(['m1']);
  expect(await store.searchVector(OWNER, nearest)).toEqual([{ memoryId: 'm1', score: expect.closeTo(1, 3) }]);
  expect(await store.listUnembedded(OWNER, 'embedder', 10)).toEqual([{ id: 'm2', content: 'The launch is in May' }]);
  expect(await store.pendingSessions(OWNER, { component: 'durable', until: minute(9) })).toEqual([
    { sessionId: 'session', from: 1, through: 2 },
  ]);

  const [m1] = await store.getMemories(OWNER, ['m1']);
  const created = { number: 1, since: m1?.createdAt, cause: { kind: 'created' }, memory: m1 };
  expect(await store.versionsOf(OWNER, ['m1'])).toStrictEqual([created]);
  expect(await store.changedMemories(OWNER, { since: minute(0), until: minute(1), limit: 9 })).toEqual(['m2']);
  expect(await store.progressSteps(OWNER)).toHaveLength(version < 3 ? 0 : 1);
  expect(await store.vectorsOf(OWNER, ['m1', 'm2'], 'embedder')).toMatchObject([{ memoryId: 'm1' }]);

  const update = { id: 'm1', content: 'A hare' };
  await store.write(OWNER, { at: minute(9), updates: [update], notes: [{ name: 'note', value: [1] }] });
  expect(await store.searchVector(OWNER, nearest)).toEqual([]);
  expect(ids(await store.searchText(OWNER, { terms: ['hares'], ...query }))).toEqual(['m1']);
  expect(await store.noteOf(OWNER, 'note')).toEqual([1]);
  expect(await store.versionsOf(OWNER, ['m1'])).toMatchObject([{ ...created, until: minute(9) }, { memory: update }]);
  const then = { ...query, filter: { asOf: minute(8) } };
  expect(ids(await store.searchText(OWNER, { terms: ['rabbit'], ...then }))).toEqual(['m1']);
  expect(ids(await store.searchVector(OWNER, { ...nearest, ...then }))).toEqual(['m1']);
  await store.close();
});

test('source turns of memories forgotten under older schemas are hidden', async () => {
  const path = join(folder, 'forgotten.db');
  copyFileSync(join(DATABASES, 'v4.db'), path);
  const { default: Database } = await import('better-sqlite3-multiple-ciphers');
  const driver = new Database(path);
  const [turn] = CONTENT.episodes ?? [];
  driver
    .prepare("update memories set status = 5, details = json_set(details, '$.e', json_array(?)) where id = 'm1'")
    .run(turn?.id ?? '');
  driver.close();
  const store = sqliteStore({ path });
  await store.open();
  const shown = await store.listEpisodes(OWNER, { sessionId: 'session', limit: 10 });
  expect(shown.map(({ id }) => id)).toEqual(CONTENT.episodes?.slice(1).map(({ id }) => id));
  await store.close();
});
