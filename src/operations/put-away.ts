import { z } from 'zod';
import type { Memory } from '../model/memory.ts';
import { memorySelectionSchema } from '../model/revision.ts';
import { memoryFields } from './memory-fields.ts';
import type { Operation } from './operation.ts';
import { handleFor, scopeFields } from './scope-fields.ts';

const inputSchema = z.strictObject(memoryFields);

const ofOneMemory = (
  name: 'archive' | 'forget' | 'restore',
  summary: string,
): Operation<typeof inputSchema, Promise<Memory>> => ({
  ...{ name, summary, input: inputSchema },
  handler: (context, { id, ...scope }) => handleFor(context, scope).memories[name](id),
});

export const archiveOperation = ofOneMemory('archive', 'Take a memory out of what counts; it can still be seen.');
export const forgetOperation = ofOneMemory('forget', 'Take a memory out of sight, until it is restored.');
export const restoreOperation = ofOneMemory('restore', 'Make a memory count again, whatever ended it.');

const selectionSchema = memorySelectionSchema.omit({ asOf: true }).extend(scopeFields);

export const forgetAllOperation: Operation<typeof selectionSchema, Promise<{ readonly forgotten: number }>> = {
  name: 'forgetAll',
  summary: 'Forget every memory that passes; without filters, all that count.',
  input: selectionSchema,
  handler: async (context, { tenantId, userId, agentId, projectId, ...selection }) => ({
    forgotten: await handleFor(context, { tenantId, userId, agentId, projectId }).memories.forgetAll(selection),
  }),
};
