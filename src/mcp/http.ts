import { createMcpHandler } from '@modelcontextprotocol/server';
import type { OperationContext } from '../operations/operation.ts';
import { type McpServerOptions, mcpServerOf } from './mcp-server.ts';

/**
 * Answers one request of streamable HTTP, of either revision of the protocol. Nothing is kept between two of them: whose memory it is,
 * and whether the caller may, is settled before. Host and Origin are checked by whoever listens, and the size of the body by whoever
 * has read it and gives it as `message`.
 */
export const answerMcp = (
  request: Request,
  context: OperationContext,
  { message, ...options }: McpServerOptions & { readonly message?: unknown } = {},
): Promise<Response> => createMcpHandler(() => mcpServerOf(context, options)).fetch(request, { parsedBody: message });
