// The default product on natural turns: embedding, reading and all. A line as soon as a figure is known; progress on the error output.
// usage: npm run bench:speed -- [--sizes 1000,10000,100000] [--json FILE] [--only kernel,turns,import,recalls,cold]        sizes up to 1,000,000; within 8 minutes for these
// Each figure is measured in a process of its own. Times are also given in hashes: SHA-256 of 4 MB, timed beside them.
// Of a filled file, 1,200 turns are natural and really embedded (fewer where that takes over a minute); the rest are varied from these, their vectors by noise (fill.ts).
import { execFileSync, fork } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { arch, cpus, loadavg, platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureCold } from './cold.ts';
import { fill, fillSource } from './fill.ts';
import { defaultKernel, measureKernel } from './kernel.ts';
import { measureRecalls } from './recalls.ts';
import { type Figure, progress } from './report.ts';
import { cpuMs } from './timing.ts';
import { measureImport, measureTurns } from './turns.ts';

const PHASES = {
  kernel: (kernel: string) => measureKernel(kernel),
  turns: (path: string, kernel: string) => measureTurns(path, kernel),
  import: (path: string) => measureImport(path),
  source: (path: string) => fillSource(path),
  fill: (path: string, size: string, source: string) => fill(path, Number(size), source),
  recalls: (path: string, size: string, recalls: string, kernel: string) => measureRecalls(path, size, recalls, kernel),
  cold: (path: string, size: string) => measureCold(path, size),
};
type Phase = keyof typeof PHASES;
const SPENT = 'processor of a phase';
/** From this size on a cold start is measured, and at it the WASM kernel too. */
const TABLE_SIZE = 10_000;
const WASM = { SOUVENIR_KERNEL: 'wasm' };
const [RECALLS, WASM_RECALLS] = ['60', '25'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sizes: { type: 'string', default: '1000,10000,100000' },
    json: { type: 'string' },
    only: { type: 'string' },
  },
});
const [phase, ...args] = positionals;
if (phase === undefined) await measureAll();
else {
  let code = 1;
  // Also when whoever started it has ended.
  process.once('disconnect', () => process.exit(code));
  await (PHASES[phase as Phase] as (...args: string[]) => Promise<void>)(...args);
  process.send?.({ name: SPENT, value: cpuMs() / 1000, unit: 's' } satisfies Figure);
  code = 0;
  process.disconnect?.();
}

async function measureAll(): Promise<void> {
  const began = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'souvenir-speed-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const [figures, failures]: [Figure[], string[]] = [[], []];
  let spent = 0;
  const chosen = values.only?.split(',') ?? Object.keys(PHASES);
  const phases = chosen.some((name) => name === 'recalls' || name === 'cold') ? [...chosen, 'source', 'fill'] : chosen;
  const run = async (name: Phase, given: readonly (string | number)[], env: Record<string, string> = {}) => {
    if (!phases.includes(name)) return;
    progress([name, ...given.filter((each) => typeof each === 'number'), ...Object.values(env)].join(' '));
    const { promise, resolve } = Promise.withResolvers<number | null>();
    const child = fork(import.meta.filename, [name, ...given.map(String)], { env: { ...process.env, ...env } });
    child.on('message', (figure: Figure) => {
      if (figure.name === SPENT) spent += figure.value;
      else {
        figures.push(figure);
        console.log(lineOf(figure));
      }
    });
    child.once('exit', resolve);
    if ((await promise) === 0) return;
    failures.push(name);
    console.log(`${name} failed: the lines above say why`);
  };
  const commit = execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim();
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, ${platform()} ${arch()}, Node ${process.version}, ${await defaultKernel()}`;
  const load = loadavg()[0] ?? 0;
  console.log(`${machine}; commit ${commit}; load ${load.toFixed(1)} at the start`);
  await run('kernel', ['default kernel']);
  await run('kernel', ['WASM'], WASM);
  await run('turns', [join(folder, 'turns.db'), '']);
  await run('turns', [join(folder, 'turns-wasm.db'), 'WASM'], WASM);
  await run('import', [join(folder, 'import.db')]);
  const [source, path] = [join(folder, 'source.db'), join(folder, 'memory.db')];
  await run('source', [source]);
  for (const size of values.sizes
    .split(',')
    .map(Number)
    .sort((a, b) => a - b)) {
    await run('fill', [path, size, source]);
    await run('recalls', [path, size, RECALLS, '']);
    if (size === TABLE_SIZE) await run('recalls', [path, size, WASM_RECALLS, 'WASM'], WASM);
    if (size >= TABLE_SIZE) await run('cold', [path, size]);
  }
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(
    `${seconds} s in all, ${Math.round(spent)} of the processor; load ${loadavg()[0]?.toFixed(1)} at the end`,
  );
  if (values.json !== undefined)
    writeFileSync(
      values.json,
      `${JSON.stringify({ machine, commit, load, seconds, processorSeconds: spent, figures, failures })}\n`,
    );
  if (failures.length > 0) process.exitCode = 1;
}

function lineOf({ name, value, unit, hashes }: Figure): string {
  const shown = `${Number(value.toPrecision(3)).toLocaleString('en')} ${unit}`.padStart(14);
  return `${name.padEnd(68)}${shown}${hashes === undefined ? '' : `${hashes.toPrecision(3).padStart(10)} hashes`}`;
}
