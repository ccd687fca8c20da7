import { z } from 'zod';
import type { Memory } from '../model/memory.ts';
import { idSchema } from '../model/primitives.ts';
import { memoryFields } from './memory-fields.ts';
import type { Operation } from './operation.ts';
import { handleFor } from './scope-fields.ts';

const inputSchema = z.strictObject({ ...memoryFields, by: idSchema });

export const supersedeOperation: Operation<typeof inputSchema, Promise<Memory>> = {
  name: 'supersede',
  summary: 'Let one memory take the place of another, which stays in the past.',
  input: inputSchema,
  handler: (context, { id, by, ...scope }) => handleFor(context, scope).memories.supersede(id, { by }),
};
