import { z } from 'zod';
import type { SessionContext } from '../turn/session-context.ts';
import type { Operation } from './operation.ts';
import { recallFields } from './recall.ts';

const inputSchema = z.strictObject({ ...recallFields, intent: z.string() });

export const contextOperation: Operation<typeof inputSchema, Promise<SessionContext>> = {
  name: 'context',
  summary: 'Write the prompt block an agent should read before its next turn.',
  input: inputSchema,
  handler: ({ souvenir }, { intent, ...options }) => souvenir.loadContext(intent, options),
};
