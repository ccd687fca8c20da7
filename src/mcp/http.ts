import { createMcpHandler } from '@modelcontextprotocol/server';
import type { OperationContext } from '../operations/operation.ts';
import { type McpServerOptions, mcpServerOf } from './mcp-server.ts';

/**
 * Answers one request of streamable HTTP, of either revision of the protocol, without state. The caller has checked scope and permission;
 * the server has checked Host and Origin, and has read `message` within its size limit.
 */
export const answerMcp = (
  request: Request,
  context: OperationContext,
  { message, ...options }: McpServerOptions & { readonly message?: unknown } = {},
): Promise<Response> => createMcpHandler(() => mcpServerOf(context, options)).fetch(request, { parsedBody: message });
