import { describe, expect, it } from 'vitest';
import { createSouvenir, defineAgent, memoryStore } from '../index.ts';
import { thresholdFor } from './maximum-error.ts';
import { MEASURED_ERRORS } from './measured-errors.ts';

const thresholdOf = (recall: NonNullable<Parameters<typeof defineAgent>[0]>['recall']) =>
  defineAgent({ ...(recall && { recall }) }).recall.threshold;

describe('a maximum error', () => {
  const [loosest, ...others] = MEASURED_ERRORS;
  const least = Math.min(...MEASURED_ERRORS.map(({ error }) => error));

  it('chooses a threshold from which on no larger error was measured, and no higher one than it needs', () => {
    for (const maximumError of [least, 0.05, 0.1, 0.15, 0.2]) {
      const threshold = thresholdOf({ maximumError });
      const [at] = [MEASURED_ERRORS.findIndex((row) => row.threshold === threshold)];
      expect(MEASURED_ERRORS.slice(at).every(({ error }) => error <= maximumError)).toBe(true);
      expect(MEASURED_ERRORS[at - 1]?.error ?? 1).toBeGreaterThan(maximumError);
    }
  });

  it('that every threshold keeps chooses the lowest', () => {
    expect(thresholdFor(1)).toBe(loosest?.threshold);
    expect(others.length).toBeGreaterThan(5);
  });

  it('leaves the other settings, and is none itself', () => {
    const { recall } = defineAgent({ recall: { maximumError: 0.1, topK: 3 } });
    expect(recall).toEqual({ ...defineAgent({ recall: { topK: 3 } }).recall, threshold: thresholdFor(0.1) });
  });

  it('that was never reached is refused, with the least that was', () => {
    const refused = () => defineAgent({ recall: { maximumError: least / 2 } });
    expect(refused).toThrow(`agent.recall.maximumError: no threshold was measured to be wrong so seldom: ${least}`);
    expect(refused).toThrow(expect.objectContaining({ code: 'invalidInput' }));
  });

  it.each([-0.1, 1.1, Number.NaN])('of %s is refused', (maximumError) => {
    expect(() => defineAgent({ recall: { maximumError } })).toThrow('agent.recall.maximumError');
  });

  it('beside a threshold is refused', () => {
    expect(() => defineAgent({ recall: { maximumError: 0.1, threshold: 0.3 } })).toThrow(
      'agent.recall.maximumError: chooses the threshold: give one of the two',
    );
  });

  it('makes recall silent where the default is not', async () => {
    const answers = await Promise.all(
      [{}, { maximumError: 0.05 }].map(async (recall) => {
        const agents = defineAgent({ recall });
        const souvenir = await createSouvenir({ store: memoryStore(), agents });
        const memory = souvenir.for({ sessionId: 'one' });
        await memory.record({ role: 'user', content: 'We went to the sea in May and it rained.' });
        await memory.sessions.end();
        const { items, confidence } = await memory.recall('How was the weather when we travelled in spring?');
        await souvenir.close();
        return { count: items.length, confidence };
      }),
    );
    const [byDefault, careful] = answers;
    expect(byDefault?.confidence).toBe(careful?.confidence);
    expect(byDefault?.confidence).toBeLessThan(thresholdFor(0.05) ?? 0);
    expect([byDefault?.count, careful?.count]).toEqual([1, 0]);
  });
});

it('without a maximum error the threshold is the given one or the default', () => {
  expect(thresholdOf(undefined)).toBe(0.2);
  expect(thresholdOf({ threshold: 0.3 })).toBe(0.3);
});
