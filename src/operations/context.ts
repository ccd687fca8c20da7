import { z } from 'zod';
import type { SessionContext } from '../souvenir.ts';
import type { Operation } from './operation.ts';
import { recallFields, recallOptions } from './recall.ts';

const inputSchema = z.strictObject({ ...recallFields, intent: z.string() });

export const contextOperation: Operation<typeof inputSchema, Promise<SessionContext>> = {
  name: 'context',
  summary: 'Write the prompt block an agent should read before its next turn.',
  input: inputSchema,
  handler: (context, { intent, ...given }) => context.souvenir.loadContext(intent, recallOptions(context, given)),
};
