import { z } from 'zod';
import type { Memory } from '../model/memory.ts';
import { memorySelectionSchema } from '../model/revision.ts';
import { memoryFields } from './memory-fields.ts';
import type { Operation } from './operation.ts';

const inputSchema = z.strictObject(memoryFields);

const ofOneMemory = (
  name: 'archive' | 'forget' | 'restore',
  summary: string,
): Operation<typeof inputSchema, Promise<Memory>> => ({
  ...{ name, summary, input: inputSchema },
  handler: ({ souvenir }, { id, ...scope }) => souvenir[name](id, scope),
});

export const archiveOperation = ofOneMemory('archive', 'Take a memory out of what counts; it can still be seen.');
export const forgetOperation = ofOneMemory('forget', 'Take a memory out of sight, until it is restored.');
export const restoreOperation = ofOneMemory('restore', 'Make a memory count again, whatever ended it.');

const selectionSchema = memorySelectionSchema.omit({ asOf: true });

export const forgetAllOperation: Operation<typeof selectionSchema, Promise<{ readonly forgotten: number }>> = {
  name: 'forgetAll',
  summary: 'Forget every memory that passes; without filters, all that count.',
  input: selectionSchema,
  handler: async ({ souvenir }, selection) => ({ forgotten: await souvenir.forgetAll(selection) }),
};
