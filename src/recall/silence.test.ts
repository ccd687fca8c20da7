import { describe, expect, it } from 'vitest';
import { DAY, MINUTE, manualClock } from '../../test/support/manual-clock.ts';
import { sharedEmbedder } from '../../test/support/shared-embedder.ts';
import { createSouvenir, memoryStore, type RecallOptions } from '../index.ts';

const TURNS = [
  'I adopted two rabbits from the shelter, Basil and Olive.',
  'My flight to Lisbon leaves at nine in the morning.',
  'We painted the kitchen yellow last weekend.',
];

async function reported(...turns: string[]) {
  const clock = manualClock();
  const store = memoryStore();
  const souvenir = await createSouvenir({ store, clock, embedder: sharedEmbedder, reader: null });
  const ana = souvenir.for({ userId: 'ana' });
  for (const content of turns) {
    clock.advance(MINUTE);
    await ana.record({ content });
  }
  clock.advance(DAY);
  await ana.consolidate();
  const archive = async (...contents: string[]) => {
    clock.advance(MINUTE);
    for (const { id, content } of (await ana.memories.list()).memories)
      if (contents.includes(content)) await ana.memories.archive(id);
  };
  const recall = (query: string, options: RecallOptions = {}) => ana.recall(query, options);
  return { store, clock, ana, souvenir, archive, recall };
}

describe('the reason of an empty recall', () => {
  it.each([
    ['What is the boiling point of tungsten?', ['boiling', 'point', 'tungsten']],
    ['Which dentist did I choose?', ['dentist', 'choose']],
    ['Is my flight insured against theft?', ['insured', 'theft']],
    ['How much did the OIL painting cost at auction?', ['OIL', 'cost', 'auction']],
  ])('names words without a memory: %s', async (query, words) => {
    const { recall } = await reported(...TURNS);
    const { items, reason } = await recall(query, { threshold: 0.95 });
    const quoted = words.map((word) => `“${word}”`);
    const named = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(quoted);
    expect(items).toEqual([]);
    expect(reason).toBe(`no memory is relevant enough; none mentions ${named}`);
  });

  it('names no word if each has a memory', async () => {
    const { recall } = await reported(...TURNS);
    const { reason } = await recall('Did the rabbit leave the yellow kitchens?', { threshold: 1 });
    expect(reason).toBe('no memory is relevant enough');
  });

  it('names at most three words', async () => {
    const { recall } = await reported(...TURNS);
    const { reason } = await recall('Quarterly turbine maintenance invoices of northern subsidiaries?', {
      threshold: 1,
    });
    expect(reason?.match(/“/g)).toHaveLength(3);
  });
});

