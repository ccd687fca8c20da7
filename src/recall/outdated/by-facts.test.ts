import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { candidate, daysAgo, idsOf, NOW, scored } from '../../../test/support/candidates.ts';
import { english } from '../../languages/english/english.ts';
import { type Memory, READ_BY_MODEL, REWORDED } from '../../model/memory.ts';
import { recallConfigSchema } from '../config.ts';
import type { ScoredMemory } from '../features.ts';
import { fuse } from '../fuse.ts';
import type { Candidate } from '../gather.ts';
import { plan } from '../plan.ts';
import { handSetRanker } from '../rankers/rankers.ts';
import { weighWithSources } from '../weigh-with-sources.ts';
import { findOutdatedEpisodes, inheritSignals, outdatedByFacts } from './by-facts.ts';

const ENGLISH = english();

const PRESENT = 'How many chapters of the novel are done?';
const asked = (query: string) => plan(query, {}, NOW, ENGLISH);

const by = { role: 'user', speaker: 'Ana' };
const older = (score = 1, more: Partial<Memory> = {}) =>
  scored('older', score, {
    content: 'I have 12 chapters of the novel done.',
    createdAt: daysAgo(20),
    metadata: by,
    ...more,
  });
const newer = (score = 0.8, more: Partial<Memory> = {}) =>
  scored('newer', score, {
    content: 'The novel is now at 15 chapters done.',
    createdAt: daysAgo(2),
    metadata: by,
    ...more,
  });
const order = (items: readonly ScoredMemory[], query = PRESENT) => idsOf(outdatedByFacts(items, asked(query)));

describe('a later number in a statement', () => {
  it('ranks above the earlier one if the query asks for the current state', () => {
    expect(order([older(), newer()])).toEqual(['newer', 'older']);
  });

  it('may be at the beginning of a sentence', () => {
    const begins = newer(0.8, { content: '9 chapters of the novel are now done.' });
    expect(order([older(), begins])).toEqual(['newer', 'older']);
  });

  it('is raised just above it, as the breakdown shows', () => {
    const between = scored('between', 0.9);
    const [first, second, third] = outdatedByFacts([older(), between, newer()], asked(PRESENT));
    expect([first?.memory.id, second?.memory.id, third?.memory.id]).toEqual(['newer', 'older', 'between']);
    expect(first?.score).toBeGreaterThan(1);
    expect(first?.score).toBeLessThan(1.001);
    expect(first?.breakdown.adjustments.current).toBeCloseTo((first?.score ?? 0) / 0.8, 10);
    expect(second).toMatchObject({ score: 1, breakdown: { adjustments: { current: 1 } } });
  });

  it('ranks above all earlier ones, latest first', () => {
    const latest = scored('latest', 0.7, {
      content: 'Novel update: 19 chapters done.',
      createdAt: daysAgo(1),
      metadata: by,
    });
    expect(order([older(), newer(), latest])).toEqual(['latest', 'newer', 'older']);
  });

  it('may come from an unknown speaker', () => {
    expect(order([older(1, { metadata: {} }), newer(0.8, { metadata: {} })])).toEqual(['newer', 'older']);
  });

  it('is read from the sentence nearest to the query, without code', () => {
    const aside = 'Now the cat is 15. I have chapters of the novel done.';
    const coded = 'I have chapters of the novel done.\n```\nnow 15 chapters of the novel done\n```';
    const vague = 'The novel now has more chapters done. My cat is 15.';
    expect(order([older(), newer(0.8, { content: aside })])).toEqual(['older', 'newer']);
    expect(order([older(), newer(0.8, { content: vague })])).toEqual(['older', 'newer']);
    expect(order([older(), newer(0.8, { content: coded })])).toEqual(['older', 'newer']);
    expect(order([older(), newer(0.8, { content: 'The cat sleeps. Now 15 chapters of the novel.' })])).toEqual([
      'newer',
      'older',
    ]);
  });

  it.each<[string, ScoredMemory, ScoredMemory, string?]>([
    ['the query asks for the past', older(), newer(), 'How many chapters of the novel were done?'],
    ['the query asks for no value', older(), newer(), 'Tell me about the chapters of the novel done'],
    ['someone else said it', older(), newer(0.8, { metadata: { ...by, speaker: 'Ben' } })],
    ['another role said it', older(1, { metadata: { role: 'assistant' } }), newer(0.8, { metadata: { role: 'user' } })],
    [
      'an assistant said it',
      older(1, { metadata: { role: 'assistant' } }),
      newer(0.8, { metadata: { role: 'assistant' } }),
    ],
    ['the earlier one holds no figure', older(1, { content: 'I have chapters of the novel done.' }), newer()],
    ['it holds no figure', older(), newer(0.8, { content: 'The novel is now at more chapters done.' })],
    ['it tells of no change', older(), newer(0.8, { content: 'The novel is at 15 chapters done.' })],
    ['it is about something else', older(), newer(0.8, { content: 'The rent is now 15 coins.' })],
    ['it is too weak', older(), newer(0.59)],
    ['it is not later', older(), newer(0.8, { createdAt: daysAgo(20) })],
  ])('keeps its rank if %s', (_, first, second, query) => {
    expect(order([first, second], query)).toEqual(['older', 'newer']);
  });

  it('keeps its rank below the best 24', () => {
    const others = Array.from({ length: 23 }, (_, at) => scored(`other ${at}`, 0.95 - at / 1000));
    expect(order([older(), ...others.slice(1), newer()])[0]).toBe('newer');
    expect(order([older(), ...others, newer()])[0]).toBe('older');
  });
});

