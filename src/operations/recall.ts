import { z } from 'zod';
import { type RecallResult, recallFieldsSchema } from '../model/recall.ts';
import type { Operation } from './operation.ts';

/** Recall as any caller can ask for it: plain data only. */
export const recallFields = recallFieldsSchema.omit({ queryVector: true }).shape;

const inputSchema = z.strictObject({ ...recallFields, query: z.string() });

export const recallOperation: Operation<typeof inputSchema, Promise<RecallResult>> = {
  name: 'recall',
  summary: 'Find the memories that matter for a query, or none.',
  input: inputSchema,
  handler: ({ souvenir }, { query, ...options }) => souvenir.recall(query, options),
};
