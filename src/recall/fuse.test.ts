import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { candidate, daysAgo, idsOf, NOW, statement } from '../../test/support/candidates.ts';
import type { Reranker } from '../contracts/reranker.ts';
import { english } from '../languages/english/english.ts';
import type { Memory } from '../model/memory.ts';
import { type RecallConfigInput, recallConfigSchema } from './config.ts';
import { fuse, relevance } from './fuse.ts';
import { type Candidate, NO_SIGNALS } from './gather.ts';
import { plan } from './plan.ts';
import { handSetRanker, linearRanker } from './rankers/rankers.ts';

const ENGLISH = english();

interface Given {
  readonly query?: string;
  readonly config?: RecallConfigInput;
  readonly ranker?: Reranker;
}
const fused = (candidates: readonly Candidate[], { query = '', config = {}, ranker = handSetRanker }: Given = {}) =>
  fuse(
    { candidates, superseded: [], degraded: [] },
    plan(query, {}, NOW, ENGLISH),
    recallConfigSchema.parse(config),
    ranker,
  );
const scoresOf = async (...args: Parameters<typeof fused>) =>
  Object.fromEntries((await fused(...args)).scored.map(({ memory, score }) => [memory.id, score]));
const sum = (parts: Readonly<Record<string, number>>) => Object.values(parts).reduce((all, part) => all + part, 0);
const product = (parts: Readonly<Record<string, number>>) => Object.values(parts).reduce((all, part) => all * part, 1);

/** Weighs text and vector alike, and nothing else. */
const plain = linearRanker('plain', { text: 1, vector: 1 });
/** Without what multiplies a score. */
const BARE = { importanceInfluence: 0, ageFloor: 1 };

