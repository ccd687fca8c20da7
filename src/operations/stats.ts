import { z } from 'zod';
import type { StoreStats } from '../contracts/store.ts';
import type { Operation } from './operation.ts';
import { scopeFields } from './scope-fields.ts';

const inputSchema = z.strictObject(scopeFields);

export const statsOperation: Operation<typeof inputSchema, Promise<StoreStats & { unembedded: number }>> = {
  name: 'stats',
  summary: 'Count what is kept.',
  input: inputSchema,
  handler: ({ souvenir }, scope) => souvenir.stats(scope),
};
