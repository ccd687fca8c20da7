import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { episodic } from '../../src/components/index.ts';
import { type Component, createSouvenir, defineAgent, memoryStore, type Souvenir } from '../../src/index.ts';

/** Keeps what a turn says as a fact about the user. */
const facts: Component = {
  name: 'facts',
  consolidate: async ({ episodes }) => ({
    memories: episodes.map(({ id, content }) => ({
      content: content.replace(/^I prefer/, 'The user prefers'),
      category: 'preference',
      episodeIds: [id],
    })),
  }),
};

describe('recall of duplicates of two components', () => {
  let souvenir: Souvenir;

  beforeAll(async () => {
    const recall = { threshold: 0, minScoreShare: 0 };
    const agents = defineAgent({ components: [episodic(), facts], recall });
    souvenir = await createSouvenir({ store: memoryStore(), agents, embedder: null });
    await souvenir.for().record({ content: 'I prefer dark mode in the editor' });
    await souvenir.for().record({ content: 'I prefer light mode in the editor' });
    await souvenir.for().consolidate();
  });
  afterAll(() => souvenir.close());

  it('returns each statement once with both components, and keeps opposites separate', async () => {
    const { items, cut, timingsMs } = await souvenir.for().recall('Which mode does the user prefer in the editor?');
    expect(items.map(({ content }) => /dark|light/.exec(content)?.[0]).toSorted()).toEqual(['dark', 'light']);
    for (const { component, alsoIn = [] } of items)
      expect([component, ...alsoIn.map((other) => other.component)].toSorted()).toEqual(['episodic', 'facts']);
    expect(cut.duplicates).toBe(2);
    expect(Object.keys(timingsMs)).toEqual(
      expect.arrayContaining(['plan', 'gather', 'fuse', 'threshold', 'dedupe', 'trim', 'total']),
    );
  });
});
