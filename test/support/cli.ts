import { type ChildProcessWithoutNullStreams, type SpawnOptions, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach } from 'vitest';
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

/** The real command line, in a fresh folder for every test. */
export function freshCli() {
  const cli = {
    folder: '',
    start(args: readonly string[], { nodeOptions = [], variables = {}, stdout }: Run = {}) {
      const { FORCE_COLOR: _, SOUVENIR_DB: __, NODE_OPTIONS: ___, ...inherited } = process.env;
      const env = { ...inherited, ...variables };
      const options = { cwd: cli.folder, env, stdio: ['pipe', stdout, 'pipe'] } satisfies SpawnOptions;
      return spawn(process.execPath, [...nodeOptions, BIN, ...args], options) as ChildProcessWithoutNullStreams;
    },
    async souvenir(args: readonly string[], run: Run = {}) {
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
