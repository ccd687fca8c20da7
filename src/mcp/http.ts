import { createMcpHandler } from '@modelcontextprotocol/server';
import type { OperationContext } from '../operations/operation.ts';
import { type McpServerOptions, mcpServerOf } from './mcp-server.ts';

/**
 * Answers one request of streamable HTTP, of either revision of the protocol. Nothing is kept between two of them: whose memory it is,
 * and whether the caller may, is settled before. Host and Origin are checked by whoever listens.
 */
export const answerMcp = (
  request: Request,
  context: OperationContext,
  options: McpServerOptions = {},
): Promise<Response> => createMcpHandler(() => mcpServerOf(context, options)).fetch(request);
