import { describe, expect, it } from 'vitest';
import { scored } from '../../test/support/candidates.ts';
import { besideSources } from './beside-sources.ts';
import type { Scored } from './scored.ts';

const drawnFrom = (...episodeIds: string[]) => ({ provenance: { episodeIds, turnIds: [] } });
const turn = (id: string, score: number) => scored(id, score, { type: 'episodic', ...drawnFrom(`e-${id}`) });
const fact = (score: number, ...episodeIds: string[]) => scored('fact', score, drawnFrom(...episodeIds));
const scoreOf = (...items: Scored[]) => besideSources(items).find(({ memory: { id } }) => id === 'fact')?.score;

describe('a fact', () => {
  it.each<[string, Scored[], number]>([
    ['stands halfway between itself and its turn', [turn('a', 0.6), fact(1, 'e-a')], 0.8],
    ['gains from a turn that is better', [turn('a', 1), fact(0.6, 'e-a')], 0.8],
    ['counts by the best of its turns', [turn('a', 0.2), turn('b', 0.6), fact(1, 'e-a', 'e-b')], 0.8],
    ['loses a little where the query did not find its turn', [turn('a', 0.6), fact(1, 'e-b')], 0.85],
    ['loses too where it is below 0', [turn('a', 0.6), fact(-0.85, 'e-b')], -1],
    ['is left alone where it has no turn', [turn('a', 0.6), fact(1)], 1],
    ['is left alone where no turn was found at all', [fact(1, 'e-a')], 1],
    ['is no source itself', [scored('other', 0.2, drawnFrom('e-a')), turn('b', 0.6), fact(1, 'e-a')], 0.85],
  ])('%s', (_, items, expected) => {
    expect(scoreOf(...items)).toBeCloseTo(expected, 10);
  });

  it('tells by how much in its breakdown, and the turn stays as it was', () => {
    const found = turn('a', 0.6);
    const [same, beside] = besideSources([found, fact(1, 'e-a')]);
    expect(same).toBe(found);
    expect(beside?.breakdown.adjustments.source).toBeCloseTo(0.8, 10);
  });

  it('of score 0 has no share to tell', () => {
    const [, beside] = besideSources([turn('a', 0.6), fact(0, 'e-a')]);
    expect(beside).toMatchObject({ score: 0.3, breakdown: { adjustments: { source: 1 } } });
  });
});
