import { listOptionsSchema, type MemoryList } from '../model/revision.ts';
import type { Operation } from './operation.ts';
import { handleFor, scopeFields } from './scope-fields.ts';

const inputSchema = listOptionsSchema.extend(scopeFields);

export const listOperation: Operation<typeof inputSchema, Promise<MemoryList>> = {
  name: 'list',
  summary: 'List memories, a page at a time.',
  input: inputSchema,
  handler: (context, { tenantId, userId, agentId, projectId, ...options }) =>
    handleFor(context, { tenantId, userId, agentId, projectId }).memories.list(options),
};
