import { expect, test } from 'vitest';
import { memory, minute, OWNER } from '../../../test/conformance/store/samples.ts';
import { testServer } from '../../../test/support/postgres.ts';
import { postgresStore } from './postgres-store.ts';

const server = await testServer();
const reason = 'missing' in server ? `: ${server.missing}` : '';

test.skipIf(reason !== '')(`two stores on one database lose no update of each other${reason}`, async () => {
  const url = 'url' in server ? server.url : '';
  const schema = `together_${process.pid}`;
  const stores = [postgresStore({ url, schema }), postgresStore({ url, schema })] as const;
  await Promise.all(stores.map((store) => store.open()));
  const shared = { ...OWNER, agentId: 'shared' };
  const [first, second] = stores;
  await first.write(OWNER, { memories: [memory('m')] });
  const times = 60;
  const update = (n: number) => ({
    ...{ updates: [{ id: 'm', content: `word${n}`, confidence: n / times }], at: minute(1) },
    accesses: { memoryIds: ['m'], at: minute(n) },
  });
  await Promise.all(
    Array.from({ length: times }, (_, n) =>
      n % 2 === 0
        ? first.write(OWNER, update(n), { owner: shared, changes: { notes: [{ name: 'n', value: n }] } })
        : second.write(shared, { notes: [{ name: 'n', value: n }] }, { owner: OWNER, changes: update(n) }),
    ),
  );
  const versions = await second.versionsOf(OWNER, ['m']);
  expect(versions.map(({ number }) => number)).toEqual(Array.from({ length: times + 1 }, (_, n) => n + 1));
  expect(new Set(versions.map((version) => version.memory.content)).size).toBe(times + 1);
  expect(await first.getMemories(OWNER, ['m'])).toMatchObject([{ accessCount: times }]);
  const last = versions.at(-1)?.memory.content ?? '';
  const matches = (terms: string[]) => first.searchText(OWNER, { terms, filter: {}, limit: 9 });
  expect(await matches([last])).toHaveLength(1);
  expect(await matches(versions.slice(0, -1).map((version) => version.memory.content))).toEqual([]);
  await Promise.all(stores.map((store) => store.close()));
});
