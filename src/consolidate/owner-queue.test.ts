import { expect, it } from 'vitest';
import { OwnerQueue } from './owner-queue.ts';

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

it('does one thing after another for an owner, and keeps no other waiting', async () => {
  const { queue, log, open, work } = setUp();
  const first = queue.run(ANA, undefined, work('first', open.promise));
  const second = queue.run(ANA, undefined, work('second'));
  await queue.run(BEN, undefined, work('other'));
  expect(log).toEqual(['first', 'other']);
  open.resolve();
  await Promise.all([first, second]);
  expect(log).toEqual(['first', 'other', 'second']);
});

it('goes on after a failure', async () => {
  const { queue, log, work } = setUp();
  await expect(queue.run(ANA, undefined, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await queue.run(ANA, undefined, work('next'));
  expect(log).toEqual(['next']);
});

it('lets go of what gives up waiting, and still does one thing at a time', async () => {
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
