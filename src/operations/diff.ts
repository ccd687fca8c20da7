import { z } from 'zod';
import { momentSchema } from '../model/primitives.ts';
import type { MemoryDiff } from '../model/version.ts';
import type { Operation } from './operation.ts';
import { handleFor, scopeFields } from './scope-fields.ts';

const inputSchema = z.strictObject({
  ...scopeFields,
  from: momentSchema,
  to: momentSchema.default(() => new Date()),
});

export const diffOperation: Operation<typeof inputSchema, Promise<MemoryDiff>> = {
  name: 'diff',
  summary: 'Tell what is not the same at one moment as at an earlier one.',
  input: inputSchema,
  handler: (context, { from, to, sessionId, ...scope }) =>
    handleFor(context, scope).memories.diff({ from, to, sessionId }),
};
