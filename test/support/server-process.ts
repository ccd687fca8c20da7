import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const BIN = fileURLToPath(new URL('../../src/cli/bin.ts', import.meta.url));

export interface ServerProcess {
  readonly url: string;
  readonly process: ChildProcessByStdio<null, Readable, null>;
  /** Ends it, and resolves when it has. */
  end(signal: NodeJS.Signals): Promise<void>;
}

/** `souvenir serve` in a process of its own, once it answers. */
export async function startServer(
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [BIN, 'serve', '--port', '0', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NO_COLOR: '1', ...variables },
  });
  const exit = once(child, 'exit');
  for await (const line of createInterface({ input: child.stdout })) {
    const [url] = /http:\/\/[\w.:]+\d/.exec(line) ?? [];
    if (url === undefined) continue;
    child.stdout.resume();
    return {
      ...{ url, process: child },
      async end(signal) {
        child.kill(signal);
        await exit;
      },
    };
  }
  throw new Error(`the server ended with ${child.exitCode} before it answered`);
}
