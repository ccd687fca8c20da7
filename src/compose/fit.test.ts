import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FENCED } from '../model/memory-block.ts';
import { cutsFor, cutToFit, fitItems, minCuts } from './fit.ts';
import type { Prompt } from './prompt.ts';
import type { SectionItem } from './sections.ts';

describe('the minimal cuts', () => {
  it('are found from any guess, in few tries from a good one', () => {
    fc.assert(
      fc.property(fc.nat(200), fc.nat(200), fc.integer({ min: -5, max: 210 }), (most, needed, guess) => {
        const fewest = Math.min(most, needed);
        let tries = 0;
        const fits = (cuts: number): boolean => {
          tries++;
          return cuts >= fewest;
        };
        expect(minCuts(most, fits, guess)).toBe(fewest);
        expect(tries).toBeLessThanOrEqual(guess >= 1 && Math.abs(guess - fewest) <= 1 ? 6 : 18);
      }),
      { numRuns: 1000 },
    );
  });

  it('are tested before everything is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1 }), fc.nat(20), (fitting, guess) => {
        const cuts = minCuts(fitting.length, (at) => fitting[at] === true, guess);
        expect(cuts === fitting.length || fitting[cuts]).toBe(true);
      }),
    );
  });

  it('need few token counts if cost follows length', () => {
    const items = Array.from(
      { length: 400 },
      (_, rank): SectionItem => ({ id: `${rank}`, text: 'x'.repeat(20), rank }),
    );
    const sections = Object.fromEntries(FENCED.map((name) => [name, name === 'memories' ? items : []]));
    const text = ({ sections: { memories } }: Prompt) => memories.map((item) => item.text).join('');
    let counted = 0;
    const cost = (prompt: Prompt) => {
      counted += 1;
      return text(prompt).length;
    };
    const { memories } = cutToFit({ sections } as unknown as Prompt, ['memories'], 2000, { text, cost }).sections;
    expect(memories.map(({ rank }) => rank)).toEqual([...Array(100).keys()]);
    expect(counted).toBeLessThan(8);
  });

  it('of one section need few token counts beyond one per item', () => {
    const items = Array.from({ length: 400 }, (_, rank) => ({ text: 'x'.repeat(20), rank }));
    let counted = 0;
    const retained = fitItems(items, 2000, (some) => {
      counted += 1;
      return 20 * some.length;
    });
    expect(retained.map(({ rank }) => rank)).toEqual([...Array(100).keys()]);
    expect(counted - items.length).toBeLessThan(8);
  });

  it('are guessed from lengths', () => {
    expect(cutsFor(0, [3, 3])).toBe(1);
    expect(cutsFor(4, [3, 3, 3])).toBe(2);
    expect(cutsFor(100, [3, 3])).toBe(2);
  });
});
