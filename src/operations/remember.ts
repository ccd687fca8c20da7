import { z } from 'zod';
import { contentSchema } from '../model/primitives.ts';
import { type Remembered, rememberContextSchema } from '../model/revision.ts';
import type { Operation } from './operation.ts';

const inputSchema = z.strictObject({ ...rememberContextSchema.shape, content: contentSchema });

export const rememberOperation: Operation<typeof inputSchema, Promise<Remembered>> = {
  name: 'remember',
  summary: 'Keep a memory at once, and tell what that did to what was known.',
  input: inputSchema,
  handler: ({ souvenir }, { content, ...context }) => souvenir.remember(content, context),
};
