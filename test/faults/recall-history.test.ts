import { expect, it } from 'vitest';
import { episodic } from '../../src/components/index.ts';
import { type Component, createSouvenir, defineAgent, memoryStore } from '../../src/index.ts';
import { memory } from '../conformance/store/samples.ts';

const owner = { tenantId: 'default', userId: 'default', agentId: 'default' };

it('recall finds the current version of a memory with a long history', async () => {
  const store = memoryStore();
  const souvenir = await createSouvenir({ store, embedder: null });
  const past = Array.from({ length: 600 }, (_, at) =>
    memory(`past ${at}`, {
      ...{ ...owner, content: 'Ann lives in Ulm.', status: 'superseded' as const, supersededBy: 'now' },
      invalidAt: new Date('2026-01-01T00:00:00Z'),
    }),
  );
  await store.write(owner, {
    memories: [...past, memory('now', { ...owner, content: 'Ann by now lives somewhere in the old part of Rome.' })],
  });
  const { items } = await souvenir.for().recall('Where does Ann live?');
  expect(items.map(({ id }) => id)).toEqual(['now']);
  await souvenir.close();
});

it('an excluded memory uses no place among the candidates', async () => {
  const store = memoryStore();
  const quiet: Component = { name: 'quiet', isRecalled: false, consolidate: async () => ({}) };
  const agents = defineAgent({ components: [episodic(), quiet] });
  const souvenir = await createSouvenir({ store, embedder: null, agents });
  const hidden = Array.from({ length: 600 }, (_, at) =>
    memory(`hidden ${at}`, { ...owner, content: 'The garden gate.', component: 'quiet' }),
  );
  const reported = memory('told', { ...owner, content: 'Somebody left the garden gate open for the whole night.' });
  await store.write(owner, { memories: [...hidden, reported] });
  const { items } = await souvenir.for().recall('garden gate');
  expect(items.map(({ id }) => id)).toEqual(['told']);
  await souvenir.close();
});
