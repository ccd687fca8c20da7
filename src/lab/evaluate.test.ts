import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluateConsolidation, evaluateRecall } from './evaluate.ts';

const items = (...ids: string[]) => ids.map((id) => ({ id }));

describe('the score of a recall', () => {
  it('counts hits and misses', () => {
    expect(evaluateRecall(['a', 'b', 'c'], items('a', 'b', 'x', 'y'))).toMatchObject({
      precision: 0.5,
      recall: 2 / 3,
      f1: expect.closeTo(4 / 7),
    });
  });

  it('accepts memories and ids, each counted once', () => {
    expect(evaluateRecall([{ id: 'a' }, 'a'], items('a', 'a'))).toMatchObject({ precision: 1, recall: 1, f1: 1 });
  });

  it.each([
    [[], [], { precision: 1, recall: 1, f1: 1 }],
    [[], ['a'], { precision: 0, recall: 1, f1: 0 }],
    [['a'], [], { precision: 1, recall: 0, f1: 0 }],
    [['a'], ['b'], { precision: 0, recall: 0, f1: 0 }],
  ])('of %j expected and %j recalled', (expected, actual, reported) => {
    expect(evaluateRecall(expected, items(...actual))).toEqual({ ...reported, salienceCorrelation: undefined });
  });

  it('counts an item for all its duplicates', () => {
    expect(evaluateRecall(['b', 'c'], [{ id: 'a', alsoIn: items('b', 'c') }])).toMatchObject({
      precision: 1,
      recall: 1,
    });
  });

  it('reports whether the most salient came first', () => {
    const order = (...saliences: number[]) =>
      evaluateRecall(
        [],
        saliences.map((salience, at) => ({ id: `${at}`, salience })),
      ).salienceCorrelation;
    expect(order(0.9, 0.5, 0.1)).toBeCloseTo(1);
    expect(order(0.1, 0.5, 0.9)).toBeCloseTo(-1);
    // By hand: ranks 3 2 1 against 3 1 2, so 1 - 6·2/(3·8).
    expect(order(0.9, 0.1, 0.5)).toBeCloseTo(0.5);
    // With a tie: ranks 3 2 1 against 2.5 2.5 1.
    expect(order(0.9, 0.9, 0.1)).toBeCloseTo(Math.sqrt(3) / 2);
    expect(order(0.5)).toBeUndefined();
    expect(order(0.5, 0.5)).toBeUndefined();
  });

  it('reads salience from the breakdown, else from the expected memories', () => {
    const parts = { recency: 0.1, frequency: 0.1, importance: 0.1, relevance: 0.1 };
    expect(
      evaluateRecall(
        [{ id: 'a', salience: 0.9 }],
        [{ id: 'a' }, { id: 'b', breakdown: { salience: parts } }, { id: 'c' }],
      ).salienceCorrelation,
    ).toBeCloseTo(1);
  });

  it('is always between 0 and 1', () => {
    const ids = fc.array(fc.constantFrom('a', 'b', 'c', 'd'));
    const recalled = fc.array(
      fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd'), salience: fc.double({ min: 0, max: 1, noNaN: true }) }),
    );
    fc.assert(
      fc.property(ids, recalled, (expected, actual) => {
        const { precision, recall, f1, salienceCorrelation = 0 } = evaluateRecall(expected, actual);
        for (const part of [precision, recall, f1, Math.abs(salienceCorrelation)]) {
          expect(part).toBeGreaterThanOrEqual(0);
          expect(part).toBeLessThanOrEqual(1);
        }
        expect(f1).toBeLessThanOrEqual(Math.max(precision, recall) + 1e-9);
      }),
    );
  });
});

const memory = (id: string, content: string, ...episodeIds: string[]) => ({
  ...{ id, content },
  provenance: { episodeIds, turnIds: [] },
});
const EPISODIC = [
  memory('t1', 'I moved to Lisbon in March.', 'e1'),
  memory('t2', 'My dog Biscuit chewed the router manual.', 'e2'),
  memory('t3', 'Nothing much going on.', 'e3'),
];

describe('the score of an extraction', () => {
  it('accepts a memory that its sources state', () => {
    const extracted = [memory('f1', 'The user moved to Lisbon in March.', 'e1')];
    expect(evaluateConsolidation(EPISODIC, extracted)).toEqual({
      ...{ score: 1, accuracy: 1, redundancy: 0, unsupported: [] },
      coverage: 1 / 3,
    });
  });

  it('rejects a memory that its sources do not state, even if another turn does', () => {
    const extracted = [
      memory('f1', 'The user moved to Lisbon in March.', 'e1'),
      memory('f2', 'The user moved to Lisbon in March.', 'e2'),
      memory('f3', 'The user lives in Madrid with two cats.', 'e1'),
      memory('f4', 'The user moved to Lisbon in March.'),
    ];
    const { accuracy, unsupported, redundancy, score } = evaluateConsolidation(EPISODIC, extracted);
    expect(accuracy).toBe(0.25);
    expect(unsupported.map(({ id, sources }) => [id, sources])).toEqual([
      ['f2', 1],
      ['f3', 1],
      ['f4', 0],
    ]);
    expect(redundancy).toBe(0.5);
    expect(score).toBe(0.125);
  });

  it('follows links to sources and can require several', () => {
    const links = ['t1', 't2'].map((toId) => ({ fromId: 'p', toId, type: 'derivedFrom' as const }));
    const pattern = [memory('p', 'The dog Biscuit moved to Lisbon.')];
    expect(evaluateConsolidation(EPISODIC, pattern, { links, minSources: 2 }).accuracy).toBe(1);
    expect(evaluateConsolidation(EPISODIC, pattern, { links, minSources: 3 }).accuracy).toBe(0);
    const related = links.map((link) => ({ ...link, type: 'related' as const }));
    expect(evaluateConsolidation(EPISODIC, pattern, { links: related }).accuracy).toBe(0);
  });

  it('finds no errors in an empty memory', () => {
    expect(evaluateConsolidation([], [])).toMatchObject({ score: 1, accuracy: 1, coverage: 1, redundancy: 0 });
    expect(evaluateConsolidation(EPISODIC, [])).toMatchObject({ score: 1, coverage: 0 });
  });
});
