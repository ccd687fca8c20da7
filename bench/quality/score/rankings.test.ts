import { describe, expect, it } from 'vitest';
import { outcomesOf, rankScores, rankUnits } from './rankings.ts';

describe('rankUnits', () => {
  it('takes at most three distinct units of an item, in order', () => {
    expect(rankUnits([['a', 'a', 'b', 'c', 'd'], ['e']], 10)).toEqual(['a', 'b', 'c', 'e']);
  });

  it('skips units already seen and stops at k distinct ones', () => {
    expect(rankUnits([['a'], ['a', 'b'], ['c'], ['d']], 3)).toEqual(['a', 'b', 'c']);
    expect(rankUnits([[], ['a']], 3)).toEqual(['a']);
  });
});

describe('the scores of a ranking', () => {
  it('are those that the field compares', () => {
    const ranked = ['x', 'a', 'y', 'z', 'u', 'b'];
    expect(rankScores({ ranked, gold: ['a', 'b'] })).toEqual({
      ...{ 'R@1': 0, 'any@5': 1, 'any@10': 1, 'all@5': 0, 'all@10': 1, 'frac@10': 1, 'frac@20': 1, mrr: 1 / 2 },
      'nDCG@10': expect.closeTo((1 / Math.log2(3) + 1 / Math.log2(7)) / (1 + 1 / Math.log2(3))),
    });
  });

  it('are perfect for a ranking that begins with what is right, and 0 for none', () => {
    expect(Object.values(rankScores({ ranked: ['a', 'b', 'x'], gold: ['b', 'a'] })).slice(1)).toEqual(Array(8).fill(1));
    expect(new Set(Object.values(rankScores({ ranked: [], gold: ['a'] })))).toEqual(new Set([0]));
  });

  it('ignore what stands beyond their depth', () => {
    const ranked = [...Array.from({ length: 10 }, (_, at) => `x${at}`), 'a'];
    expect(rankScores({ ranked, gold: ['a'] })).toMatchObject({ 'frac@10': 0, 'frac@20': 1, mrr: 0, 'nDCG@10': 0 });
  });
});

describe('the outcomes of a set', () => {
  const item = (...turnIds: string[]) => ({ provenance: { turnIds } });
  const asked = (fields: object, answer: object) =>
    outcomesOf<{ text: string; gold: string[] }>([
      {
        question: { text: 'Where?', gold: ['s1:2'], ...fields },
        ...{ group: 'Ana', keyword: [{ unit: 's1:2', score: 7 }] },
        answer: { items: [], withheld: [], confidence: 0.5, ...answer } as never,
      },
    ]);
  const sessions = { prefix: 'session', unitOf: (turn: string) => turn.slice(0, 2), goldOf: () => ['s1'] };

  it('have the scores of each level for the engine and for the keyword search', () => {
    const question = { text: 'Where?', gold: ['s1:2'] };
    const answer = { items: [item('s1:1'), item('s1:2')], withheld: [], confidence: 0.5 } as never;
    const { souvenir, keyword } = outcomesOf(
      [{ question, group: 'Ana', answer, keyword: [{ unit: 's1:2', score: 7 }] }],
      [{}, sessions],
    );
    expect(souvenir[0]).toMatchObject({ group: 'Ana', scores: { 'R@1': 0, mrr: 1 / 2, 'session.R@1': 1 } });
    expect(keyword[0]).toMatchObject({ scores: { 'R@1': 1 }, answer: { confidence: 7, first: 'right' } });
  });

  it('judge a silent answer by what recall would give at a threshold of 0, and score it as nothing', () => {
    const [silent] = asked({}, { withheld: [item('s1:2')], confidence: 0.1 }).souvenir;
    expect(silent?.scores['any@10']).toBe(0);
    expect(silent?.answer).toEqual({
      ...{ unanswerable: undefined, confidence: 0.1, isSilent: true, first: 'right', holds: true },
    });
  });

  it('have no scores for a question without an answer', () => {
    const [outcome] = asked({ gold: [], unanswerable: 'other' }, { items: [item('s1:1')] }).souvenir;
    expect(outcome).toMatchObject({ scores: {}, answer: { unanswerable: 'other', isSilent: false, holds: false } });
  });
});