describe('a superseded memory', () => {
  const past = (id: string, score: number, supersededBy?: string) =>
    scored(id, score, { content: `${id} without a figure`, ...(supersededBy !== undefined && { supersededBy }) });

  it.each([PRESENT, 'What was it before?', 'anything'])('ranks below its successor for %j', (query) => {
    const [first, second, third] = outdatedByFacts(
      [past('old', 0.9, 'new'), past('x', 0.5), past('new', 0.1)],
      asked(query),
    );
    expect(idsOf([first, second, third] as ScoredMemory[])).toEqual(['new', 'old', 'x']);
    expect(first?.breakdown.adjustments.current).toBeCloseTo((first?.score ?? 0) / 0.1, 10);
  });

  it('keeps its rank without its successor or below it', () => {
    expect(order([past('old', 0.9, 'new'), past('x', 0.5)])).toEqual(['old', 'x']);
    const below = [past('new', 0.9), past('old', 0.5, 'new')];
    expect(outdatedByFacts(below, asked(PRESENT))).toEqual(below);
  });

  it('ranks below all its successors', () => {
    expect(order([past('a', 0.9, 'b'), past('b', 0.5, 'c'), past('c', 0.1)])).toEqual(['c', 'b', 'a']);
  });

  it('may be part of a circle', () => {
    expect(order([past('a', 0.9, 'b'), past('b', 0.5, 'a'), past('c', 0.1, 'c')])).toHaveLength(3);
  });

  it('has a successor with a finite factor even at score 0', () => {
    const items = outdatedByFacts([past('old', 0.9, 'new'), past('new', 0)], asked(PRESENT));
    expect(idsOf(items)).toEqual(['new', 'old']);
    expect(items.every(({ breakdown }) => Number.isFinite(breakdown.adjustments.current))).toBe(true);
  });
});

it('raising current statements loses nothing and keeps the order of the rest', () => {
  const given = fc.array(
    fc.record({
      score: fc.double({ min: 0, max: 2, noNaN: true }),
      content: fc.constantFrom('12 chapters of the novel done', 'now 15 chapters of the novel', 'the cat sleeps'),
      days: fc.nat(5),
      next: fc.option(fc.nat(9), { nil: undefined }),
    }),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(given, (all) => {
      const items = all
        .map(({ score, content, days, next }, at) =>
          scored(`${at}`, score, {
            content,
            createdAt: daysAgo(days),
            ...(next !== undefined && { supersededBy: `${next}` }),
          }),
        )
        .toSorted((a, b) => b.score - a.score);
      const result = outdatedByFacts(items, asked(PRESENT));
      expect(idsOf(result).toSorted()).toEqual(idsOf(items).toSorted());
      const scores = result.map(({ score }) => score);
      expect(scores).toEqual(scores.toSorted((a, b) => b - a));
      for (const { memory, score } of result)
        expect(score).toBeGreaterThanOrEqual(items.find((item) => item.memory.id === memory.id)?.score ?? Infinity);
      const untouched = new Set(items.filter((item) => result.includes(item)).map(({ memory }) => memory.id));
      const left = (each: readonly ScoredMemory[]) => idsOf(each).filter((id) => untouched.has(id));
      expect(left(result)).toEqual(left(items));
    }),
  );
});

