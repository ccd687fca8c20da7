import { describe, expect, it } from 'vitest';
import { DAY, manualClock } from '../../../test/support/manual-clock.ts';
import { sharedEmbedder, sharedReader } from '../../../test/support/shared-embedder.ts';
import { episodic } from '../../components/index.ts';
import type { Reader, StatementPair } from '../../contracts/reader.ts';
import { createSouvenir, defineAgent, type EpisodeInput, memoryStore } from '../../index.ts';

type Statement =
  | string
  | {
      readonly content: string;
      readonly speaker?: string;
      readonly project?: string;
      readonly metadata?: EpisodeInput['metadata'];
    };

/** A memory of turns alone, a day apart. */
async function reported(reader: Reader, ...turns: Statement[]) {
  const clock = manualClock();
  const agents = defineAgent({ components: [episodic()] });
  const souvenir = await createSouvenir({ store: memoryStore(), clock, agents, embedder: sharedEmbedder, reader });
  for (const [day, statement] of turns.entries()) {
    clock.advance(DAY);
    const { project, ...turn } = typeof statement === 'string' ? { content: statement } : statement;
    await souvenir.for({ sessionId: `s${day}`, ...(project && { projectId: project }) }).record(turn);
  }
  await souvenir.for().consolidate();
  return souvenir.for();
}

const pairing = (relations: NonNullable<Reader['relations']>): Reader => ({
  answers: async (_, passages) => passages.map(() => ({ odds: 0 })),
  relations,
});

describe('the relate stage', () => {
  it('ranks a replaced sentence below its replacement and marks it, unless the query asks for it', async () => {
    const ana = await reported(sharedReader, 'Pia is vegetarian.', 'Pia eats meat again.');
    const { items } = await ana.recall('Is Pia vegetarian?');
    expect(items.map(({ content }) => content)).toEqual(['Pia eats meat again.', 'Pia is vegetarian.']);
    expect(items[1]?.outdated).toEqual({ by: items[0]?.id, since: items[0]?.validAt });
  });

  it("ranks a less trusted contradiction below the user's statement as doubted", async () => {
    const page = { content: 'Pia eats meat again.', metadata: { trust: 'document' as const } };
    const ana = await reported(sharedReader, 'Pia is vegetarian.', page);
    const { items } = await ana.recall('Is Pia vegetarian?');
    expect(items.map(({ content, outdated }) => [content, outdated])).toEqual([
      ['Pia is vegetarian.', undefined],
      ['Pia eats meat again.', undefined],
    ]);
    expect(items.map(({ doubtedAt }) => doubtedAt)).toEqual([undefined, items[1]?.validAt]);
  });

  it('adds the replacement of the best item even if it matches little', async () => {
    const ana = await reported(sharedReader, 'Pia is vegetarian.', 'Pia eats meat again.');
    const { items } = await ana.recall('Who is vegetarian?', { minScoreShare: 1 });
    expect(items.map(({ content }) => content)).toEqual(['Pia eats meat again.', 'Pia is vegetarian.']);
  });

  it('shows three paraphrases once', async () => {
    const wordings = [
      'Bo prefers tea over coffee.',
      'Tea is what Bo likes better than coffee.',
      'Bo would rather drink tea than coffee.',
    ];
    const reader = pairing(async (pairs) =>
      pairs.map(({ older, newer }) => ({
        relation: wordings.includes(older) && wordings.includes(newer) ? ('same' as const) : ('unrelated' as const),
        chance: 1,
      })),
    );
    const ana = await reported(reader, ...wordings, 'Bo is allergic to nuts.');
    const { items } = await ana.recall('What does Bo like to drink?');
    expect(items.filter(({ content }) => wordings.includes(content))).toHaveLength(1);
    expect(items[0]?.alsoIn).toHaveLength(2);
  });

  it('shows both of two sentences that differ in one word', async () => {
    const ana = await reported(sharedReader, 'We meet on Monday at nine.', 'We meet on Tuesday at nine.');
    expect((await ana.recall('When do we meet?')).items).toHaveLength(2);
  });

  it('does not compare long turns', async () => {
    const received: StatementPair[] = [];
    const reader = pairing(async (pairs) => {
      received.push(...pairs);
      return pairs.map(() => ({ relation: 'replaces' as const, chance: 1 }));
    });
    const long = 'Pia eats meat again. She told me on the way home from the market, where we had bought fish for two.';
    const ana = await reported(reader, 'Pia is vegetarian.', long, 'Pia is a vegan.');
    await ana.recall('What does Pia eat?');
    expect(received).toEqual([{ older: 'Pia is vegetarian.', newer: 'Pia is a vegan.' }]);
  });

  it.each<[string, Statement[]]>([
    ['said by others', ['Pia', 'Bo'].map((speaker) => ({ content: `I live in ${speaker}ville.`, speaker }))],
    ['of other projects', ['one', 'two'].map((project) => ({ content: `We deploy with ${project}.`, project }))],
    ['in languages that the models read badly', ['Ich wohne in Hamburg.', 'Ich wohne jetzt in Kiel.']],
  ])('does not compare sentences %s', async (_, turns) => {
    const received: StatementPair[] = [];
    const reader = pairing(async (pairs) => {
      received.push(...pairs);
      return pairs.map(() => ({ relation: 'replaces' as const, chance: 1 }));
    });
    const ana = await reported(reader, ...turns);
    for (const query of ['Where do they live?', 'What do we deploy with?', 'Wo wohne ich?']) await ana.recall(query);
    expect(received).toEqual([]);
  });

  it('ranks a twice replaced sentence below both replacements', async () => {
    const ana = await reported(
      pairing(async (pairs) => pairs.map(() => ({ relation: 'replaces' as const, chance: 1 }))),
      ...['Pia lives in Rome.', 'Pia lives in Oslo.', 'Pia lives in Bern.'],
    );
    const { items } = await ana.recall('Where does Pia live?');
    expect(items.map(({ content }) => content)).toEqual([
      'Pia lives in Bern.',
      'Pia lives in Oslo.',
      'Pia lives in Rome.',
    ]);
  });

  it('keeps the order and reports it if the reader fails, and ignores uncertain relations', async () => {
    const turns = ['Pia is vegetarian.', 'Pia is a vegan.'];
    const failing = pairing(async () => {
      throw new Error('lost');
    });
    const { items, degraded } = await (await reported(failing, ...turns)).recall('What does Pia eat?');
    expect(items).toHaveLength(2);
    expect(degraded).toMatchObject([{ part: 'reader', reason: 'lost' }]);
    const unsure = pairing(async (pairs) => pairs.map(() => ({ relation: 'replaces' as const, chance: 0.8 })));
    const { items: unmarked } = await (await reported(unsure, ...turns)).recall('What does Pia eat?');
    expect(unmarked.map(({ outdated }) => outdated)).toEqual([undefined, undefined]);
  });
});
