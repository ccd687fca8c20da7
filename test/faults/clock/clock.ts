import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

const HERE = import.meta.dirname;
const reportSchema = z.object({ steps: z.number(), wrong: z.array(z.string()) });
type ClockReport = z.output<typeof reportSchema>;

/** Lives so many steps with a system clock that jumps: what was told is found at once, and all of it is there, once and in its order, when the clock is right again. */
export async function liveWithClock(steps: number, seed: number, folder: string): Promise<ClockReport> {
  const args = [join(HERE, 'life.ts'), join(folder, `clock-${seed}.db`), String(seed), String(steps)];
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', join(HERE, 'moved-date.mjs'), ...args]);
  return reportSchema.parse(JSON.parse(stdout));
}
