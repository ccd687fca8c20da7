import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { runHook } from '../hooks/run-hook.ts';
import { hookArguments } from './hook-arguments.ts';

/** Answers one event of an agent program. Whatever happens, it exits with 0, and stdout has the answer alone. */
export async function answerHook(args: readonly string[]): Promise<never> {
  const end = () => process.exit(0);
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
  process.stdout.on('error', end);
  const { program, project, timeMs } = hookArguments(args);
  const answer = await runHook({
    ...{ program, project, timeMs, input: process.stdin, startBackground },
    open: async (at, purpose) => {
      const { openHookMemory } = await import('./hook-memory.ts');
      return openHookMemory(at, purpose);
    },
  });
  if (answer !== '') await new Promise<void>((resolve) => process.stdout.write(`${answer}\n`, () => resolve()));
  // A thread or a query that came too late does not hold the program up.
  return process.exit(0);
}

/** Not the module that this runs from: it is bundled, and the commands are not. */
const BIN = fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? './bin.ts' : './bin.js', import.meta.url));

function startBackground(since: Date): void {
  const args = [...process.execArgv, BIN, 'hook', 'consolidate', '--since', String(since.getTime())];
  const child = spawn(process.execPath, args, { detached: true, stdio: 'ignore', windowsHide: true, cwd: '/' });
  child.on('error', () => {});
  child.unref();
}