const drawnFrom = (...episodeIds: string[]) => ({ provenance: { episodeIds, turnIds: [] } });
const turn = (text = 1, episodeId = 'e1') =>
  candidate('turn', { text }, { type: 'episodic', ...drawnFrom('e0', episodeId) });
const stored = (id: string, text = 1, more: Partial<Memory> = {}) => candidate(id, { text }, more);
const old = (text: number, supersededBy: string | undefined, id = 'old', episodeId = 'e1') =>
  candidate(id, { text }, { status: 'superseded', ...(supersededBy && { supersededBy }), ...drawnFrom(episodeId) });
const stale = (candidates: readonly Candidate[], superseded: readonly Candidate[]) =>
  findOutdatedEpisodes(candidates, superseded, ({ text }) => text);

describe('a turn is outdated', () => {
  it.each<[string, Candidate[], Candidate[], string | undefined]>([
    ['where its fact was replaced', [turn(), stored('new')], [old(0.7, 'new')], 'new'],
    ['though nobody knows by what', [turn()], [old(1, undefined)], undefined],
    ['though what replaced it was not found', [turn()], [old(1, 'new')], undefined],
    ['by the last in a row', [turn(), stored('new')], [old(1, 'newer'), old(0, 'new', 'newer', 'e2')], 'new'],
    ['by none where the row is a ring', [turn()], [old(1, 'other'), old(1, 'old', 'other', 'e2')], undefined],
    [
      'by the one of its facts that the query means',
      [turn(), stored('a'), stored('b')],
      [old(1, 'a'), old(0.1, 'b', 'other')],
      'a',
    ],
    [
      'by its fact, where that was reworded by hand',
      [turn(), stored('fact', 0.7, { provenance: { episodeIds: ['e1'], turnIds: [], learningContext: REWORDED } })],
      [],
      'fact',
    ],
    [
      'by it also where it was found last',
      [turn(), stored('a'), stored('b')],
      [old(0.1, 'b', 'other'), old(1, 'a')],
      'a',
    ],
  ])('%s', (_, candidates, superseded, successorId) => {
    expect(stale(candidates, superseded)).toEqual([{ id: 'turn', successorId }]);
  });
});

describe('a turn is not outdated', () => {
  it.each<[string, Candidate[], Candidate[]]>([
    ['where nothing was replaced', [turn()], []],
    ['where what was replaced is not what the query means', [turn(), stored('new')], [old(0.69, 'new')]],
    ['where another turn said it', [turn(1, 'e2'), stored('new')], [old(1, 'new')]],
    ['where it is itself what replaced the one that said it', [turn()], [old(1, 'turn')]],
    ['where it is a fact that still holds', [stored('fact', 1, drawnFrom('e1')), stored('new')], [old(1, 'new')]],
  ])('%s', (_, candidates, superseded) => {
    expect(stale(candidates, superseded)).toEqual([]);
  });
});

describe('an outdated turn ranks below its replacement, unless the query is about the past', () => {
  it.each([
    ['Where do I live?', 'new', ['other', 'new', 'turn']],
    ['Where do I live?', undefined, ['other', 'turn', 'new']],
    ['Where did I live before?', 'new', ['turn', 'other', 'new']],
  ])('%j, replaced by %s', (query, successorId, expected) => {
    const matches = [scored('turn', 1, { type: 'episodic' }), scored('other', 0.7), scored('new', 0.3)];
    expect(idsOf(outdatedByFacts(matches, plan(query, {}, NOW, ENGLISH), [{ id: 'turn', successorId }]))).toEqual(
      expected,
    );
  });
});

