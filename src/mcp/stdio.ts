import { once } from 'node:events';
import { Transform } from 'node:stream';
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { OperationContext } from '../operations/operation.ts';
import { mcpServerOf } from './mcp-server.ts';

/** Serves the one client at the other end of stdin and stdout until it hangs up or `signal` aborts. */
export async function serveOverStdio(context: OperationContext, signal: AbortSignal): Promise<void> {
  const lines = refusingLines();
  const wire = new AnsweringTransport(process.stdin.pipe(lines));
  const served = serveStdio(() => mcpServerOf(context), { transport: wire });
  const { onmessage, onclose } = wire;
  wire.onmessage = (message) => {
    wire.note(message);
    onmessage?.(message);
  };
  const ended = new Promise<void>((resolve) => {
    wire.onclose = () => {
      onclose?.();
      resolve();
    };
  });
  await Promise.race([ended, signal.aborted || once(signal, 'abort')]);
  wire.giveUp();
  await served.close();
  process.stdin.unpipe(lines).pause();
}

/** A longer line is left to the transport, which hangs up. */
const MOST_BYTES = 10 * 1024 * 1024;
const NO_JSON = { jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'Parse error: a line is no JSON' } };

/** Lines as they come, but those that are no JSON: they are answered here, since the transport passes over them in silence. */
function refusingLines(): Transform {
  let held = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _, done) {
      held = Buffer.concat([held, chunk]);
      for (let end = held.indexOf('\n') + 1; end > 0; end = held.indexOf('\n') + 1) {
        const line = textIn(held.subarray(0, end));
        held = held.subarray(end);
        if (line !== undefined && isJson(line)) this.push(line);
        else if (line?.trim() !== '') process.stdout.write(`${JSON.stringify(NO_JSON)}\n`);
      }
      if (held.length > MOST_BYTES) {
        this.push(held);
        held = Buffer.alloc(0);
      }
      done();
    },
  });
}

/** Bytes that are no UTF-8 are no text: what is put in their place would be another name. */
function textIn(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Closes when what was asked is answered: whoever pipes requests in hangs up after the last. */
class AnsweringTransport extends StdioServerTransport {
  readonly #asked = new Set<RequestId>();
  readonly #answered = Promise.withResolvers<void>();
  #isClosing = false;
  #sending: Promise<unknown> = Promise.resolve();

  note(message: JSONRPCMessage): void {
    if (!('method' in message)) return;
    // A subscription has no answer until the end.
    if ('id' in message && message.method !== 'subscriptions/listen') this.#asked.add(message.id);
    if (message.method === 'notifications/cancelled') this.#settle(message.params?.['requestId']);
  }

  /** What is still asked is not waited for. */
  giveUp(): void {
    this.#asked.clear();
    this.#answered.resolve();
  }

  override async send(message: JSONRPCMessage): Promise<void> {
    // One after another: each that waits for a full pipe listens to it.
    const sent = this.#sending.then(() => super.send(message));
    this.#sending = sent.catch(() => {});
    try {
      await sent;
    } finally {
      if (!('method' in message)) this.#settle(message.id);
    }
  }

  override async close(): Promise<void> {
    this.#isClosing = true;
    this.#settle(undefined);
    await this.#answered.promise;
    await super.close();
  }

  #settle(id: unknown): void {
    this.#asked.delete(id as RequestId);
    if (this.#isClosing && this.#asked.size === 0) this.#answered.resolve();
  }
}
