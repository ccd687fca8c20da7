import { z } from 'zod';
import { contentSchema } from '../model/primitives.ts';
import { type Added, addOptionsSchema } from '../model/revision.ts';
import type { Operation } from './operation.ts';

const inputSchema = z.strictObject({ ...addOptionsSchema.shape, content: contentSchema });

export const rememberOperation: Operation<typeof inputSchema, Promise<Added>> = {
  name: 'remember',
  summary: 'Keep a memory at once, and tell what that did to what was known.',
  input: inputSchema,
  handler: ({ souvenir }, { content, ...context }) => souvenir.remember(content, context),
};
