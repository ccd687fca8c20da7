import { z } from 'zod';
import type { Memory } from '../model/memory.ts';
import { reinforcementReasonSchema } from '../model/revision.ts';
import { memoryFields } from './memory-fields.ts';
import type { Operation } from './operation.ts';
import { handleFor } from './scope-fields.ts';

const inputSchema = z.strictObject({
  ...memoryFields,
  reason: reinforcementReasonSchema.default('explicitConfirmation'),
});

export const reinforceOperation: Operation<typeof inputSchema, Promise<Memory>> = {
  name: 'reinforce',
  summary: 'Make a memory surer.',
  input: inputSchema,
  handler: (context, { id, reason, ...scope }) => handleFor(context, scope).memories.reinforce(id, { reason }),
};
