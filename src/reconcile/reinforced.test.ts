import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memory, minute } from '../../test/conformance/store/samples.ts';
import type { Memory } from '../model/memory.ts';
import { type ReinforcementReason, reinforcementReasonSchema } from '../model/revision.ts';
import { salienceWeightsSchema } from '../model/salience.ts';
import { REINFORCEMENT_RATES, reinforced as reinforcedBy } from './reinforced.ts';

const NOW = minute(60);
const WEIGHTS = salienceWeightsSchema.parse({});
const reinforced = (stored: Memory, reason: ReinforcementReason, now: Date) =>
  reinforcedBy(stored, reason, now, WEIGHTS);
const REASONS = reinforcementReasonSchema.options;

describe('a memory that is reinforced', () => {
  it.each<[ReinforcementReason, number]>([
    ['explicitConfirmation', 0.3],
    ['userCorrection', 0.25],
    ['successfulApplication', 0.2],
    ['repeatedAccess', 0.05],
  ])('gains confidence by its reason: %s', (reason, rate) => {
    expect(REINFORCEMENT_RATES[reason]).toBe(rate);
    const update = reinforced(memory('a', { confidence: 0.6 }), reason, NOW);
    expect(update.confidence).toBeCloseTo(0.6 + rate * 0.4);
    expect(update).toMatchObject({
      id: 'a',
      lastReinforcedAt: NOW,
      updatedAt: NOW,
      cause: { kind: 'reinforced', reason },
    });
  });

  it('keeps the first and latest confidences', () => {
    const old = memory('a', { confidence: 0.6, confidenceTrajectory: [{ confidence: 0.6, at: minute(0) }] });
    const { confidence, confidenceTrajectory } = reinforced(old, 'successfulApplication', NOW);
    expect(confidenceTrajectory).toEqual([
      { confidence: 0.6, at: minute(0) },
      { confidence, at: NOW },
    ]);
    const many = Array.from({ length: 20 }, (_, at) => ({ confidence: at / 100, at: minute(at) }));
    const long = reinforced(memory('a', { confidenceTrajectory: many }), 'repeatedAccess', NOW).confidenceTrajectory;
    expect(long).toHaveLength(20);
    expect([long?.[0]?.at, long?.at(-1)?.at]).toEqual([minute(0), NOW]);
  });

  it.each(REASONS)('is no longer doubted only after a confirmation: %s', (reason) => {
    const update = reinforced(memory('a', { doubtedAt: minute(1) }), reason, NOW);
    expect(update.doubtedAt).toBe(reason === 'explicitConfirmation' ? null : undefined);
  });

  it('keeps or raises its salience, up to 1', () => {
    const unit = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(unit, unit, fc.constantFrom(...REASONS), (confidence, salience, reason) => {
        const update = reinforced(memory('a', { confidence, salience }), reason, NOW);
        expect(update.salience).toBeGreaterThanOrEqual(salience);
        expect(update.salience).toBeLessThanOrEqual(1);
        expect(update.confidence).toBeGreaterThanOrEqual(confidence);
        expect(update.confidence).toBeLessThanOrEqual(1);
      }),
    );
    expect(reinforced(memory('a', { salience: 0.1 }), 'repeatedAccess', NOW).salience).toBeGreaterThan(0.1);
  });
});
