import { z } from 'zod';
import { momentSchema } from '../model/primitives.ts';
import { type Rollback, rollbackOptionsSchema } from '../model/version.ts';
import type { Operation } from './operation.ts';
import { handleFor, scopeFields } from './scope-fields.ts';

const inputSchema = z.strictObject({ ...scopeFields, ...rollbackOptionsSchema.shape, to: momentSchema });

export const rollbackOperation: Operation<typeof inputSchema, Promise<Rollback>> = {
  name: 'rollback',
  summary: 'Make the memory what it was at a moment; nothing is erased.',
  input: inputSchema,
  handler: (context, { to, dryRun, sessionId, ...scope }) =>
    handleFor(context, scope).memories.rollback(to, { dryRun, sessionId }),
};
