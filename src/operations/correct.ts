import { z } from 'zod';
import type { Memory } from '../model/memory.ts';
import { contentSchema } from '../model/primitives.ts';
import { memoryFields } from './memory-fields.ts';
import type { Operation } from './operation.ts';
import { handleFor } from './scope-fields.ts';

const inputSchema = z.strictObject({ ...memoryFields, content: contentSchema, reason: z.string() });

export const correctOperation: Operation<typeof inputSchema, Promise<Memory>> = {
  name: 'correct',
  summary: 'Put a new memory in the place of a wrong one, which stays in the past.',
  input: inputSchema,
  handler: (context, { id, content, reason, ...scope }) =>
    handleFor(context, scope).memories.correct(id, { content, reason }),
};
