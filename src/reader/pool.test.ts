import { afterEach, describe, expect, it, vi } from 'vitest';
import { createPool, type Job, type Lane, type Pool } from './pool.ts';
import { workerLane } from './worker-lane.ts';

const CRASH = 666;
const EXIT = 667;
const STUCK = 668;
const LEAVE = 669;

/** Answers each sequence with its first id. */
const script = new URL(`data:text/javascript,
  import { parentPort, workerData } from 'node:worker_threads';
  parentPort.on('message', ({ sequences }) => {
    const [first] = sequences[0].ids;
    if (first === ${CRASH}) throw new Error('crashed on purpose');
    if (first === ${EXIT}) process.exit(3);
    if (first === ${LEAVE}) setImmediate(() => process.exit(3));
    if (first !== ${STUCK}) parentPort.postMessage(sequences.map(({ ids }) => Float32Array.of(ids[0])));
  });`);

const pools: Pool[] = [];
const open = (lanes = 1): Pool => {
  const pool = createPool({ lanes, openLane: () => workerLane({ script }) });
  pools.push(pool);
  return pool;
};
afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())));

const job = (...ids: number[]): Job => ({ sequences: ids.map((id) => ({ ids: Uint16Array.of(id) })) });
const numbers = (vectors: readonly Float32Array[]) => vectors.map(([value]) => value);
const counting = (to: number) => Array.from({ length: to }, (_, n) => job(n));

function* noted(log: string[], name: string, count: number, onTake?: (n: number) => void): Generator<Job> {
  for (let n = 1; n <= count; n++) {
    log.push(`${name} ${n}`);
    onTake?.(n);
    yield job(n);
  }
}

describe('createPool', () => {
  it.each([1, 3])('returns the vectors of all jobs in order, with %d lanes', async (lanes) => {
    const pool = open(lanes);
    expect(numbers(await pool.run([job(1, 2), job(3), job(4, 5, 6)]))).toEqual([1, 2, 3, 4, 5, 6]);
    expect(numbers(await pool.run(counting(50)))).toEqual(Array.from({ length: 50 }, (_, n) => n));
    expect(await pool.run([])).toEqual([]);
  });

  it('runs queries before waiting bulk work, in order', async () => {
    const pool = open();
    const log: string[] = [];
    await Promise.all([
      pool.run(noted(log, 'bulk', 3)),
      pool.run(noted(log, 'late bulk', 1)),
      pool.run(noted(log, 'query', 1), { urgent: true }),
      pool.run(noted(log, 'second query', 1), { urgent: true }),
    ]);
    expect(log).toEqual(['bulk 1', 'query 1', 'second query 1', 'bulk 2', 'bulk 3', 'late bulk 1']);
  });

  it('runs bulk work in between while queries keep coming', async () => {
    const pool = open();
    const log: string[] = [];
    await Promise.all([pool.run(noted(log, 'query', 8), { urgent: true }), pool.run(noted(log, 'bulk', 2))]);
    const [first, second] = [log.indexOf('bulk 1'), log.indexOf('bulk 2')];
    expect([first, second]).toEqual([3, 7]);
  });

  it('starts no job after an abort', async () => {
    const pool = open();
    const abort = new AbortController();
    const log: string[] = [];
    const jobs = noted(log, 'job', 100, (n) => n === 3 && abort.abort('enough'));
    await expect(pool.run(jobs, { signal: abort.signal })).rejects.toMatchObject({ code: 'aborted', cause: 'enough' });
    expect(numbers(await pool.run([job(7)]))).toEqual([7]);
    expect(log).toHaveLength(3);
  });

  it.each([
    ['throws', CRASH],
    ['exits', EXIT],
  ])('fails the run whose thread %s, and continues with a new thread', async (_, bad) => {
    const pool = open();
    const [lost, waiting] = await Promise.allSettled([pool.run([job(1), job(bad), job(2)]), pool.run(counting(3))]);
    expect(lost).toMatchObject({ status: 'rejected', reason: { code: 'embedderFailed' } });
    expect(waiting).toMatchObject({ status: 'fulfilled' });
    expect(numbers(await pool.run(counting(3)))).toEqual([0, 1, 2]);
  });

  it('replaces a lane whose thread ended while idle', async () => {
    const lanes: Lane[] = [];
    const openLane = () => {
      const lane = workerLane({ script });
      lanes.push(lane);
      return lane;
    };
    const pool = createPool({ lanes: 1, openLane });
    pools.push(pool);
    await pool.run([job(LEAVE)]);
    await vi.waitUntil(() => lanes[0]?.isUsable() === false);
    expect(numbers(await pool.run([job(5)]))).toEqual([5]);
    expect(lanes).toHaveLength(2);
  });

  it('fails a run whose lane cannot be opened', async () => {
    const pool = createPool({
      lanes: 1,
      openLane: () => {
        throw new Error('no thread');
      },
    });
    await expect(pool.run([job(1)])).rejects.toThrow('no thread');
    await pool.close();
  });

  it('fails only the run whose jobs cannot be created', async () => {
    const pool = open();
    const jobs = (function* (): Generator<Job> {
      yield job(1);
      throw new Error('no more');
    })();
    await expect(pool.run(jobs)).rejects.toThrow('no more');
    expect(numbers(await pool.run([job(5)]))).toEqual([5]);
  });

  it('rejects running, waiting and later jobs when it is closed', async () => {
    const pool = open();
    const pending = Promise.allSettled([pool.run([job(STUCK)]), pool.run(counting(3))]);
    await Promise.all([pool.close(), pool.close()]);
    for (const result of await pending) expect(result).toMatchObject({ reason: { code: 'closed' } });
    await expect(pool.run(counting(1))).rejects.toMatchObject({ code: 'closed' });
  });
});
