import { type ChildProcessWithoutNullStreams, type SpawnOptions, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, vi } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { hashEmbedder } from '../../src/embedders/index.ts';
import { createSouvenir, defineAgent, type Souvenir } from '../../src/index.ts';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { manualClock } from './manual-clock.ts';

const BIN = fileURLToPath(new URL('../../src/cli/bin.ts', import.meta.url));

interface Run {
  readonly input?: string;
  readonly nodeOptions?: readonly string[];
  /** A file descriptor, in the place of a pipe. */
  readonly stdout?: number;
  readonly variables?: Readonly<Record<string, string>>;
}

/** Runs share the process's output, so that one waits for the other. */
let running: Promise<unknown> = Promise.resolve();

/** The variables of this process that mean nothing to the command line. */
const inherited = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(FORCE_COLOR$|SOUVENIR_)/.test(name)));

interface RunHere extends Required<Pick<Run, 'input' | 'variables'>> {
  readonly folder: string;
}

/** What `bin.ts` does, with the process's surroundings put in the place of a fresh process's. */
async function runHere(args: readonly string[], { input, variables, folder }: RunHere) {
  const before = { env: process.env, folder: process.cwd(), stdin: Object.getOwnPropertyDescriptor(process, 'stdin') };
  const listeners = [process.listeners('SIGINT'), process.stdout.listeners('error')] as const;
  const outputs = [vi.spyOn(process.stdout, 'write'), vi.spyOn(process.stderr, 'write')] as const;
  const reported = outputs.map((output) => {
    const chunks: string[] = [];
    output.mockImplementation(((chunk: string, ...rest: unknown[]) => {
      chunks.push(chunk);
      const written = rest.find((each) => typeof each === 'function');
      if (written !== undefined) queueMicrotask(() => written());
      return true;
    }) as typeof process.stdout.write);
    return chunks;
  });
  process.env = { ...inherited(), ...variables };
  process.chdir(folder);
  Object.defineProperty(process, 'stdin', { configurable: true, value: Readable.from([Buffer.from(input)]) });
  try {
    const code = await main(args);
    const [stdout = '', stderr = ''] = reported.map((chunks) => chunks.join(''));
    return { stdout, stderr, code };
  } finally {
    process.env = before.env;
    process.chdir(before.folder);
    if (before.stdin !== undefined) Object.defineProperty(process, 'stdin', before.stdin);
    for (const output of outputs) output.mockRestore();
    for (const each of process.listeners('SIGINT')) if (!listeners[0].includes(each)) process.off('SIGINT', each);
    for (const each of process.stdout.listeners('error') as (() => void)[])
      if (!listeners[1].includes(each)) process.stdout.off('error', each);
  }
}

/** The command line, in a fresh folder for every test. */
export function freshCli() {
  const cli = {
    folder: '',
    start(args: readonly string[], { nodeOptions = [], variables = {}, stdout }: Run = {}) {
      const { NODE_OPTIONS: _, ...surroundings } = inherited();
      const env = { ...surroundings, ...variables };
      const options = { cwd: cli.folder, env, stdio: ['pipe', stdout, 'pipe'] } satisfies SpawnOptions;
      return spawn(process.execPath, [...nodeOptions, BIN, ...args], options) as ChildProcessWithoutNullStreams;
    },
    /** In this process, which has the modules already: a fresh one takes a second to load them. */
    souvenir(args: readonly string[], { input = '', variables = {} }: Pick<Run, 'input' | 'variables'> = {}) {
      const outcome = running.then(() => runHere(args, { input, variables, folder: cli.folder }));
      running = outcome.catch(() => {});
      return outcome;
    },
    /** In a process of its own, as a user runs it. */
    async process(args: readonly string[], run: Run = {}) {
      const child = cli.start(args, run);
      child.stdin.end(run.input ?? '');
      const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
      const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
      return { stdout, stderr, code };
    },
    /** Runs without the model, for speed. */
    plain: (...args: string[]) => cli.souvenir([...args, '--embedder', 'hash']),
    /** Fills the memory without the command line, at moments of its own. */
    async given(fill: (souvenir: Souvenir, clock: ReturnType<typeof manualClock>) => Promise<void>): Promise<void> {
      const clock = manualClock();
      const store = sqliteStore({ path: join(cli.folder, 'souvenir.db') });
      const agents = defineAgent({ id: 'default' });
      const souvenir = await createSouvenir({ store, clock, agents, embedder: hashEmbedder() });
      await fill(souvenir, clock);
      await souvenir.close();
    },
  };
  beforeEach(async () => {
    cli.folder = await mkdtemp(join(tmpdir(), 'souvenir-cli-'));
  });
  afterEach(() => rm(cli.folder, { recursive: true, force: true }));
  return cli;
}
