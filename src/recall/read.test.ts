import { beforeAll, describe, expect, it } from 'vitest';
import { OWNER } from '../../test/conformance/store/samples.ts';
import { daysAgo, idsOf, statement, scored as unbacked } from '../../test/support/candidates.ts';
import type { Passage, PassageReading, Reader } from '../contracts/reader.ts';
import { languages } from '../languages/languages.ts';
import { memoryStore } from '../stores/memory/memory-store.ts';
import type { ScoredMemory } from './features.ts';
import { plan } from './plan.ts';
import { handSetRanker } from './rankers/rankers.ts';
import { read } from './read.ts';

const QUERY = 'Where does Nora work?';
const asked = plan(QUERY, {}, new Date(), languages().of(QUERY));
const fused = (items: readonly ScoredMemory[]) => ({ scored: items, ranker: handSetRanker, degraded: [] });
/** Gives each passage the odds that stand in it. */
const reader = (received: Passage[] = []): Reader => ({
  answers: async (_, passages) => {
    received.push(...passages);
    return passages.map(({ text }) => ({ odds: Number(text) }));
  },
});
const scored = (...[id, score, fields]: Parameters<typeof unbacked>) => unbacked(id, score, fields, { vector: 0.5 });
const store = memoryStore();
beforeAll(() => store.open());
const context = (by: Reader) => ({ reader: by, store, spaces: [{ owner: OWNER }] });
const items = [
  scored('first', 1, { content: '-5' }),
  scored('second', 0.9, { content: '5' }),
  scored('third', 0.75, { content: '-5' }),
];

