import { once } from 'node:events';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { OperationContext } from '../operations/operation.ts';
import { mcpServerOf } from './mcp-server.ts';

/** Serves the one client at the other end of stdin and stdout until it hangs up or `signal` aborts. */
export async function serveOverStdio(context: OperationContext, signal: AbortSignal): Promise<void> {
  const wire = new StdioServerTransport();
  const served = serveStdio(() => mcpServerOf(context), { transport: wire });
  const ended = new Promise<void>((resolve) => {
    const { onclose } = wire;
    wire.onclose = () => {
      onclose?.();
      resolve();
    };
  });
  await Promise.race([ended, signal.aborted || once(signal, 'abort')]);
  await served.close();
}
