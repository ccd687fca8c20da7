import { describe, expect, it } from 'vitest';
import { keeper } from '../../test/support/keeper.ts';
import { createSouvenir, defineAgent, memoryStore, type SouvenirOptions } from '../index.ts';

const open = (options: Partial<SouvenirOptions> = {}) =>
  createSouvenir({
    ...{ store: memoryStore(), embedder: null },
    agents: defineAgent({ components: [keeper()], recall: { threshold: 0, leastShare: 0 } }),
    ...options,
  });
const QUERY = 'Which rabbits does Ana have?';

describe('explain', () => {
  it('leaves no trace: no access, no event, no echo', async () => {
    const souvenir = await open();
    const ana = souvenir.for({ userId: 'ana' });
    const content = 'Ana has two rabbits, a white one and a brown one.';
    const { memory } = await ana.memories.add(content);
    let recalls = 0;
    souvenir.on('recalled', () => recalls++);
    const { items } = await ana.explain(QUERY);
    expect(items.map(({ id }) => id)).toEqual([memory.id]);
    await souvenir.settled();
    expect(await ana.memories.get(memory.id)).toMatchObject({ accessCount: 0 });
    expect(recalls).toBe(0);
    expect(ana.record({ role: 'assistant', content }).metadata).toEqual({});
  });

  it('finds turns that wait, and marks them among those cut, too', async () => {
    const agents = defineAgent({ recall: { threshold: 0, leastShare: 0 } });
    const ana = (await open({ agents })).for({ userId: 'ana' });
    ana.record({ content: 'I have two rabbits.' });
    ana.record({ content: 'The rabbits eat hay in the morning.' });
    const { items, considered } = await ana.explain('rabbits', { config: { topK: 1 } });
    expect([...items, ...considered].map(({ isWaiting }) => isWaiting)).toEqual([true, true]);
  });

  it('holds its configuration for the call alone, and refuses one that is wrong', async () => {
    const ana = (await open()).for({ userId: 'ana' });
    await ana.memories.add('Ana has two rabbits.');
    expect((await ana.explain(QUERY, { config: { threshold: 1 } })).items).toEqual([]);
    expect((await ana.recall(QUERY)).items).toHaveLength(1);
    const wrong = { code: 'invalidInput', message: expect.stringContaining('explain.config.topK') };
    await expect(ana.explain(QUERY, { config: { topK: 0 } })).rejects.toMatchObject(wrong);
    await expect(ana.explain(QUERY, { touch: true } as never)).rejects.toMatchObject({ code: 'invalidInput' });
  });
});
