import { describe, expect, it } from 'vitest';
import { memory, minute } from '../../../test/conformance/store/samples.ts';
import { languages } from '../../languages/languages.ts';
import { type Memory, PERSONALITY } from '../../model/memory.ts';
import { salienceWeightsSchema } from '../../model/salience.ts';
import { comparePair, merge } from './neighbourhood.ts';

const statement = (id: string, content: string, at: number, fields: Partial<Memory> = {}): Memory =>
  memory(id, { content, createdAt: minute(at), validAt: minute(at), ...fields });

describe('the relation of two memories', () => {
  const oslo = statement('a', 'Ana lives in Oslo.', 0);
  const bergen = statement('b', 'Ana lives in Bergen.', 1);
  const again = statement('c', 'Ana lives in Oslo', 2, { confidence: 0.9 });

  it.each<[string, Memory, Memory, object | undefined]>([
    ['what cannot both be so contradicts', oslo, bergen, { kind: 'contradiction' }],
    ['whichever is asked about', bergen, oslo, { kind: 'contradiction' }],
    ['of two that say the same the surer wins', oslo, again, { kind: 'redundant', winner: again, loser: oslo }],
    [
      'and the older if they are as sure',
      oslo,
      { ...again, confidence: 0.8 },
      { kind: 'redundant', winner: oslo, loser: { ...again, confidence: 0.8 } },
    ],
    [
      'what says less gives way, however sure it is',
      statement('d', 'Ana drinks coffee with oat milk.', 0, { confidence: 0.5 }),
      statement('e', 'Ana drinks coffee.', 1, { confidence: 0.99 }),
      { kind: 'redundant', winner: { id: 'd' }, loser: { id: 'e' } },
    ],
    ['nothing if they are about different things', oslo, statement('f', 'Ben plays chess.', 1), undefined],
    ['nothing if one has ended before the other began', { ...oslo, invalidAt: minute(1) }, bergen, undefined],
    ['nothing if one no longer counts', oslo, { ...bergen, status: 'superseded' }, undefined],
    ['nothing if one is a turn', oslo, { ...again, type: 'episodic' }, undefined],
    ['nothing if they belong to different projects', oslo, { ...again, projectId: 'other' }, undefined],
    ['nothing if one is trusted less', oslo, { ...again, metadata: { trust: 'tool' } }, undefined],
    ['nothing if one says who the agent is', oslo, { ...again, component: PERSONALITY }, undefined],
  ])('%s', (_, one, other, standing) => {
    if (standing === undefined) expect(comparePair(one, other, languages())).toBeUndefined();
    else expect(comparePair(one, other, languages())).toMatchObject(standing);
  });
});

it('a merge gives the winner the sources of the other and a higher confidence, and archives the other', () => {
  const rests = (...episodeIds: string[]) => ({ provenance: { episodeIds, turnIds: [] }, entityIds: episodeIds });
  const winner = statement('a', 'Ana lives in Oslo.', 0, { ...rests('one', 'both'), importance: 0.4 });
  const loser = statement('b', 'Ana lives in Oslo', 1, { ...rests('both', 'two'), importance: 0.7 });
  const [retained, archived] = merge(winner, loser, minute(9), salienceWeightsSchema.parse({}));
  expect(retained).toMatchObject({
    ...{ id: 'a', importance: 0.7, entityIds: ['one', 'both', 'two'], lastReinforcedAt: minute(9) },
    provenance: { episodeIds: ['one', 'both', 'two'] },
    cause: { kind: 'reinforced', by: 'b' },
  });
  expect(retained.confidence).toBeGreaterThan(0.8);
  expect(archived).toEqual({
    ...{ id: 'b', status: 'archived', updatedAt: minute(9), cause: { kind: 'merged', by: 'a' } },
  });
});

it('a merge of memories from the same turns does not raise the confidence', () => {
  const turns = { provenance: { episodeIds: ['one'], turnIds: [] } };
  const winner = statement('a', 'Ana lives in Oslo.', 0, { ...turns, importance: 0.4, entityIds: ['oslo'] });
  const loser = statement('b', 'Ana lives in Oslo', 0, { ...turns, importance: 0.7, entityIds: ['ana'] });
  const [retained, archived] = merge(winner, loser, minute(9), salienceWeightsSchema.parse({}));
  expect(retained).toEqual({ id: 'a', importance: 0.7, entityIds: ['oslo', 'ana'] });
  expect(archived).toMatchObject({ id: 'b', status: 'archived' });
});
