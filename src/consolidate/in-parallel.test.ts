import { describe, expect, it } from 'vitest';
import { inParallel } from './in-parallel.ts';

/** Works on an item until it is told the result, and knows how many are being worked on. */
function workshop() {
  const open = new Map<number, PromiseWithResolvers<string>>();
  return {
    begun: () => [...open.keys()],
    work: (item: number) => {
      const job = Promise.withResolvers<string>();
      open.set(item, job);
      return job.promise.finally(() => open.delete(item));
    },
    finish: async (item: number, result: string | Error = `${item}`) => {
      const job = open.get(item);
      if (result instanceof Error) job?.reject(result);
      else job?.resolve(result);
      await new Promise(setImmediate);
    },
  };
}

describe('in parallel', () => {
  it('keeps as many at work as it may, never more, and the results in order', async () => {
    const { work, begun, finish } = workshop();
    const all = inParallel([1, 2, 3, 4], 2, work);
    expect(begun()).toEqual([1, 2]);
    await finish(2);
    expect(begun()).toEqual([1, 3]);
    await finish(3);
    await finish(4);
    expect(begun()).toEqual([1]);
    await finish(1);
    expect(await all).toEqual(['1', '2', '3', '4']);
  });

  it.each([
    [[], 3, []],
    [[1, 2], 5, [2, 4]],
  ])('of %j, %i at once', async (items, limit, expected) => {
    expect(await inParallel(items as number[], limit, async (item) => 2 * item)).toEqual(expected);
  });

  it('throws what went wrong when all the others have ended', async () => {
    const { work, begun, finish } = workshop();
    let outcome: unknown = 'open';
    const all = inParallel([1, 2, 3], 2, work).catch((error) => {
      outcome = error;
    });
    const error = new Error('no');
    await finish(1, error);
    expect([outcome, begun()]).toEqual(['open', [2, 3]]);
    await finish(2);
    expect(outcome).toBe('open');
    await finish(3);
    await all;
    expect(outcome).toBe(error);
  });
});
