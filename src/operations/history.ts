import { z } from 'zod';
import type { MemoryVersion } from '../model/version.ts';
import { memoryFields } from './memory-fields.ts';
import type { Operation } from './operation.ts';
import { handleFor } from './scope-fields.ts';

const inputSchema = z.strictObject(memoryFields);

export const historyOperation: Operation<typeof inputSchema, Promise<MemoryVersion[]>> = {
  name: 'history',
  summary: 'Tell every version of a memory and why it came to be.',
  input: inputSchema,
  handler: (context, { id, ...scope }) => handleFor(context, scope).memories.history(id),
};
