import { describe, expect, it } from 'vitest';
import { untilAborted } from '../until-aborted.ts';
import { inParallel, OwnerQueue } from './queue.ts';

const ANA = { tenantId: 't', userId: 'ana', agentId: 'a' };
const BEN = { ...ANA, userId: 'ben' };

function setUp() {
  const queue = new OwnerQueue();
  const log: string[] = [];
  const open = Promise.withResolvers<void>();
  const work =
    (name: string, until: Promise<unknown> = Promise.resolve()) =>
    async () => {
      log.push(name);
      await until;
    };
  return { queue, log, open, work };
}

it('the queue runs jobs of one owner in sequence without delaying others', async () => {
  const { queue, log, open, work } = setUp();
  const first = queue.run(ANA, undefined, work('first', open.promise));
  const second = queue.run(ANA, undefined, work('second'));
  await queue.run(BEN, undefined, work('other'));
  expect(log).toEqual(['first', 'other']);
  open.resolve();
  await Promise.all([first, second]);
  expect(log).toEqual(['first', 'other', 'second']);
});

it('the queue continues after a failure', async () => {
  const { queue, log, work } = setUp();
  await expect(queue.run(ANA, undefined, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await queue.run(ANA, undefined, work('next'));
  expect(log).toEqual(['next']);
});

it('the queue drops an aborted waiting job and still runs one at a time', async () => {
  const { queue, log, open, work } = setUp();
  const giveUp = new AbortController();
  const first = queue.run(ANA, undefined, work('first', open.promise));
  const impatient = queue.run(ANA, giveUp.signal, work('impatient'));
  const third = queue.run(ANA, undefined, work('third'));
  giveUp.abort(new Error('enough'));
  await expect(impatient).rejects.toThrow('enough');
  expect(log).toEqual(['first']);
  open.resolve();
  await Promise.all([first, third, queue.settled()]);
  expect(log).toEqual(['first', 'third']);
});

it('the queue interrupts interruptible jobs for urgent work and restarts them afterwards', async () => {
  const { queue, log, open, work } = setUp();
  const { signal } = new AbortController();
  const long = (name: string) => async (until: AbortSignal) => {
    log.push(name);
    await untilAborted(open.promise, until);
    log.push(`${name} done`);
  };
  const all = [
    queue.runStoppable(ANA, signal, long('one')),
    queue.runStoppable(ANA, signal, long('two')),
    queue.runStoppable(BEN, signal, long('other')),
  ];
  await new Promise(setImmediate);
  await queue.runFirst(ANA, signal, work('first'));
  expect(log).toEqual(['one', 'other', 'first']);
  open.resolve();
  await Promise.all([...all, queue.settled()]);
  expect(log.toSorted()).toEqual(['first', 'one', 'one', 'one done', 'other', 'other done', 'two', 'two done']);
});

it('an interruptible job fails when its own signal aborts', async () => {
  const { queue, open } = setUp();
  const close = new AbortController();
  const long = queue.runStoppable(ANA, close.signal, (until) => untilAborted(open.promise, until));
  close.abort(new Error('closed'));
  await expect(long).rejects.toThrow('closed');
});

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

describe('inParallel', () => {
  it('runs at most the limit at once and keeps results in order', async () => {
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
  ])('runs %j with %i at once', async (items, limit, expected) => {
    expect(await inParallel(items as number[], limit, async (item) => 2 * item)).toEqual(expected);
  });

  it('throws the failure after all others have ended', async () => {
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