describe('the read stage', () => {
  it('reorders the best items and keeps the scores', async () => {
    const result = await read(fused(items), asked, context(reader()));
    expect(result.scored.map(({ memory, score }) => [memory.id, score])).toEqual([
      ['second', 1],
      ['first', expect.closeTo(0.9)],
      ['third', 0.75],
    ]);
    expect(result.bestOdds).toBe(5);
    expect(result.scored[0]?.breakdown.adjustments.read).toBeCloseTo(1 / 0.9);
  });

  it('keeps the order of items that do not answer', async () => {
    const unsure = [scored('first', 1, { content: '-5' }), scored('second', 0.99, { content: '0.9' })];
    const result = await read(fused(unsure), asked, context(reader()));
    expect([idsOf(result.scored), result.bestOdds]).toEqual([['first', 'second'], 0.9]);
    const some = [items[0] as ScoredMemory, scored('third', 0.99, { content: '-1' }), items[1] as ScoredMemory];
    expect(idsOf((await read(fused(some), asked, context(reader()))).scored)).toEqual(['second', 'first', 'third']);
  });

  it('weighs readings less if an item is very near by meaning', async () => {
    const near = (vector: number) => [
      unbacked('first', 1, { content: '-5' }, { vector }),
      unbacked('second', 0.8, { content: '5' }, { vector: 0.1 }),
    ];
    const order = async (vector: number) => idsOf((await read(fused(near(vector)), asked, context(reader()))).scored);
    expect([await order(0.3), await order(0.95)]).toEqual([
      ['second', 'first'],
      ['first', 'second'],
    ]);
  });

  it('reads at most four passages', async () => {
    const passages: Passage[] = [];
    const many = Array.from({ length: 9 }, (_, at) => scored(`${at}`, 1 - at / 100, { content: `${at}` }));
    const result = await read(fused(many), asked, context(reader(passages)));
    expect(passages).toHaveLength(4);
    expect(result.bestOdds).toBe(3);
  });

  it('skips items that match neither by words nor by meaning', async () => {
    const received: Passage[] = [];
    const silent = [unbacked('first', 1, { content: '-5' }), unbacked('second', 0.9, { content: '5' })];
    expect((await read(fused(silent), asked, context(reader(received)))).bestOdds).toBeUndefined();
    expect(received).toEqual([]);
  });

  it('skips passages far below the best', async () => {
    const passages: Passage[] = [];
    const contents = { first: '-5', second: '-5', third: '5', far: '8' };
    const scores = { first: 1, second: 0.9, third: 0.75, far: 0.6 };
    const all = (['first', 'second', 'third', 'far'] as const).map((id) =>
      scored(id, scores[id], { content: contents[id] }),
    );
    const { scored: order } = await read(fused(all), asked, context(reader(passages)));
    expect(passages.map(({ text }) => text)).not.toContain('8');
    expect(idsOf(order)).toEqual(['third', 'first', 'second', 'far']);
  });

  it('keeps a replaced item below its replacement', async () => {
    const old = scored('old', 0.9, { content: '5', supersededBy: 'new' });
    const turn = { ...scored('turn', 0.8, { content: '5' }), outdated: { by: 'new' } };
    const replaced = [scored('new', 1, { content: '-5' }), old, turn];
    const { scored: order } = await read(fused(replaced), asked, context(reader()));
    expect(idsOf(order)).toEqual(['new', 'old', 'turn']);
    // However often it moved, the factor tells what became of the score it came with.
    const before = new Map(replaced.map(({ memory, score }) => [memory.id, score]));
    for (const { memory, score, breakdown } of order)
      expect((before.get(memory.id) ?? 0) * breakdown.adjustments.read).toBeCloseTo(score, 10);
  });

  it('reads a turn once with its extracted memories and moves both', async () => {
    const received: Passage[] = [];
    const provenance = { episodeIds: ['e'], turnIds: [] };
    const drawn = [
      scored('fact', 0.9, { content: 'Nora works at the mill.', provenance }),
      scored('turn', 0.7, { content: '5', type: 'episodic', provenance }),
    ];
    const { scored: order } = await read(
      fused([scored('first', 1, { content: '-5' }), ...drawn]),
      asked,
      context(reader(received)),
    );
    expect(received.map(({ text }) => text)).toEqual(['-5', '5']);
    expect(order.map(({ memory, score }) => [memory.id, score])).toEqual([
      ['fact', 1],
      ['first', expect.closeTo(0.9)],
      ['turn', expect.closeTo(0.8)],
    ]);
  });

  it('gives the reader passages in time order, each with its date and later passages, without its reply', async () => {
    const received: Passage[] = [];
    const turns = [
      scored('changed', 1, { content: '-3', ...statement(1, '', 'later'), validAt: daysAgo(2) }),
      scored('reply', 0.9, { content: '-2', ...statement(2), validAt: daysAgo(9) }),
      scored('told', 0.8, { content: '-1', ...statement(1), validAt: daysAgo(9) }),
    ];
    await read(fused(turns), asked, context(reader(received)));
    const passages = received.slice(-3);
    expect(passages.map(({ at }) => at)).toEqual([daysAgo(9), daysAgo(9), daysAgo(2)]);
    expect(passages.map(({ text, later }) => [text, later])).toEqual([
      ['-1', '-3'],
      ['-2', '-3'],
      ['-3', undefined],
    ]);
  });

  const changed = () => [
    scored('old', 1, { content: 'at Siemens', createdAt: daysAgo(9) }),
    scored('new', 0.9, { content: 'at Vestas', createdAt: daysAgo(2) }),
    scored('other', 0.8, { content: 'at home', createdAt: daysAgo(1) }),
  ];
  const knowing = (readings: Readonly<Record<string, PassageReading>>): Reader => ({
    answers: async (_, passages) => passages.map(({ text }) => readings[text] ?? { odds: -5 }),
  });

  it('marks a turn as outdated by the likeliest later answer and ranks it below', async () => {
    const by = knowing({ 'at Siemens': { odds: 6, outdated: 0.8 }, 'at Vestas': { odds: 4, outdated: 0.1 } });
    const { scored: matches } = await read(fused(changed()), asked, context(by));
    expect(matches.map(({ memory, outdated }) => [memory.id, outdated])).toEqual([
      ['new', undefined],
      ['old', { by: 'new', since: changed()[1]?.memory.createdAt }],
      ['other', undefined],
    ]);
    expect(matches[1]?.breakdown.reading).toEqual({ odds: 6, outdated: 0.8 });
  });

  it.each([
    ['no later turn answers', QUERY, { 'at Vestas': { odds: 0 } }],
    ['what was before is asked', 'Where was Nora originally?', { 'at Vestas': { odds: 4 } }],
  ])('marks nothing as outdated if %s', async (_, query, readings) => {
    const by = knowing({ 'at Siemens': { odds: 6, outdated: 0.8 }, ...readings });
    const former = plan(query, {}, new Date(), languages().of(query));
    const { scored: matches } = await read(fused(changed()), former, context(by));
    expect(matches.map(({ memory, outdated }) => [memory.id, outdated])[0]).toEqual(['old', undefined]);
  });

  it.each([
    ['fails', async () => Promise.reject(new Error('boom')), 'boom'],
    ['answers too little', async () => [{ odds: 1 }], 'must give finite odds for each of 3 passages'],
    [
      'answers no numbers',
      async () => [Number.NaN, 1, 1].map((odds) => ({ odds })),
      'must give finite odds for each of 3 passages',
    ],
  ])('keeps the order and reports it if the reader %s', async (_, answers, reason) => {
    const result = await read(fused(items), asked, context({ answers }));
    expect(idsOf(result.scored)).toEqual(['first', 'second', 'third']);
    expect(result.degraded).toMatchObject([{ part: 'reader', reason: expect.stringContaining(reason) }]);
  });
});
