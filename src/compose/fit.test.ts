import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutsFor, fewestCuts } from './fit.ts';

describe('the fewest cuts', () => {
  it('are found from any guess, in few tries where it is good', () => {
    fc.assert(
      fc.property(fc.nat(200), fc.nat(200), fc.integer({ min: -5, max: 210 }), (most, needed, guess) => {
        const fewest = Math.min(most, needed);
        let tries = 0;
        const fits = (cuts: number): boolean => {
          tries++;
          return cuts >= fewest;
        };
        expect(fewestCuts(most, fits, guess)).toBe(fewest);
        expect(tries).toBeLessThanOrEqual(guess >= 1 && Math.abs(guess - fewest) <= 1 ? 6 : 18);
      }),
      { numRuns: 1000 },
    );
  });

  it('were tried, unless all had to go', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1 }), fc.nat(20), (fitting, guess) => {
        const cuts = fewestCuts(fitting.length, (at) => fitting[at] === true, guess);
        expect(cuts === fitting.length || fitting[cuts]).toBe(true);
      }),
    );
  });

  it('are guessed from lengths', () => {
    expect(cutsFor(0, [3, 3])).toBe(1);
    expect(cutsFor(4, [3, 3, 3])).toBe(2);
    expect(cutsFor(100, [3, 3])).toBe(2);
  });
});