describe('a doubted or ended memory in the ranking', () => {
  const config = recallConfigSchema.parse({});
  const fused = (candidates: readonly Candidate[], superseded: readonly Candidate[] = []) =>
    fuse({ candidates, superseded, degraded: [] }, plan('', {}, NOW, ENGLISH), config, handSetRanker);

  it('a doubted memory ranks below an equally relevant one, with the reason', async () => {
    const { scored: matches } = await fused([stored('a', 0.5, { doubtedAt: NOW }), stored('b', 0.5)]);
    expect(idsOf(matches)).toEqual(['b', 'a']);
    expect(matches.map(({ breakdown }) => breakdown.adjustments.current)).toEqual([1, 0.8]);
    expect((matches[1]?.score ?? 0) / (matches[0]?.score ?? 1)).toBeCloseTo(0.8, 10);
  });

  it('an ended memory is not shown, but lowers its turn', async () => {
    const { scored: matches } = await fused([turn(0.5), stored('new', 0.3)], [old(0.5, 'new')]);
    expect(idsOf(matches)).toEqual(['new', 'turn']);
  });
});

describe('a replacement', () => {
  it('matches as well as any memory that it replaced', () => {
    const last = old(0.9, 'new');
    const [matches] = inheritSignals([stored('new', 0.1)], [last, old(0.4, 'old', 'first')]);
    expect(matches?.signals).toEqual({
      ...stored('new', 0.1).signals,
      text: last.signals.text,
      vector: last.signals.vector,
    });
    expect(inheritSignals([stored('new', 0.1)], [])).toEqual([stored('new', 0.1)]);
  });
});

const turnScored = (id: string, score: number) => scored(id, score, { type: 'episodic', ...drawnFrom(`e-${id}`) });
const fact = (score: number, ...episodeIds: string[]) => scored('fact', score, drawnFrom(...episodeIds));
const scoreOf = (...items: ScoredMemory[]) =>
  weighWithSources(items).find(({ memory: { id } }) => id === 'fact')?.score;

describe('a fact and its turn', () => {
  it.each<[string, ScoredMemory[], number]>([
    ['stands halfway between itself and its turn', [turnScored('a', 0.6), fact(1, 'e-a')], 0.8],
    ['gains from a turn that is better', [turnScored('a', 1), fact(0.6, 'e-a')], 0.8],
    ['counts by the best of its turns', [turnScored('a', 0.2), turnScored('b', 0.6), fact(1, 'e-a', 'e-b')], 0.8],
    ['loses a little where the query did not find its turn', [turnScored('a', 0.6), fact(1, 'e-b')], 0.85],
    ['loses too where it is below 0', [turnScored('a', 0.6), fact(-0.85, 'e-b')], -1],
    ['is left alone where it has no turn', [turnScored('a', 0.6), fact(1)], 1],
    [
      'is left alone where a language model worded it',
      [
        turnScored('a', 0.6),
        scored('fact', 1, { provenance: { episodeIds: ['e-a'], turnIds: [], learningContext: READ_BY_MODEL } }),
      ],
      1,
    ],
    ['is left alone where no turn was found at all', [fact(1, 'e-a')], 1],
    ['is no source itself', [scored('other', 0.2, drawnFrom('e-a')), turnScored('b', 0.6), fact(1, 'e-a')], 0.85],
  ])('%s', (_, items, expected) => {
    expect(scoreOf(...items)).toBeCloseTo(expected, 10);
  });

  it('the breakdown shows the factor, and the turn is unchanged', () => {
    const matches = turnScored('a', 0.6);
    const [same, adjacent] = weighWithSources([matches, fact(1, 'e-a')]);
    expect(same).toBe(matches);
    expect(adjacent?.breakdown.adjustments.source).toBeCloseTo(0.8, 10);
  });

  it('a score of 0 has no factor', () => {
    const [, adjacent] = weighWithSources([turnScored('a', 0.6), fact(0, 'e-a')]);
    expect(adjacent).toMatchObject({ score: 0.3, breakdown: { adjustments: { source: 1 } } });
  });
});