describe('an archived memory in an empty recall', () => {
  const DENTIST = 'My dentist is Doctor Halloran in Mill Street.';
  const CLEANING = 'The dentist cleans my teeth every March.';
  const query = 'Who is my dentist?';

  it('is offered if nothing else matches', async () => {
    const { archive, recall } = await reported(...TURNS, DENTIST, CLEANING);
    await archive(DENTIST, CLEANING);
    const { items, archived, reason } = await recall(query);
    expect(items).toEqual([]);
    expect(archived?.map(({ content, status }) => [content, status]).sort()).toEqual([
      [DENTIST, 'archived'],
      [CLEANING, 'archived'],
    ]);
    expect(reason).toBe('no memory is relevant enough; none mentions “dentist”; 2 archived memories match');
  });

  it('is one of at most three if all are archived', async () => {
    const all = ['blue', 'white', 'green', 'black'].map((colour) => `My dentist has a ${colour} chair.`);
    const { archive, recall } = await reported(...all);
    await archive(...all);
    const { archived, reason } = await recall('Which chair does my dentist have?');
    expect(archived).toHaveLength(3);
    expect(reason).toBe('no memory matches the query; 3 archived memories match');
  });

  it.each<[string, string, RecallOptions]>([
    ['something else answers', 'Which rabbits did I adopt?', {}],
    ['it has nothing to do with the question', 'What is the boiling point of tungsten?', {}],
    ['it is asked for anyway', query, { include: ['archived'] }],
    ['it is no answer of the kind asked for', query, { components: ['durable'] }],
    ['only the room is missing', 'Which rabbits did I adopt?', { tokenBudget: 0 }],
    ['everything is listed', '', { mode: 'recent', categories: ['none'] }],
  ])('is not offered if %s', async (_, asked, options) => {
    const { archive, recall } = await reported(...TURNS, DENTIST);
    await archive(DENTIST);
    const { archived, reason } = await recall(asked, options);
    expect(archived).toBeUndefined();
    expect(reason ?? '').not.toContain('archived');
  });

  it('belongs to the owner and counts as no access', async () => {
    const { ana, souvenir, archive, recall } = await reported(...TURNS, DENTIST);
    await archive(DENTIST);
    expect((await souvenir.for({ userId: 'ben' }).recall(query)).archived).toBeUndefined();
    const [offered] = (await recall(query)).archived ?? [];
    await souvenir.settled();
    expect(await ana.memories.get(offered?.id ?? '')).toMatchObject({ accessCount: 0, status: 'archived' });
  });

  it('costs one more search only if the result is empty and something is archived', async () => {
    const { store, archive, recall } = await reported(...TURNS, DENTIST);
    const counts = { countMemories: 0, searchText: 0 };
    for (const name of ['countMemories', 'searchText'] as const) {
      const own = store[name].bind(store) as (...given: never[]) => never;
      store[name] = ((...given: never[]) => {
        counts[name] += 1;
        return own(...given);
      }) as never;
    }
    await recall('Which rabbits did I adopt?');
    expect(counts).toEqual({ countMemories: 0, searchText: 1 });
    await recall('What is the boiling point of tungsten?');
    expect(counts).toEqual({ countMemories: 1, searchText: 2 });
    await archive(DENTIST);
    await recall('What is the boiling point of tungsten?');
    expect(counts).toEqual({ countMemories: 2, searchText: 4 });
  });

  it('is not an old chunk of a document', async () => {
    const { ana } = await reported(...TURNS);
    await ana.documents.add({ id: 'handbook', content: '# Health\n\nThe dentist of the company is Doctor Halloran.' });
    await ana.documents.add({
      id: 'handbook',
      content: '# Leave\n\nEverybody in the company has thirty days of leave.',
    });
    const { items, reason } = await ana.documents.search('Who is the dentist of the company?', { threshold: 0.9 });
    expect(items).toEqual([]);
    expect(reason).toBe('no document is relevant enough; none mentions “dentist”');
  });

  it('is not a merged memory', async () => {
    const { store, ana, clock, recall } = await reported(...TURNS, DENTIST);
    const [memory] = (await ana.memories.list()).memories.filter(({ content }) => content === DENTIST);
    const { id = '', tenantId = '', userId = '', agentId = '' } = memory ?? {};
    const updatedAt = new Date(clock.now().getTime() + MINUTE);
    const merged = { id, status: 'archived', updatedAt, cause: { kind: 'merged', by: 'another' } } as const;
    await store.write({ tenantId, userId, agentId }, { at: updatedAt, updates: [merged] });
    expect((await recall(query)).archived).toBeUndefined();
  });

  it('is not an item that another program stored as archived', async () => {
    const { ana, recall } = await reported(...TURNS);
    const at = new Date();
    const memory = {
      ...{ kind: 'memory', id: 'item1', content: DENTIST, type: 'episodic', status: 'archived', component: 'x' },
      ...{ category: 'item', importance: 0.5, confidence: 0.8, salience: 0.5, entityIds: [], metadata: {} },
      ...{
        confidenceTrajectory: [{ confidence: 0.8, at }],
        provenance: { episodeIds: [], turnIds: [] },
        createdAt: at,
        updatedAt: at,
      },
      accessCount: 0,
    };
    await ana.import([
      { kind: 'export', format: 1, tenantId: 'default', userId: 'ana', agentId: 'default', at },
      memory,
    ]);
    expect((await recall(query)).archived).toBeUndefined();
  });
});
