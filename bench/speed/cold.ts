import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { seededRandom } from '../random.ts';
import { naturalQuestions } from './natural.ts';
import { progress, reporter } from './report.ts';
import { percentile, Unit } from './timing.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const RUNS = 4;

/** `souvenir recall` from a shell, each time in a fresh process, beside a Node that does nothing. Needs `dist`. */
export async function measureCold(path: string, size: string): Promise<void> {
  const [questions, unit] = [naturalQuestions(seededRandom(7)), new Unit()];
  const { report, clock } = reporter(unit);
  const [bare, cold]: [number[], number[]] = [[], []];
  // The first round fills the caches of compiled code and of the file.
  for (let round = 0; round <= RUNS; round++) {
    const runs = [
      millisecondsOf('--eval', ''),
      millisecondsOf('dist/cli/bin.js', 'recall', questions[round] ?? '', '--db', path),
    ];
    unit.time(3);
    if (round > 0) for (const [at, ms] of runs.entries()) [bare, cold][at]?.push(ms);
    progress('cold recalls', round, RUNS);
  }
  const at = `at ${Number(size).toLocaleString('en')}`;
  clock(`cold souvenir recall, median, ${at}`, percentile(cold, 0.5));
  clock(`cold souvenir recall, least, ${at}`, Math.min(...cold));
  report(`cold souvenir recall over a bare node, ${at}`, percentile(cold, 0.5) / percentile(bare, 0.5), 'x');
}

function millisecondsOf(...args: string[]): number {
  const started = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}: ${stderr}`);
  return performance.now() - started;
}
