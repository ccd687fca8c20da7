import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HookProgram } from '../../src/hooks/event.ts';

const BIN = join(import.meta.dirname, '../../src/cli/bin.ts');
const FIXTURES = join(import.meta.dirname, 'fixtures');

export interface HookResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A folder with a repository, a home and a folder for temporary files of its own, in which hooks run as processes. */
export class Workplace {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'souvenir-hooks-test-')));
  readonly repo = this.repository('repo');
  readonly #children = new Set<ChildProcess>();

  constructor() {
    for (const name of ['home', 'tmp']) mkdirSync(join(this.folder, name));
  }

  /** Enough of a repository for what does not start git. */
  repository(name: string): string {
    const path = join(this.folder, name);
    mkdirSync(join(path, '.git'), { recursive: true });
    writeFileSync(join(path, '.git/HEAD'), 'ref: refs/heads/main\n');
    return path;
  }

  get state(): string {
    return join(this.repo, '.git/souvenir');
  }

  get machine(): string {
    return join(this.folder, 'tmp', `souvenir-hooks-${process.getuid?.() ?? 'user'}`);
  }

  /** A background process that seems to run, so that hooks leave none behind. */
  occupyBackground(): void {
    mkdirSync(join(this.machine, 'pending'), { recursive: true, mode: 0o700 });
    writeFileSync(join(this.machine, 'lock'), String(process.pid));
  }

  start(args: readonly string[], env: Readonly<Record<string, string | undefined>> = {}): ChildProcess {
    const own = { HOME: join(this.folder, 'home'), TMPDIR: join(this.folder, 'tmp'), ...env };
    const child = spawn(process.execPath, [BIN, ...args], { cwd: this.repo, env: { ...process.env, ...own } });
    this.#children.add(child);
    child.once('exit', () => this.#children.delete(child));
    return child;
  }

  async run(
    args: readonly string[],
    input = '',
    env: Readonly<Record<string, string | undefined>> = {},
  ): Promise<HookResult> {
    const child = this.start(args, env);
    let [stdout, stderr] = ['', ''];
    child.stdout?.on('data', (bytes) => (stdout += bytes));
    child.stderr?.on('data', (bytes) => (stderr += bytes));
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
    return { code, stdout, stderr };
  }

  /** Without a limit of time: the machine of the test may be busy. */
  hook(program: string, event: unknown, env: Readonly<Record<string, string | undefined>> = {}): Promise<HookResult> {
    const input = typeof event === 'string' ? event : JSON.stringify(event);
    return this.run(['hook', program, '--time', '60000'], input, env);
  }

  log(): string {
    try {
      return readFileSync(join(this.state, 'hooks.log'), 'utf8');
    } catch {
      return '';
    }
  }

  spooled(): string[] {
    try {
      return readdirSync(join(this.state, 'spool')).filter((name) => name.endsWith('.json'));
    } catch {
      return [];
    }
  }

  /** The recorded turns of all sessions. */
  async recorded(): Promise<{ sessionId: string; content: string; role: string }[]> {
    const { createSouvenir } = await import('../../src/create-souvenir.ts');
    const { sqliteStore } = await import('../../src/stores/sqlite/sqlite-store.ts');
    const souvenir = await createSouvenir({
      store: sqliteStore({ path: join(this.state, 'memory.db') }),
      embedder: null,
    });
    try {
      const { sessions } = souvenir.for({ userId: 'default' });
      const pages = (await sessions.list()).map(({ sessionId }) => sessions.turns({ sessionId, limit: 500 }));
      return (await Promise.all(pages)).flatMap(({ turns }) => turns);
    } finally {
      await souvenir.close();
    }
  }

  remove(): void {
    for (const child of this.#children) child.kill('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The events of a program, in their order, in the given folder. */
export const storyOf = (program: HookProgram, folder: string): { readonly name: string; readonly text: string }[] =>
  readdirSync(join(FIXTURES, program))
    .sort()
    .map((file) => ({
      name: file.replace(/^\d+-|\.json$/g, ''),
      text: readFileSync(join(FIXTURES, program, file), 'utf8').replaceAll('"/repo', `"${folder}`),
    }));