describe('fuse', () => {
  it('ranks the more trusted of equals first; assistant and user count alike', async () => {
    const of = (id: string, metadata: Memory['metadata']) =>
      candidate(id, { text: 0.5 }, { metadata, content: 'It rains.' });
    const levels = ['import', 'document', 'tool', 'agent', 'user'];
    const scores = await scoresOf(levels.map((trust) => of(trust, { trust })));
    expect(scores['agent']).toBe(scores['user']);
    expect(levels.slice(0, 4).map((each) => scores[each] ?? 0)).toEqual(
      levels
        .slice(0, 4)
        .map((each) => scores[each] ?? 0)
        .sort((a, b) => a - b),
    );
    expect(scores['import'] ?? 0).toBeGreaterThan(0.95 * (scores['user'] ?? 0));
    expect(scores['import'] ?? 0).toBeLessThan(scores['tool'] ?? 0);
  });

  it('ranks one strong signal above several weak ones', async () => {
    const rabbits = candidate('rabbits', { vector: 0.37 }, { importance: 0.4 });
    const dart = candidate('dart', { vector: 0.01, text: 0.02, entity: 0 }, { importance: 0.8 });
    const { scored, ranker, degraded } = await fused([dart, rabbits]);
    expect(idsOf(scored)).toEqual(['rabbits', 'dart']);
    expect((scored[0]?.score ?? 0) / (scored[1]?.score ?? 1)).toBeGreaterThan(5);
    expect(ranker).toBe(handSetRanker);
    expect(degraded).toEqual([]);
  });

  it('does not rescale a poor best match', async () => {
    const alone = await scoresOf([candidate('poor', { text: 0.1 })], { ranker: plain });
    const adjacent = await scoresOf([candidate('poor', { text: 0.1 }), candidate('good', { text: 0.9 })], {
      ranker: plain,
    });
    expect(alone['poor']).toBe(adjacent['poor']);
    expect(alone['poor']).toBeLessThanOrEqual(0.1);
  });

  it('scores a memory by the sum of contributions times the adjustments', async () => {
    const signals = { text: 0.3, vector: 0.4, entity: 0.7, time: 0.5 };
    const fields = { ...statement(1, 'Ana'), validAt: daysAgo(150), component: 'durable' };
    const { scored } = await fused([candidate('one', signals, fields)], {
      query: 'Ana, we sold it',
      config: { componentWeights: { durable: 1.3 } },
    });
    const { score = 0, breakdown } = scored[0] ?? {};
    expect(score).toBeCloseTo(sum(breakdown?.contributions ?? {}) * product(breakdown?.adjustments ?? {}), 10);
    expect(breakdown?.signals).toEqual(signals);
    expect(breakdown?.contributions).toMatchObject({
      vector: expect.closeTo(0.4 * (handSetRanker.weights?.['vector'] ?? 0), 10),
      speaker: handSetRanker.weights?.['speaker'],
    });
  });

  it('scores a memory raised above its predecessor by the same sum', async () => {
    const old = candidate('old', { text: 0.9 }, { supersededBy: 'new' });
    const { scored } = await fused([old, candidate('new', { text: 0.2 })]);
    expect(idsOf(scored)).toEqual(['new', 'old']);
    for (const { score, breakdown } of scored)
      expect(score).toBeCloseTo(sum(breakdown.contributions) * product(breakdown.adjustments), 10);
    expect(scored[0]?.breakdown.adjustments.current).toBeGreaterThan(1);
  });

  it('multiplies by the component’s weight', async () => {
    const both = [candidate('a', { text: 0.4 }, { component: 'x' }), candidate('b', { text: 0.5 }, { component: 'y' })];
    const config = { ...BARE, componentWeights: { x: 2 } };
    expect(await scoresOf(both, { ranker: plain, config })).toEqual({ a: 0.8, b: 0.5 });
    expect(idsOf((await fused(both, { ranker: plain, config })).scored)).toEqual(['a', 'b']);
  });

  it('multiplies by importance within its limit', async () => {
    const [low, high] = [0, 1].map((importance) => candidate(`${importance}`, { text: 0.5 }, { importance }));
    const scores = (importanceInfluence: number) =>
      scoresOf([low, high] as Candidate[], { ranker: plain, config: { ...BARE, importanceInfluence } });
    expect(await scores(0)).toEqual({ 0: 0.5, 1: 0.5 });
    expect(await scores(0.2)).toEqual({ 0: expect.closeTo(0.4, 10), 1: 0.5 });
  });

  it('lets age reorder equals but never hide a memory', async () => {
    const both = [candidate('old', { vector: 0.6 }, { validAt: daysAgo(3650) }), candidate('fresh', { vector: 0.6 })];
    const { scored } = await fused(both, { ranker: plain, config: { ageFloor: 0.9 } });
    expect(idsOf(scored)).toEqual(['fresh', 'old']);
    expect(scored[1]?.score).toBeGreaterThanOrEqual(0.9 * (scored[0]?.score ?? 0) * 0.95);
  });

  it('orders equal scores by id', async () => {
    const equals = ['c', 'a', 'b'].map((id) => candidate(id, { text: 0.5 }));
    expect(idsOf((await fused(equals)).scored)).toEqual(['a', 'b', 'c']);
  });

  it('keeps the order of negative scores under factors', async () => {
    const both = [candidate('ana', {}, { importance: 1 }), candidate('ben', {}, { importance: 0 })];
    const ranker: Reranker = { name: 'logits', rerank: async () => [-9, -1] };
    const scores = await scoresOf(both, { ranker });
    expect(scores['ben']).toBeGreaterThan(scores['ana'] ?? 0);
    expect(scores['ben']).toBeLessThan(-1);
  });

  it('never lowers a score when a signal or the importance grows', async () => {
    const unit = fc.double({ min: 0, max: 1, noNaN: true });
    // Where no meaning is heard at all, words count for more.
    const received = fc.double({ min: 0.001, max: 1, noNaN: true });
    const signals = fc.record({ text: unit, vector: received, entity: unit, time: unit });
    const score = async (given: Partial<typeof NO_SIGNALS>, importance: number) =>
      (await fused([candidate('x', given, { importance })])).scored[0]?.score ?? Number.NaN;
    await fc.assert(
      fc.asyncProperty(
        signals,
        unit,
        fc.constantFrom('text' as const, 'vector' as const, 'entity' as const, 'time' as const),
        unit,
        async (given, importance, grown, by) => {
          const before = await score(given, importance);
          const louder = { ...given, [grown]: given[grown] + by };
          expect(await score(louder, importance)).toBeGreaterThanOrEqual(before);
          expect(await score(given, importance + (1 - importance) * by)).toBeGreaterThanOrEqual(before);
        },
      ),
    );
  });
});

describe('neighbouring turns', () => {
  const turn = (id: string, position: number, vector: number, speaker: string) =>
    candidate(id, { vector }, statement(position, speaker));

  it('raise a turn whose neighbours match', async () => {
    const { scored } = await fused([turn('alone', 10, 0.5, 'Ana'), turn('a', 1, 0.5, 'Ana'), turn('b', 2, 0.5, 'Ana')]);
    expect(scored.at(-1)?.memory.id).toBe('alone');
    expect(scored[0]?.breakdown.contributions['after']).toBeGreaterThan(0);
  });

  it('favour the speaker that the query names', async () => {
    const both = [turn('ana', 1, 0.5, 'Ana Lima'), turn('ben', 9, 0.55, 'Ben')];
    expect(idsOf((await fused(both, { query: 'What does Ana like?' })).scored)).toEqual(['ana', 'ben']);
    expect(idsOf((await fused(both, { query: 'What does she like?' })).scored)).toEqual(['ben', 'ana']);
  });
});

