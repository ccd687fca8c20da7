import { z } from 'zod';
import type { Owner } from '../model/scope.ts';

const hour = z.int().min(0).max(23);
export const scheduleSchema = z.strictObject({
  /** Consolidates a user's turns when none was recorded for this long. */
  idleMs: z.number().nonnegative().default(180_000),
  /** Consolidates a user's turns when this many wait. */
  afterTurns: z.int().min(1).default(500),
  /** Hours of local time in which memories fade and the cycle runs, once a day; by default when nothing was recalled for `idleMs`. */
  quietHours: z.strictObject({ from: hour, to: hour }).optional(),
  /** The owners that the schedule and the rules of agents serve; by default all. Turns of other owners wait for an explicit consolidation. */
  only: z
    .custom<(owner: Owner) => boolean | Promise<boolean>>((value) => typeof value === 'function', 'is not a function')
    .optional(),
});
export type ScheduleConfig = z.output<typeof scheduleSchema>;
