import { listOptionsSchema, type MemoryList } from '../model/revision.ts';
import type { Operation } from './operation.ts';

export const listOperation: Operation<typeof listOptionsSchema, Promise<MemoryList>> = {
  name: 'list',
  summary: 'List memories, a page at a time.',
  input: listOptionsSchema,
  handler: ({ souvenir }, options) => souvenir.list(options),
};
