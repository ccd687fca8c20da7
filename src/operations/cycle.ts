import { z } from 'zod';
import type { CycleReport } from '../model/report.ts';
import type { CycleOptions } from '../souvenir/cycling.ts';
import type { Operation } from './operation.ts';
import { scopeFields } from './scope-fields.ts';

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
  async handler({ souvenir, signal, onProgress }, { skip, ...options }) {
    const stop = souvenir.on('cycleProgress', ({ stage, done, total }) => onProgress?.({ stage, done, total }));
    const skipped = Object.fromEntries(skip.map((task) => [task, false]));
    try {
      return await souvenir.cycle({ ...options, ...skipped, ...(signal !== undefined && { signal }) });
    } finally {
      stop();
    }
  },
};
