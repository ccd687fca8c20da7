import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memory as sample } from '../../test/conformance/store/samples.ts';
import { languages } from '../languages/languages.ts';
import type { Memory } from '../model/memory.ts';
import { dedupe } from './dedupe.ts';
import type { RatedMemory } from './threshold.ts';

const day = (number: number) => new Date(Date.UTC(2030, 0, number));

const memory = (id: string, content: string, more: Partial<Memory> = {}) => sample(id, { content, ...more });
const from = (...episodeIds: string[]) => ({ provenance: { episodeIds, turnIds: [] } });

/** Best first, each scored one less than the one before. */
const distinct = async (...memories: Memory[]) =>
  (
    await dedupe(
      memories.map((memory, at) => ({ memory, score: 100 - at }) as RatedMemory),
      languages(),
    )
  ).map(({ memory, score, folded }) => ({
    id: memory.id,
    score,
    folded: folded.map(({ id }) => id),
  }));

describe('dedupe', () => {
  it('shows the most trusted duplicate, even if another says more', async () => {
    const mine = memory('mine', 'Ana lives in Oslo.');
    const page = memory('page', 'Ana lives in Oslo', {
      metadata: { trust: 'document' },
      confidence: 1,
      ...from('e1', 'e2'),
    });
    expect(await distinct(page, mine)).toEqual([{ id: 'mine', score: 100, folded: ['page'] }]);
  });

  it('merges a turn and a reply that is stored with the end of the turn before', async () => {
    const turn = memory('said', 'It stops from November.', { type: 'episodic', ...from('e1') });
    const reply = memory(
      'reply',
      'It stops from November. (assistant: So what of the money for your mother?)',
      from('e1'),
    );
    expect(await distinct(turn, reply)).toEqual([{ id: 'said', score: 100, folded: ['reply'] }]);
  });

  it('merges a turn and everything extracted from it alone into the turn, at the best rank of them', async () => {
    const turn = (id: string, source: string) =>
      memory(id, 'Adyen for the cards, and SEPA goes straight to the bank.', { type: 'episodic', ...from(source) });
    const fact = (id: string, ...sources: string[]) => memory(id, `SEPA goes to the ${id}.`, from(...sources));
    expect(await distinct(fact('provider', 'e1'), memory('other', 'Lunch is at noon.'), turn('said', 'e1'))).toEqual([
      { id: 'said', score: 100, folded: ['provider'] },
      { id: 'other', score: 99, folded: [] },
    ]);
    expect(await distinct(turn('said', 'e1'), fact('provider', 'e1'), fact('bank', 'e1'))).toEqual([
      { id: 'said', score: 100, folded: ['provider', 'bank'] },
    ]);
    expect(await distinct(fact('provider', 'e1'), fact('bank', 'e1'), turn('said', 'e1'))).toEqual([
      { id: 'said', score: 100, folded: ['bank', 'provider'] },
    ]);
    const short = memory('short', 'SEPA goes to.', { type: 'episodic', ...from('e1') });
    expect(await distinct(short, fact('provider', 'e1'), fact('bank', 'e1'))).toEqual([
      { id: 'short', score: 100, folded: ['provider', 'bank'] },
    ]);
    expect(await distinct(fact('provider', 'e1'), fact('bank', 'e1'))).toHaveLength(2);
    const corrected = { episodeIds: ['e1'], turnIds: [], learningContext: 'the bank said so' };
    expect(
      await distinct(turn('said', 'e1'), memory('now', 'SEPA goes to the vault.', { provenance: corrected })),
    ).toHaveLength(2);
    expect(await distinct(turn('said', 'e1'), memory('now', 'Cheques cost nothing at all.', from('e1')))).toHaveLength(
      2,
    );
    expect(await distinct(turn('said', 'e1'), { ...fact('bank', 'e1'), status: 'superseded' })).toHaveLength(2);
    expect(await distinct(turn('said', 'e1'), fact('provider', 'e1', 'e2'))).toHaveLength(2);
  });

  it('merges a turn and its verbatim sentences without a query, and keeps reworded ones', async () => {
    const turn = memory('turn', 'Nobody told me. SEPA goes to the bank.', { type: 'episodic', ...from('e1') });
    const list = async (content: string) => {
      const items = [turn, memory('fact', content, from('e1'))].map(
        (each) => ({ memory: each, score: 1 }) as RatedMemory,
      );
      return (await dedupe(items, languages(), { isListing: true })).map((item) => item.memory.id);
    };
    expect(await list('SEPA goes to the bank.')).toEqual(['turn']);
    expect(await list('SEPA payments go to the bank.')).toEqual(['turn', 'fact']);
  });

  it('shows equal texts once and keeps the order of the rest', async () => {
    expect(
      await distinct(memory('a', 'Same.'), memory('b', 'Other'), memory('c', ' same ! '), memory('d', 'third')),
    ).toEqual([
      { id: 'a', score: 100, folded: ['c'] },
      { id: 'b', score: 99, folded: [] },
      { id: 'd', score: 97, folded: [] },
    ]);
  });

  it('merges a turn and its fact into one item that names both', async () => {
    const turn = memory('turn', 'I live in Oslo', { component: 'episodic', metadata: { role: 'user' } });
    const [item, ...rest] = await dedupe(
      [{ memory: turn } as RatedMemory, { memory: memory('fact', 'Lives in Oslo') } as RatedMemory],
      languages(),
    );
    expect(rest).toEqual([]);
    expect([item?.memory, ...(item?.folded ?? [])].map((each) => each?.component)).toEqual(['episodic', 'durable']);
  });

  it.each<[string, Partial<Memory>, Partial<Memory>]>([
    ['rests on more episodes', from('e1', 'e2'), { ...from('e3'), confidence: 1, createdAt: day(9) }],
    ['is held more surely', { confidence: 0.9 }, { confidence: 0.8, createdAt: day(9) }],
    ['is newer', { validAt: day(3) }, { validAt: day(2), createdAt: day(9) }],
  ])('shows the duplicate that %s, at the best rank', async (_, better, worse) => {
    const [good, poor] = [memory('good', 'Lives in Oslo', better), memory('poor', 'lives in oslo', worse)];
    expect(await distinct(poor, good)).toEqual([{ id: 'good', score: 100, folded: ['poor'] }]);
    expect(await distinct(good, poor)).toEqual([{ id: 'good', score: 100, folded: ['poor'] }]);
  });

  it('shows the duplicate that says more', async () => {
    const less = memory('less', 'Ana keeps two rabbits in the garden', from('e1', 'e2'));
    expect(await distinct(less, memory('more', 'Ana definitely keeps two rabbits in the garden'))).toMatchObject([
      { id: 'more' },
    ]);
  });

  it('keeps opposite statements', async () => {
    expect(await distinct(memory('a', 'prefers dark mode'), memory('b', 'prefers light mode'))).toHaveLength(2);
  });

  it('keeps equal statements of two people', async () => {
    const statement = (id: string, content: string, metadata: Memory['metadata']) => memory(id, content, { metadata });
    expect(
      await distinct(
        statement('a', 'I like tea', { speaker: 'Ana' }),
        statement('b', 'I like tea', { speaker: 'Ben' }),
      ),
    ).toHaveLength(2);
    expect(
      await distinct(
        statement('a', 'I like tea', { role: 'user' }),
        statement('b', 'I like tea', { role: 'assistant' }),
      ),
    ).toHaveLength(2);
    expect(
      await distinct(
        statement('a', 'I am in Oslo', { role: 'user' }),
        statement('b', "I'm in Oslo now", { role: 'assistant' }),
      ),
    ).toHaveLength(2);
  });

  it('represents every memory exactly once, for any texts', async () => {
    const text = fc.array(fc.constantFrom('Ana', 'not', 'likes', 'tea', 'green', '2', 'the', 'old', 'shop'), {
      minLength: 1,
      maxLength: 7,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 30 }), async (texts) => {
        const memories = texts.map((words, at) => memory(`m${at}`, words.join(' ')));
        const items = await distinct(...memories);
        expect(items.flatMap(({ id, folded }) => [id, ...folded]).toSorted()).toEqual(
          memories.map(({ id }) => id).toSorted(),
        );
        expect(items.map(({ score }) => score)).toEqual(items.map(({ score }) => score).toSorted((a, b) => b - a));
      }),
    );
  });

  it('stops searching near-duplicates when there are enough items, but still merges equal texts', async () => {
    const memories = ['Ana likes tea', 'Ben is in Oslo', 'Ana really likes tea', 'Ben is in Oslo'].map(
      (content, at) => ({ memory: memory(`${at}`, content), score: 100 - at }) as RatedMemory,
    );
    const shown = async (enough: number) =>
      (await dedupe(memories, languages(), { itemsNeeded: enough })).map(({ folded }) => folded.length);
    expect(await shown(3)).toEqual([1, 1]);
    expect(await shown(2)).toEqual([0, 1, 0]);
  });

  it('detects the language of each memory once', async () => {
    const read: string[] = [];
    const counting = {
      of(text: string) {
        read.push(text);
        return languages().of(text);
      },
    };
    const contents = Array.from({ length: 30 }, (_, at) => `Number ${at} has the colour of number ${at + 1}.`);
    await dedupe(
      contents.map((content, at) => ({ memory: memory(`${at}`, content), score: 100 - at }) as RatedMemory),
      counting,
    );
    expect(read).toEqual(contents);
  });
});
