import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Memory } from '../model/memory.ts';
import { recallConfigSchema } from './config.ts';
import { fuse } from './fuse.ts';
import { SILENT, type Signals } from './gather.ts';

const NOW = new Date('2026-06-01T00:00:00Z');
const config = recallConfigSchema.parse({});

const memory = (id: string, more: Partial<Memory> = {}): Memory => ({
  ...{ id, content: `content of ${id}`, type: 'semantic', component: 'durable', category: 'fact' },
  ...{ importance: 0.5, confidence: 0.8, confidenceTrajectory: [{ confidence: 0.8, at: NOW }], salience: 0.5 },
  ...{ entityIds: [], provenance: { episodeIds: [], turnIds: [] }, metadata: {}, createdAt: NOW, updatedAt: NOW },
  ...{ accessCount: 0, status: 'active', tenantId: 't', userId: 'u', agentId: 'a' },
  ...more,
});
const candidate = (id: string, signals: Partial<Signals>, more: Partial<Memory> = {}) => ({
  memory: memory(id, more),
  signals: { ...SILENT, ...signals },
});
const ids = (scored: readonly { memory: Memory }[]) => scored.map(({ memory: { id } }) => id);

describe('fuse', () => {
  it('puts one strong signal above several weak ones', () => {
    const rabbits = candidate('rabbits', { vector: 0.37 }, { importance: 0.4 });
    const dart = candidate('dart', { vector: 0.01, text: 0.02, entity: 0 }, { importance: 0.8 });
    const [first, second] = fuse([dart, rabbits], '', config, NOW);
    expect(ids([first, second] as never)).toEqual(['rabbits', 'dart']);
    expect((first?.score ?? 0) / (second?.score ?? 1)).toBeGreaterThan(5);
  });

  it('does not stretch a poor best match', () => {
    expect(fuse([candidate('poor', { text: 0.1 })], '', config, NOW)[0]?.score).toBeLessThan(config.threshold);
  });

  it('adds up: the score is the contributions times the adjustments', () => {
    const one = candidate(
      'one',
      { text: 0.3, vector: 0.4, entity: 0.7, time: 0.5 },
      { validAt: new Date('2026-01-01T00:00:00Z') },
    );
    const [scored] = fuse([one], '', recallConfigSchema.parse({ componentWeights: { durable: 1.3 } }), NOW);
    const { contributions, adjustments } = scored?.breakdown ?? { contributions: {}, adjustments: {} };
    const sum = Object.values(contributions).reduce((total: number, part) => total + part, 0);
    const factor = Object.values(adjustments).reduce((total: number, part) => total * part, 1);
    expect(scored?.score).toBeCloseTo(sum * factor, 10);
    expect(adjustments).toMatchObject({ component: 1.3 });
  });

  it('never lowers a score when a signal or the importance grows', () => {
    const unit = fc.double({ min: 0, max: 1, noNaN: true });
    const signals = fc.record({ text: unit, vector: unit, entity: unit, time: unit });
    fc.assert(
      fc.property(
        signals,
        unit,
        fc.constantFrom('text', 'vector', 'entity', 'time'),
        unit,
        (given, importance, grown, by) => {
          const score = (found: typeof given, weight: number) =>
            fuse([candidate('x', found, { importance: weight })], '', config, NOW)[0]?.score ?? Number.NaN;
          const before = score(given, importance);
          expect(
            score({ ...given, [grown]: given[grown as keyof typeof given] + by }, importance),
          ).toBeGreaterThanOrEqual(before);
          expect(score(given, importance + (1 - importance) * by)).toBeGreaterThanOrEqual(before);
        },
      ),
    );
  });

  it('lets age reorder equals but never hide', () => {
    const old = candidate('old', { vector: 0.6 }, { validAt: new Date('2016-06-01T00:00:00Z') });
    const fresh = candidate('fresh', { vector: 0.6 });
    const [first, second] = fuse([old, fresh], '', config, NOW);
    expect(ids([first, second] as never)).toEqual(['fresh', 'old']);
    expect(second?.score).toBeGreaterThan(0.85 * (first?.score ?? 0));
  });
});

describe('surroundings', () => {
  const turn = (id: string, position: number, vector: number, speaker: string) =>
    candidate(
      id,
      { vector },
      { sessionId: 's', provenance: { episodeIds: [], turnIds: [], position }, metadata: { speaker } },
    );

  it('lift a turn whose neighbours match too', () => {
    const scored = fuse(
      [turn('alone', 10, 0.5, 'Ana'), turn('a', 1, 0.5, 'Ana'), turn('b', 2, 0.5, 'Ana')],
      '',
      config,
      NOW,
    );
    expect(scored.at(-1)?.memory.id).toBe('alone');
    expect(scored[0]?.breakdown.contributions.neighbours).toBeGreaterThan(0);
  });

  it('do not reach into another session, nor past two turns', () => {
    const other = candidate(
      'other',
      { vector: 0.5 },
      { sessionId: 't', provenance: { episodeIds: [], turnIds: [], position: 2 } },
    );
    const scored = fuse([turn('a', 1, 0.5, 'Ana'), turn('d', 4, 0.5, 'Ana'), other], '', config, NOW);
    expect(scored.map(({ breakdown }) => breakdown.contributions.neighbours)).toEqual([0, 0, 0]);
  });

  it('favour who the query names over who it does not', () => {
    const both = [turn('ana', 1, 0.5, 'Ana Lima'), turn('ben', 9, 0.55, 'Ben')];
    expect(ids(fuse(both, 'What does Ana like?', config, NOW))).toEqual(['ana', 'ben']);
    expect(ids(fuse(both, 'What does she like?', config, NOW))).toEqual(['ben', 'ana']);
  });
});
