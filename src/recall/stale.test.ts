import { describe, expect, it } from 'vitest';
import { candidate, idsOf, NOW, scored } from '../../test/support/candidates.ts';
import { english } from '../languages/english/english.ts';
import type { Memory } from '../model/memory.ts';
import { recallConfigSchema } from './config.ts';
import { currentFirst } from './current.ts';
import { fuse } from './fuse.ts';
import type { Candidate } from './gather.ts';
import { plan } from './plan.ts';
import { handSetRanker } from './rankers/hand-set.ts';
import { staleAmong } from './stale.ts';

const ENGLISH = english();

const drawnFrom = (...episodeIds: string[]) => ({ provenance: { episodeIds, turnIds: [] } });
const turn = (text = 1, episodeId = 'e1') =>
  candidate('turn', { text }, { type: 'episodic', ...drawnFrom('e0', episodeId) });
const held = (id: string, text = 1, more: Partial<Memory> = {}) => candidate(id, { text }, more);
const old = (text: number, supersededBy: string | undefined, id = 'old', episodeId = 'e1') =>
  candidate(id, { text }, { status: 'superseded', ...(supersededBy && { supersededBy }), ...drawnFrom(episodeId) });
const stale = (candidates: readonly Candidate[], superseded: readonly Candidate[]) =>
  staleAmong(candidates, superseded, ({ text }) => text);

describe('a turn is out of date', () => {
  it.each<[string, Candidate[], Candidate[], string | undefined]>([
    ['where its fact was replaced', [turn(), held('new')], [old(0.7, 'new')], 'new'],
    ['though nobody knows by what', [turn()], [old(1, undefined)], undefined],
    ['though what replaced it was not found', [turn()], [old(1, 'new')], undefined],
    ['by the last in a row', [turn(), held('new')], [old(1, 'newer'), old(0, 'new', 'newer', 'e2')], 'new'],
    ['by none where the row is a ring', [turn()], [old(1, 'other'), old(1, 'old', 'other', 'e2')], undefined],
    [
      'by the one of its facts that the query means',
      [turn(), held('a'), held('b')],
      [old(1, 'a'), old(0.1, 'b', 'other')],
      'a',
    ],
    ['by it also where it was found last', [turn(), held('a'), held('b')], [old(0.1, 'b', 'other'), old(1, 'a')], 'a'],
  ])('%s', (_, candidates, superseded, successorId) => {
    expect(stale(candidates, superseded)).toEqual([{ id: 'turn', successorId }]);
  });
});

describe('it is not', () => {
  it.each<[string, Candidate[], Candidate[]]>([
    ['where nothing was replaced', [turn()], []],
    ['where what was replaced is not what the query means', [turn(), held('new')], [old(0.69, 'new')]],
    ['where another turn said it', [turn(1, 'e2'), held('new')], [old(1, 'new')]],
    ['where it is a fact that still holds', [held('fact', 1, drawnFrom('e1')), held('new')], [old(1, 'new')]],
  ])('%s', (_, candidates, superseded) => {
    expect(stale(candidates, superseded)).toEqual([]);
  });
});

describe('what is out of date falls behind what replaced it, unless the past is asked for', () => {
  it.each([
    ['Where do I live?', 'new', ['other', 'new', 'turn']],
    ['Where do I live?', undefined, ['other', 'turn', 'new']],
    ['Where did I live before?', 'new', ['turn', 'other', 'new']],
  ])('for %j, replaced by %s', (query, successorId, expected) => {
    const found = [scored('turn', 1, { type: 'episodic' }), scored('other', 0.7), scored('new', 0.3)];
    expect(idsOf(currentFirst(found, plan(query, {}, NOW, ENGLISH), [{ id: 'turn', successorId }]))).toEqual(expected);
  });
});

describe('in the ranking', () => {
  const config = recallConfigSchema.parse({});
  const fused = (candidates: readonly Candidate[], superseded: readonly Candidate[] = []) =>
    fuse({ candidates, superseded, degraded: [] }, plan('', {}, NOW, ENGLISH), config, handSetRanker);

  it('a memory in doubt is below one as relevant that is not, and tells why', async () => {
    const { scored: found } = await fused([held('a', 0.5, { doubtedAt: NOW }), held('b', 0.5)]);
    expect(idsOf(found)).toEqual(['b', 'a']);
    expect(found.map(({ breakdown }) => breakdown.adjustments.current)).toEqual([1, 0.8]);
    expect((found[1]?.score ?? 0) / (found[0]?.score ?? 1)).toBeCloseTo(0.8, 10);
  });

  it('what no longer holds is not told, but pushes its turn back', async () => {
    const { scored: found } = await fused([turn(0.5), held('new', 0.3)], [old(0.5, 'new')]);
    expect(idsOf(found)).toEqual(['new', 'turn']);
  });
});
