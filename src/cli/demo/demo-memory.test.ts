import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedEmbedder, sharedReader } from '../../../test/support/shared-embedder.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { createSouvenir } from '../../create-souvenir.ts';
import type { Souvenir } from '../../souvenir/souvenir.ts';
import { sqliteStore } from '../../stores/sqlite/sqlite-store.ts';
import { DEMO_AGENT, DEMO_QUESTION, liveDemo } from './demo-memory.ts';

const path = join(temporaryFolder(), 'demo.db');
let souvenir: Souvenir;
beforeAll(async () => {
  await liveDemo(path, sharedEmbedder, new AbortController().signal);
  const store = sqliteStore({ path });
  souvenir = await createSouvenir({ store, embedder: sharedEmbedder, reader: sharedReader, agents: DEMO_AGENT });
});
afterAll(() => souvenir.close());

test('every view of the demo has something to show', async () => {
  const [ana, ben, mia] = ['ana', 'ben', 'mia'].map((userId) => souvenir.for({ userId }));
  if (ana === undefined || ben === undefined || mia === undefined) throw new Error('not three');
  expect((await ana.recall(DEMO_QUESTION)).items[0]?.content).toBe('Ana lives in Porto.');
  const { memories: superseded } = await ana.memories.list({ statuses: ['superseded'] });
  expect(superseded.map(({ content }) => content)).toEqual([
    'Ana: I live in Lisbon.',
    'Ana: My favourite editor is Vim.',
  ]);
  expect(await ana.instructions.versions()).toHaveLength(2);
  expect((await ana.persona.current()).text).toContain('keep answers short');
  expect(await ana.profile.get()).toMatchObject({
    name: 'Ana',
    directives: expect.arrayContaining(['Please keep your answers short and show code before any explanation.']),
  });
  expect((await ana.settings.get()).tests?.map(({ expected }) => expected.length)).toEqual([1, 1, 0]);
  expect(await ben.procedures.records('release')).toMatchObject([{ attempts: 3, successes: 2 }]);
  expect(await ben.procedures.tools()).toMatchObject([{ tool: 'deploy' }]);
  expect(await ben.documents.list()).toMatchObject([{ id: 'handbook' }]);
  expect((await mia.memories.list({ components: ['cycle'] })).memories).not.toEqual([]);
  const { owners, unembedded, setAside } = await souvenir.stats();
  expect({ owners, unembedded, setAside }).toEqual({ owners: 3, unembedded: 0, setAside: [] });
});
