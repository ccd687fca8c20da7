import { describe, expect, it } from 'vitest';
import type { Tracing } from '../../src/contracts/tracing.ts';

/** What every tracing must do: be of no consequence to the work. */
export function tracingConformance(name: string, makeTracing: () => Tracing | Promise<Tracing>): void {
  describe(`${name} keeps the tracing contract`, () => {
    it('runs the work once and returns its result', async () => {
      const tracing = await makeTracing();
      const given = { items: [1] };
      let times = 0;
      const work = async () => {
        times++;
        return given;
      };
      expect(await tracing.span('souvenir.recall', { mode: 'relevant' }, work)).toBe(given);
      expect(times).toBe(1);
    });

    it.each([
      ['rejects', () => Promise.reject(FAILURE)],
      ['throws at once', () => raise()],
    ])('passes on the original error if the work %s', async (_, work) => {
      const tracing = await makeTracing();
      const rejection = tracing.span('souvenir.flush', {}, work).catch((error) => error);
      expect(await rejection).toBe(FAILURE);
    });

    it('passes on a thrown value that is not an error', async () => {
      const tracing = await makeTracing();
      expect(
        await tracing.span('souvenir.flush', {}, () => Promise.reject(undefined)).catch((thrown) => [thrown]),
      ).toEqual([undefined]);
    });

    it('accepts attributes of every kind, and nested and parallel stages', async () => {
      const tracing = await makeTracing();
      const inner = (at: number) =>
        tracing.span('souvenir.recall', { at, fine: true, name: 'x', parts: ['text', 'vector'] }, async (span) => {
          span.set({ items: at, parts: [] });
          span.stages({ plan: 0.25, gather: 0, total: 0.5 });
          span.stages({});
          return at;
        });
      const outer = tracing.span('souvenir.turn', {}, () => Promise.all([inner(1), inner(2), inner(3)]));
      expect(await outer).toEqual([1, 2, 3]);
    });

    it('accepts attributes after the end of a span', async () => {
      const tracing = await makeTracing();
      const span = await tracing.span('souvenir.turn', {}, async (open) => open);
      expect(() => {
        span.set({ late: true });
        span.stages({ plan: 1 });
      }).not.toThrow();
    });
  });
}

const FAILURE = new Error('the disk is full');
const raise = (): never => {
  throw FAILURE;
};
