import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { percentile } from './timing.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const RUNS = 15;
const NOTHING = ['--input-type=module', '--eval', ''];
const IMPORT = ['--input-type=module', '--eval', "await import('souvenir-memory')"];
const HELP = ['dist/cli/bin.js', '--help'];

/** Told on the last line of the error output: builtin modules are none of ours. */
const COUNTING = `data:text/javascript,
import { registerHooks } from 'node:module';
let count = 0;
registerHooks({ load(url, context, next) { if (url.startsWith('file:')) count++; return next(url, context); } });
process.on('exit', () => process.stderr.write('\\n' + count));`;

/** What a fresh process costs: the built package imported by its name, and the command line's help. Needs `dist`. */
export async function measureStartup() {
  // In turns, so that a busy moment of the machine is shared; the first round fills the compile cache.
  const rounds = Array.from({ length: RUNS + 1 }, () => [NOTHING, IMPORT, HELP].map(millisecondsOf)).slice(1);
  const median = (at: number) =>
    percentile(
      rounds.map((round) => round[at] ?? Number.NaN),
      0.5,
    );
  const [nodeMs, importMs, cliHelpMs] = [median(0), median(1), median(2)];
  return {
    nodeMs,
    importMs: importMs - nodeMs,
    importModules: modulesOf(IMPORT),
    cliHelpMs,
    cliHelpModules: modulesOf(HELP),
  };
}

function run(args: readonly string[]): string {
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}: ${stderr}`);
  return stderr;
}

function millisecondsOf(args: readonly string[]): number {
  const started = performance.now();
  run(args);
  return performance.now() - started;
}

const modulesOf = (args: readonly string[]): number =>
  Number(
    run(['--import', COUNTING.replaceAll('\n', '%0A').replaceAll(' ', '%20'), ...args])
      .split('\n')
      .at(-1),
  );
