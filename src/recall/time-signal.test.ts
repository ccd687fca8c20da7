import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { timeSignal } from './time-signal.ts';

describe('the time signal', () => {
  const window = { from: new Date('2023-05-01T00:00:00Z'), to: new Date('2023-05-07T23:59:59Z') };

  it('is whole inside, ends included, and fades outside', () => {
    expect(timeSignal(window.from, window)).toBe(1);
    expect(timeSignal(window.to, window)).toBe(1);
    const [near, far] = ['2023-04-28', '2022-04-28'].map((day) => timeSignal(new Date(day), window));
    expect(near).toBeLessThan(1);
    expect(near).toBeGreaterThan(0.5);
    expect(far).toBeLessThan(0.01);
  });

  it('never leaves 0 to 1', () => {
    const moment = fc.date({ noInvalidDate: true });
    fc.assert(
      fc.property(moment, moment, moment, (at, one, other) => {
        const [from, to] = one <= other ? [one, other] : [other, one];
        const signal = timeSignal(at, { from, to });
        expect(signal).toBeGreaterThanOrEqual(0);
        expect(signal).toBeLessThanOrEqual(1);
      }),
    );
  });
});
