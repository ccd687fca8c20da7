import { z } from 'zod';
import { type RecallResult, recallFieldsSchema } from '../model/recall.ts';
import type { Operation } from './operation.ts';
import { handleFor, scopeFields } from './scope-fields.ts';

/** Recall as any caller can ask for it: plain data only. */
export const recallFields = recallFieldsSchema.omit({ queryVector: true }).shape;

const inputSchema = z.strictObject({ ...scopeFields, ...recallFields, query: z.string() });

export const recallOperation: Operation<typeof inputSchema, Promise<RecallResult>> = {
  name: 'recall',
  summary: 'Find the memories that matter for a query, or none.',
  input: inputSchema,
  handler: (context, { query, tenantId, userId, agentId, projectId, ...options }) =>
    handleFor(context, { tenantId, userId, agentId, projectId }).recall(query, options),
};
