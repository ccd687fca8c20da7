import { once } from 'node:events';
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { OperationContext } from '../operations/operation.ts';
import { mcpServerOf } from './mcp-server.ts';

/** Serves the one client at the other end of stdin and stdout until it hangs up or `signal` aborts. */
export async function serveOverStdio(context: OperationContext, signal: AbortSignal): Promise<void> {
  const wire = new AnsweringTransport();
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
}

/** Closes when what was asked is answered: whoever pipes requests in hangs up after the last. */
class AnsweringTransport extends StdioServerTransport {
  readonly #asked = new Set<RequestId>();
  readonly #answered = Promise.withResolvers<void>();
  #isClosing = false;

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
    try {
      await super.send(message);
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
