import type { Occurrence } from './occurrence.ts';

/** What is told twice in one session of a day, or on one day in none, happened once. */
export const occasionOf = ({ session, at }: Occurrence): string => `${session ?? ''} ${at.toISOString().slice(0, 10)}`;