describe('the caller’s weights', () => {
  const both = [candidate('text', { text: 0.5 }), candidate('vector', { vector: 0.6 })];

  it('replace those of the ranker individually', async () => {
    expect(await scoresOf(both, { ranker: plain, config: BARE })).toEqual({ text: 0.5, vector: 0.6 });
    const config = { ...BARE, weights: { text: 2 } };
    expect(await scoresOf(both, { ranker: plain, config })).toEqual({ text: 1, vector: 0.6 });
    expect(await scoresOf(both, { ranker: plain, config: { ...BARE, weights: { vector: 0 } } })).toEqual({
      text: 0.5,
      vector: 0,
    });
  });

  it('also decide which candidates continue', () => {
    const { text, vector } = { text: { ...NO_SIGNALS, text: 0.5 }, vector: { ...NO_SIGNALS, vector: 0.6 } };
    const of = (given: RecallConfigInput) =>
      [text, vector].map((signals) => relevance(recallConfigSchema.parse(given), plain)(signals));
    expect(of({})).toEqual([0.5, 0.6]);
    expect(of({ weights: { text: 2 } })).toEqual([1, 0.6]);
    expect(relevance(recallConfigSchema.parse({}), plain)({ ...NO_SIGNALS, vector: -1 })).toBe(0);
  });

  it('replace a ranker without weights', () => {
    const foreign: Reranker = { name: 'foreign', rerank: async () => [] };
    const config = recallConfigSchema.parse({});
    const signals = { text: 0.5, vector: 0.2, entity: 1, time: 0.1 };
    expect(relevance(config, foreign)(signals)).toBe(relevance(config, handSetRanker)(signals));
    expect(relevance(config, foreign)(signals)).toBeGreaterThan(0);
  });
});

describe('a custom reranker', () => {
  const both = [candidate('a', { text: 0.9 }, { content: 'long ago' }), candidate('b', { vector: 0.1 })];
  const foreign = (rerank: Reranker['rerank']): Reranker => ({ name: 'cross', rerank });

  it('decides the order, and its score is shown under its name', async () => {
    const ranker = foreign(async (_, candidates) => candidates.map(({ memoryId }) => (memoryId === 'b' ? 5 : 1)));
    const result = await fused(both, { ranker, config: BARE });
    expect(idsOf(result.scored)).toEqual(['b', 'a']);
    expect(result.scored.map(({ score, breakdown }) => [score, breakdown.contributions])).toEqual([
      [5, { cross: 5 }],
      [1, { cross: 1 }],
    ]);
    expect(result).toMatchObject({ ranker, degraded: [] });
  });

  it("receives the query, the texts and every feature, without the caller's weights", async () => {
    const asked: Parameters<Reranker['rerank']>[] = [];
    const ranker = foreign(async (...args) => {
      asked.push(args);
      return [1, 2];
    });
    await fused(both, { query: 'Where is it?', ranker, config: { weights: { text: 0 } } });
    expect(asked).toEqual([
      [
        'Where is it?',
        [
          {
            memoryId: 'a',
            content: 'long ago',
            features: expect.objectContaining({ text: 0.9, vector: 0, window: 0, stranger: 0, words: 0 }),
          },
          { memoryId: 'b', content: 'content of b', features: expect.objectContaining({ text: 0, vector: 0.1 }) },
        ],
      ],
    ]);
  });

  it('has component weight and importance applied on top', async () => {
    const ranker = foreign(async () => [1, 1]);
    const config = { ...BARE, componentWeights: { durable: 3 }, importanceInfluence: 1 };
    expect(await scoresOf(both, { ranker, config })).toEqual({ a: 1.5, b: 1.5 });
  });

  it.each<[string, Reranker['rerank'], string]>([
    ['throws', async () => Promise.reject(new Error('out of memory')), 'out of memory'],
    [
      'throws at once',
      () => {
        throw new Error('no model');
      },
      'no model',
    ],
    ['gives too few scores', async () => [1], 'a finite number for each'],
    ['gives too many', async () => [1, 2, 3], 'a finite number for each'],
    ['gives no number', async () => [1, Number.NaN], 'a finite number for each'],
    ['gives no finite number', async () => [1, Infinity], 'a finite number for each'],
    ['gives a text', async () => ['1', '2'] as never, 'a finite number for each'],
    ['gives nothing', async () => undefined as never, ''],
  ])('that %s falls back to the built-in weights, as reported', async (_, rerank, reason) => {
    const { scored, ranker, degraded } = await fused(both, { ranker: foreign(rerank) });
    const byHand = await fused(both);
    expect(scored).toEqual(byHand.scored);
    expect(ranker).toBe(handSetRanker);
    expect(degraded).toMatchObject([{ part: 'reranker', reason: expect.stringContaining(reason) }]);
  });
});
