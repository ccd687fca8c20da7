import { afterEach, expect, it, vi } from 'vitest';
import { openModel } from './open-model.ts';
import type { WorkerData } from './worker.ts';
import { workerLane } from './worker-lane.ts';

vi.mock(import('./worker-lane.ts'), { spy: true });
afterEach(() => {
  vi.unstubAllEnvs();
});

it('All WASM workers of a process read the vectors of tokens from the same memory', async () => {
  vi.stubEnv('SOUVENIR_KERNEL', 'wasm');
  const models = await Promise.all([openModel(2), openModel(1, 'reader')]);
  const job = { sequences: [{ ids: Uint16Array.of(101, 1996, 102) }] };
  const vectors = await Promise.all(models.map(({ pool }) => pool.run([job, job])));
  await Promise.all(models.map(({ pool }) => pool.close()));

  const workers = vi.mocked(workerLane).mock.calls.map(([{ workerData }]) => workerData as WorkerData);
  expect(workers).toHaveLength(3);
  const [memory, ...others] = new Set(workers.map(({ tokens }) => tokens.weights.buffer));
  expect(memory).toBeInstanceOf(SharedArrayBuffer);
  expect(others).toEqual([]);
  expect(vectors.flat().map(({ length }) => length)).toEqual([384, 384, 384, 384]);
});

it('A WASM worker looks tokens up in the memory that it was given', async () => {
  vi.stubEnv('SOUVENIR_KERNEL', 'wasm');
  vi.mocked(workerLane).mockClear();
  const { pool, file } = await openModel(1);
  const lanes = vi.mocked(workerLane).mock.calls;
  const run = () => pool.run([{ sequences: [{ ids: Uint16Array.of(101, 1996, 102) }] }]);
  const [before] = await run();
  const given = lanes[0]?.[0].workerData as WorkerData;
  given.tokens.weights.fill(0, 1996 * file.shape.width, 1997 * file.shape.width);
  expect((await run())[0]).not.toEqual(before);
  await pool.close();
});
