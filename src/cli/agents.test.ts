import { expect, test } from 'vitest';
import { agentsOf } from './agents.ts';

test('agents of a memory that never consolidates by itself lose the rules of the configuration file', async () => {
  const settings = { agents: [{ id: 'default', consolidation: { afterEpisodes: 2, everyMs: 5000, parallel: 3 } }] };
  const options = { agent: 'default', settings, db: './souvenir.db' } as never;
  const [ruled, manual] = [await agentsOf(options), await agentsOf(options, 'never')];
  expect(ruled[0]?.consolidation).toMatchObject({ afterEpisodes: 2, everyMs: 5000, parallel: 3 });
  expect(manual[0]?.consolidation).toMatchObject({ parallel: 3 });
  expect(manual[0]?.consolidation).not.toHaveProperty('afterEpisodes');
  expect(manual[0]?.consolidation).not.toHaveProperty('everyMs');
});

test.each([
  ['/home/ana/shop/.git/souvenir/memory.db', true],
  ['/home/ana/.souvenir/memory.db', true],
  ['/home/ana/memory.db', false],
])('the agents of %s have the component project: %s', async (db, isOfProject) => {
  const [agent] = await agentsOf({ agent: 'default', settings: {}, db } as never);
  expect(agent?.components.some(({ name }) => name === 'project')).toBe(isOfProject);
});
