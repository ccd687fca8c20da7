import { once } from 'node:events';
import { Transform } from 'node:stream';
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { OperationContext } from '../operations/operation.ts';
import { mcpServerOf } from './mcp-server.ts';

/** Serves one client over stdin and stdout until it hangs up or `signal` aborts. */
export async function serveOverStdio(context: OperationContext, signal: AbortSignal): Promise<void> {
  const lines = answerInvalidLines();
  const transport = new AnsweringTransport(process.stdin.pipe(lines));
  const served = serveStdio(() => mcpServerOf(context), { transport });
  const { onmessage, onclose } = transport;
  transport.onmessage = (message) => {
    transport.note(message);
    onmessage?.(message);
  };
  const ended = new Promise<void>((resolve) => {
    transport.onclose = () => {
      onclose?.();
      resolve();
    };
  });
  await Promise.race([ended, signal.aborted || once(signal, 'abort')]);
  transport.giveUp();
  await served.close();
  process.stdin.unpipe(lines).pause();
}

/** The transport hangs up on a longer line. */
const MAX_LINE_BYTES = 10 * 1024 * 1024;
const NO_JSON = { jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'Parse error: a line is not JSON' } };

/** Passes JSON lines on and answers the others, which the transport would skip silently. */
function answerInvalidLines(): Transform {
  let pending = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _, done) {
      pending = Buffer.concat([pending, chunk]);
      for (let end = pending.indexOf('\n') + 1; end > 0; end = pending.indexOf('\n') + 1) {
        const line = textIn(pending.subarray(0, end));
        pending = pending.subarray(end);
        if (line !== undefined && isJson(line)) this.push(line);
        else if (line?.trim() !== '') process.stdout.write(`${JSON.stringify(NO_JSON)}\n`);
      }
      if (pending.length > MAX_LINE_BYTES) {
        this.push(pending);
        pending = Buffer.alloc(0);
      }
      done();
    },
  });
}

/** Refuses invalid UTF-8: replacement characters would make it another name. */
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

/** Closes after the last answer: a client that pipes requests in hangs up after the last request. */
class AnsweringTransport extends StdioServerTransport {
  readonly #pendingIds = new Set<RequestId>();
  readonly #answered = Promise.withResolvers<void>();
  #isClosing = false;
  #sending: Promise<unknown> = Promise.resolve();

  note(message: JSONRPCMessage): void {
    if (!('method' in message)) return;
    // A subscription is not answered until it ends.
    if ('id' in message && message.method !== 'subscriptions/listen') this.#pendingIds.add(message.id);
    if (message.method === 'notifications/cancelled') this.#settle(message.params?.['requestId']);
  }

  giveUp(): void {
    this.#pendingIds.clear();
    this.#answered.resolve();
  }

  override async send(message: JSONRPCMessage): Promise<void> {
    // In sequence: each write that waits for a full pipe adds a listener to it.
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
    this.#pendingIds.delete(id as RequestId);
    if (this.#isClosing && this.#pendingIds.size === 0) this.#answered.resolve();
  }
}
