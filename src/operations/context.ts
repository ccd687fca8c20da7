import { z } from 'zod';
import type { SessionContext } from '../turn/session-context.ts';
import type { Operation } from './operation.ts';
import { recallFields } from './recall.ts';
import { handleFor, scopeFields } from './scope-fields.ts';

const inputSchema = z.strictObject({ ...scopeFields, ...recallFields, intent: z.string() });

export const contextOperation: Operation<typeof inputSchema, Promise<SessionContext>> = {
  name: 'context',
  summary: 'Write the prompt block an agent should read before its next turn.',
  input: inputSchema,
  handler: (context, { intent, tenantId, userId, agentId, projectId, ...options }) =>
    handleFor(context, { tenantId, userId, agentId, projectId }).loadContext(intent, options),
};
