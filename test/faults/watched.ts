export interface Watched {
  readonly tookMs: number;
  /** For how long at most nothing else had its turn. */
  readonly longestMs: number;
  /** The same in time of the processor, which says more where others use it too: of the process, and of its main thread, as no other holds the loop. */
  readonly cpuMs: number;
  readonly longestCpuMs: number;
  readonly turns: number;
}

/** Milliseconds of the processor that this process has used. */
export const cpuNow = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const storedNow = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** How long work took, and what it let others do. */
export async function watched(work: () => unknown): Promise<Watched> {
  const [began, cpuBegan] = [performance.now(), cpuNow()];
  let [last, lastCpu, longestMs, longestCpuMs, turns, isOver] = [began, storedNow(), 0, 0, 0, false];
  const turn = () => {
    const [now, cpu] = [performance.now(), storedNow()];
    longestMs = Math.max(longestMs, now - last);
    longestCpuMs = Math.max(longestCpuMs, cpu - lastCpu);
    [last, lastCpu] = [now, cpu];
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  isOver = true;
  await new Promise(setImmediate);
  return { tookMs: performance.now() - began, longestMs, cpuMs: cpuNow() - cpuBegan, longestCpuMs, turns };
}
