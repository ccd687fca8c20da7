import { z } from 'zod';
import { ownerOf } from '../model/scope.ts';
import type { SouvenirStats } from '../souvenir/souvenir.ts';
import type { Operation } from './operation.ts';
import { scopeFields, withDefaults } from './scope-fields.ts';

const inputSchema = z.strictObject(scopeFields);

export const statsOperation: Operation<typeof inputSchema, Promise<SouvenirStats>> = {
  name: 'stats',
  summary: 'Count what is kept, and what was done.',
  input: inputSchema,
  handler({ souvenir, scope: defaults }, scope) {
    return souvenir.stats(ownerOf(withDefaults(scope, defaults)));
  },
};
