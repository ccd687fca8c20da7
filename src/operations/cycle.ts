import { z } from 'zod';
import { SouvenirError } from '../errors.ts';
import type { CycleReport } from '../model/report.ts';
import { ownerOf } from '../model/scope.ts';
import type { CycleOptions } from '../souvenir/souvenir.ts';
import type { Operation } from './operation.ts';
import { scopeFields, withDefaults } from './scope-fields.ts';

const TASKS = [
  'extractPatterns',
  'decaySalience',
  'strengthen',
  'link',
  'prune',
  'detectContradictions',
] as const satisfies (keyof CycleOptions)[];
export const cycleTaskSchema = z.enum(TASKS);

const inputSchema = z.strictObject({
  ...scopeFields,
  /** How long ago something may have happened to be gone over for what recurs. */
  maxAgeMs: z.number().positive().optional(),
  /** What to leave out. */
  skip: z.array(cycleTaskSchema).default([]),
});

export const cycleOperation: Operation<typeof inputSchema, Promise<CycleReport>> = {
  name: 'cycle',
  summary: 'Go over what is remembered: learn what recurs, strengthen, link and prune.',
  input: inputSchema,
  async handler({ souvenir, signal, onProgress, scope }, { skip, maxAgeMs, ...given }) {
    const stop = souvenir.on('cycleProgress', ({ stage, done, total }) => onProgress?.({ stage, done, total }));
    const skipped = Object.fromEntries(skip.map((task) => [task, false]));
    try {
      const owner = ownerOf(withDefaults(given, scope));
      const asked = { maxAgeMs, ...skipped, ...(signal !== undefined && { signal }) };
      const [report] = await souvenir.cycle({ ...owner, ...asked });
      if (report !== undefined) return report;
      throw new SouvenirError('invalidInput', 'nothing is remembered yet', { advice: 'record something first' });
    } finally {
      stop();
    }
  },
};
