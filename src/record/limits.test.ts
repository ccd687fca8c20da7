import { describe, expect, it } from 'vitest';
import { refused } from '../../test/support/fresh-souvenir.ts';
import { DAY, MINUTE, manualClock } from '../../test/support/manual-clock.ts';
import { createSouvenir } from '../create-souvenir.ts';
import { memoryStore } from '../stores/memory/memory-store.ts';
import { type Limits, WriteLimits } from './limits.ts';

const ANA = { tenantId: 'home', userId: 'ana' };
const BEN = { tenantId: 'home', userId: 'ben' };

function limited(limits: Limits) {
  const clock = manualClock();
  const all = new WriteLimits(limits, clock);
  return { clock, add: (user = ANA, content = 'hello') => all.admit(user, [{ content }]) };
}

describe('rate limits of a user', () => {
  it('are off by default', () => {
    const { add } = limited({});
    for (let at = 0; at < 10_000; at++) add();
  });

  it('refuse turns above the limit per minute, with a retry time, for that user only', () => {
    const { clock, add } = limited({ turnsPerMinute: 2 });
    add();
    clock.advance(MINUTE / 2);
    add();
    expect(() => add()).toThrow(
      expect.objectContaining({ code: 'rateLimited', advice: expect.stringMatching(/ 30 s/) }),
    );
    add(BEN);
    clock.advance(MINUTE / 2);
    add();
  });

  it('refuse bytes above the limit per day, and do not count refused ones', () => {
    const { clock, add } = limited({ bytesPerDay: 20 });
    expect(() => add(ANA, 'x'.repeat(30))).toThrow(refused('rateLimited', /20 bytes/));
    add(ANA, 'é'.repeat(8));
    expect(() => add(ANA, 'xyz')).toThrow(refused('rateLimited'));
    clock.advance(DAY);
    add(ANA, 'xyz');
  });

  it('count a bounded number of users', () => {
    const { add } = limited({ turnsPerMinute: 1 });
    add();
    for (let at = 0; at < 10_000; at++) add({ tenantId: 'home', userId: `user${at}` });
    add();
  });

  it('continue after the clock is set back', () => {
    const { clock, add } = limited({ turnsPerMinute: 1 });
    add();
    clock.advance(-DAY);
    add();
  });
});

it('a memory with limits refuses turns, memories and documents before storing anything', async () => {
  const clock = manualClock();
  const souvenir = await createSouvenir({ store: memoryStore(), embedder: null, clock, limits: { turnsPerMinute: 1 } });
  const [ana, ben] = [souvenir.for({ userId: 'ana' }), souvenir.for({ userId: 'ben' })];
  const turns = ['I live in Oslo.', 'I have a cat.'].map((content) => ({ content }));
  await expect(ana.recordAll(turns)).rejects.toEqual(
    refused('rateLimited', /^turn 2: .*stored; the 1 before it were$/),
  );
  expect((await souvenir.stats()).episodes).toBe(1);
  await expect(ana.record({ content: 'I have a cat.' })).rejects.toEqual(refused('rateLimited'));
  await expect(ana.memories.add('Ana has a cat.')).rejects.toEqual(refused('rateLimited'));
  await expect(ana.documents.add({ content: 'Ana has a cat.' })).rejects.toEqual(refused('rateLimited'));
  await ben.record({ content: 'I have a cat.' });
  await souvenir.for({ userId: 'ana' }).flush();
  expect((await ana.memories.list()).memories).toEqual([]);
  expect(await ana.documents.list()).toEqual([]);
  await souvenir.close();
});
