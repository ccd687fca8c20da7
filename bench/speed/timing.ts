import { createHash } from 'node:crypto';

/** The value below which the given share of the samples lies. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export async function timed<Result>(work: () => Promise<Result> | Result): Promise<{ ms: number; result: Result }> {
  const started = performance.now();
  const result = await work();
  return { ms: performance.now() - started, result };
}

/** Milliseconds that all threads of this process have worked. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Processor and clock time of one kind of work. */
export class Samples {
  readonly cpu: number[] = [];
  readonly clock: number[] = [];

  async time<Result>(work: () => Promise<Result> | Result): Promise<Result> {
    const before = cpuMs();
    const { ms, result } = await timed(work);
    this.cpu.push(cpuMs() - before);
    this.clock.push(ms);
    return result;
  }

  get meanCpu(): number {
    return this.cpu.reduce((sum, each) => sum + each, 0) / this.cpu.length;
  }
}

const HASHED = Buffer.alloc(4_000_000, 'souvenir');

/**
 * A SHA-256 of 4 MB, timed beside a figure: the figure in hashes says the same on a slow or busy machine. Native code, which takes as long
 * the first time as later.
 */
export class Unit {
  readonly #cpu: number[] = [];
  readonly #clock: number[] = [];

  time(times = 1): void {
    for (let at = 0; at < times; at++) {
      const [before, started] = [process.threadCpuUsage(), performance.now()];
      createHash('sha256').update(HASHED).digest();
      // Of this thread alone: others may still work for what came before.
      const { user, system } = process.threadCpuUsage(before);
      this.#cpu.push((user + system) / 1000);
      this.#clock.push(performance.now() - started);
    }
  }

  /** In milliseconds. */
  get cpu(): number {
    return percentile(this.#cpu, 0.5);
  }

  get clock(): number {
    return percentile(this.#clock, 0.5);
  }
}
