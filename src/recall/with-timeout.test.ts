import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSouvenir, memoryStore } from '../index.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Until so many ask it. */
const polled = (isSo: () => boolean) => vi.waitUntil(isSo, { interval: 5, timeout: 30_000 });

test('recall answers by words and reports it if the embedder never responds', async () => {
  const store = memoryStore();
  const reported = await createSouvenir({ store, embedder: null, reader: null });
  await reported.for().memories.add('The lamp is by the door.');
  await reported.close();
  let asked = 0;
  const embedder = {
    id: 'silent',
    embed: () => {
      asked += 1;
      return new Promise<never>(() => {});
    },
  };
  const souvenir = await createSouvenir({ store, embedder, reader: null, embedInBackground: false });
  const many = 20;
  const answers = Promise.all(Array.from({ length: many }, () => souvenir.for().recall('Where is the lamp?')));
  await polled(() => asked === 16);
  vi.advanceTimersByTime(60_000);
  await polled(() => asked === many);
  vi.advanceTimersByTime(60_000);
  for (const { items, degraded } of await answers) {
    expect(items[0]?.content).toBe('The lamp is by the door.');
    expect(degraded).toContainEqual({
      part: 'vector',
      reason: expect.stringContaining('within 60 s'),
      code: 'embedderFailed',
    });
  }
  await souvenir.close();
});
