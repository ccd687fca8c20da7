import { z } from 'zod';
import type { Memory } from '../model/memory.ts';
import { memoryChangeSchema } from '../model/revision.ts';
import { memoryFields } from './memory-fields.ts';
import type { Operation } from './operation.ts';
import { handleFor } from './scope-fields.ts';

const inputSchema = z.strictObject({ ...memoryFields, change: memoryChangeSchema });

export const updateOperation: Operation<typeof inputSchema, Promise<Memory>> = {
  name: 'update',
  summary: 'Change a memory under its id; what it was stays in its history.',
  input: inputSchema,
  handler: (context, { id, change, ...scope }) => handleFor(context, scope).memories.update(id, change),
};
