import { type ChildProcess, fork } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { platform } from 'node:os';
import { join } from 'node:path';
import { type Method, type PeerItem, type PeerTurn, type Reply, SETUP, type Setup } from './protocol.ts';

const MAX_OUTPUT_CHARS = 4000;
/** The first memory opens once the process has loaded its packages and models. */
const OPEN_LIMITS = 5;
const CLOSE_MS = 10_000;
/** Nothing of a peer leaves the machine. */
const QUIET = {
  ...{ DO_NOT_TRACK: '1', MEM0_TELEMETRY: 'false', MASTRA_TELEMETRY_DISABLED: '1' },
  ...{ NODE_NO_WARNINGS: '1', CI: 'true' },
};

export interface Timed<Result> {
  readonly result: Result;
  readonly ms: number;
  readonly cpu: number;
}

/** A peer in a process of its own, whose home is its folder. A call that takes longer than its limit ends the process. */
export class PeerProcess {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (reply: Reply | Error) => void>();
  #output = '';
  #ended: Error | undefined;
  #number = 0;

  constructor(script: URL, folder: string, setup: Setup) {
    const home = join(folder, 'home');
    mkdirSync(home, { recursive: true });
    const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
    const env = { PATH, HOME: home, USERPROFILE: home, TMPDIR: folder, NODE_COMPILE_CACHE, ...QUIET };
    this.#child = fork(script, {
      ...{ cwd: folder, stdio: ['ignore', 'pipe', 'pipe', 'ipc'], execArgv: ['--max-old-space-size=6144'] },
      // A group of its own, which ends with all that the peer started.
      detached: platform() !== 'win32',
      env: { ...env, [SETUP]: JSON.stringify(setup) },
    });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on('data', (text) => {
        this.#output = `${this.#output}${text}`.slice(-MAX_OUTPUT_CHARS);
      });
    this.#child.on('message', (reply: Partial<Reply>) => {
      if (reply.number !== undefined) this.#waiting.get(reply.number)?.(reply as Reply);
    });
    this.#child.once('error', (error) => this.#end(error));
    process.once('exit', this.#killAll);
    this.#child.once('exit', this.#killAll);
    // `close` comes after the last of the output.
    this.#child.once('close', (code, signal) =>
      this.#end(new Error(`ended by ${signal ?? `code ${code}`}${this.#lastOutput()}`)),
    );
  }

  open = (folder: string, limitMs: number) => this.#call<void>('open', [folder], OPEN_LIMITS * limitMs);
  record = (turns: readonly PeerTurn[], limitMs: number) => this.#call<void>('record', [turns], limitMs);
  ready = (limitMs: number) => this.#call<void>('ready', [], limitMs);
  recall = (query: string, k: number, at: string, limitMs: number) =>
    this.#call<PeerItem[]>('recall', [query, k, at], limitMs);
  grow = (isGrowing: boolean, limitMs: number) => this.#call<void>('grow', [isGrowing], limitMs);
  close = (limitMs: number) => this.#call<void>('close', [], limitMs);
  usage = (limitMs: number) => this.#call<{ rss: number }>('usage', [], limitMs);

  /** Also where the peer hangs. */
  async end(): Promise<void> {
    if (this.#ended === undefined) await this.close(CLOSE_MS).catch(() => {});
    await this.#kill();
  }

  async #call<Result>(method: Method, args: readonly unknown[], limitMs: number): Promise<Timed<Result>> {
    const number = this.#number++;
    const answered = Promise.withResolvers<Reply | Error>();
    this.#waiting.set(number, answered.resolve);
    const timer = setTimeout(
      () => answered.resolve(new Error(`no answer to ${method} within ${limitMs / 1000} s${this.#lastOutput()}`)),
      limitMs,
    );
    if (this.#ended === undefined) this.#child.send({ number, method, args }, () => {});
    const reply = this.#ended ?? (await answered.promise);
    clearTimeout(timer);
    this.#waiting.delete(number);
    if (reply instanceof Error) {
      await this.#kill();
      throw reply;
    }
    if (reply.error !== undefined) throw new Error(`${method} failed: ${reply.error.split('\n')[0]}`);
    return { result: reply.result as Result, ms: reply.ms, cpu: reply.cpu };
  }

  #lastOutput(): string {
    const lines = this.#output.split('\n').map((line) => line.trim());
    const line = lines.find((each) => /^\w*Error\b/.test(each)) ?? lines.findLast((each) => each !== '');
    return line === undefined ? '' : `: ${line.slice(0, 200)}`;
  }

  #end(error: Error): void {
    this.#ended ??= error;
    process.off('exit', this.#killAll);
    for (const answer of this.#waiting.values()) answer(error);
  }

  async #kill(): Promise<void> {
    const { pid, exitCode, signalCode } = this.#child;
    if (pid === undefined || exitCode !== null || signalCode !== null) return;
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#killAll();
    await ended;
  }

  /** The process and all that it started. */
  readonly #killAll = (): void => {
    const { pid } = this.#child;
    if (platform() === 'win32' || pid === undefined) return void this.#child.kill('SIGKILL');
    try {
      process.kill(-pid, 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  };
}
