import { z } from 'zod';
import type { MemoryVersion } from '../model/version.ts';
import { memoryFields } from './memory-fields.ts';
import type { Operation } from './operation.ts';

const inputSchema = z.strictObject(memoryFields);

export const historyOperation: Operation<typeof inputSchema, Promise<MemoryVersion[]>> = {
  name: 'history',
  summary: 'Tell every version of a memory and why it came to be.',
  input: inputSchema,
  handler: ({ souvenir }, { id, ...scope }) => souvenir.history(id, scope),
};
