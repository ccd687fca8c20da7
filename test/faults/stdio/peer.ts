import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const BIN = fileURLToPath(new URL('../../../src/cli/bin.ts', import.meta.url));

interface Answer {
  readonly id?: unknown;
  readonly result?: { readonly content?: readonly { readonly text: string }[]; readonly isError?: boolean };
  readonly error?: { readonly code: number; readonly message: string };
}

/** `souvenir mcp` in a process of its own, and a client that may send it anything. */
export class Peer {
  readonly child: ChildProcessWithoutNullStreams;
  readonly answers: Answer[] = [];
  /** Lines of its output that are no message. */
  readonly noise: string[] = [];
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null; readonly stderr: string }>;
  #next = 1;
  readonly #waiting = new Map<unknown, (answer: Answer | undefined) => void>();

  constructor(path: string) {
    this.child = spawn(process.execPath, [BIN, 'mcp', '--embedder', 'none', '--db', path, '--user', 'ana']);
    // Who hangs up first is part of the attack.
    this.child.stdin.on('error', () => {});
    createInterface({ input: this.child.stdout }).on('line', (line) => this.#hear(line));
    const stderr = text(this.child.stderr);
    this.ended = new Promise((resolve) => {
      this.child.on('close', async (code, signal) => {
        for (const answer of this.#waiting.values()) answer(undefined);
        resolve({ code, signal, stderr: await stderr });
      });
    });
  }

  send(raw: string | Buffer): Promise<void> {
    return new Promise((resolve) => this.child.stdin.write(raw, () => resolve()));
  }

  /** Its answer; undefined once the process has ended. */
  async ask(method: string, params: object = {}): Promise<Answer | undefined> {
    const id = `q${this.#next++}`;
    const answered = new Promise<Answer | undefined>((resolve) => this.#waiting.set(id, resolve));
    await this.send(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return answered;
  }

  async greet(): Promise<void> {
    const clientInfo = { name: 'attacker', version: '1' };
    await this.ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
    await this.send('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  }

  /** Whether it was acknowledged. */
  async save(content: string): Promise<boolean> {
    const answer = await this.ask('tools/call', { name: 'memory_add', arguments: { content } });
    return answer?.result !== undefined && answer.result.isError !== true;
  }

  #hear(line: string): void {
    try {
      const answer: Answer = JSON.parse(line);
      if (Object(answer).jsonrpc !== '2.0') this.noise.push(line);
      this.answers.push(answer);
      this.#waiting.get(answer.id)?.(answer);
      this.#waiting.delete(answer.id);
    } catch {
      this.noise.push(line);
    }
  }
}
