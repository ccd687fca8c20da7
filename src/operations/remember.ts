import { z } from 'zod';
import { contentSchema } from '../model/primitives.ts';
import { type Added, addOptionsSchema } from '../model/revision.ts';
import type { Operation } from './operation.ts';
import { handleFor, scopeFields } from './scope-fields.ts';

const inputSchema = z.strictObject({ ...scopeFields, ...addOptionsSchema.shape, content: contentSchema });

export const rememberOperation: Operation<typeof inputSchema, Promise<Added>> = {
  name: 'remember',
  summary: 'Keep a memory at once, and tell what that did to what was known.',
  input: inputSchema,
  handler: (context, { content, tenantId, userId, agentId, projectId, sessionId, ...options }) =>
    handleFor(context, { tenantId, userId, agentId, projectId, sessionId }).memories.add(content, options),
};
