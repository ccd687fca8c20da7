import { z } from 'zod';
import type { Memory } from '../../model/memory.ts';
import { momentSchema } from '../../model/primitives.ts';
import { day, percent, shorten, unstopped } from '../accounts/phrasing.ts';
import type { Outcome } from './outcome-episode.ts';

const MOST_NOTES = 3;
const MOST_NOTE = 300;

const count = z.int().nonnegative();

/** How often tasks of one type succeeded. */
const trackRecordSchema = z.object({
  taskType: z.string(),
  successes: count,
  failures: count,
  /** The last few that were given, oldest first. */
  lastNotes: z.array(z.object({ at: momentSchema, success: z.boolean(), notes: z.string() })),
  lastAt: momentSchema,
  lastOutcome: z.enum(['success', 'failure']),
});
export type TrackFacts = Readonly<z.output<typeof trackRecordSchema>>;

export const readTrackRecord = ({ metadata }: Memory): TrackFacts | undefined =>
  trackRecordSchema.safeParse(metadata).data;

/** "Code Review", "codeReview" and "code_review" are one type of task. */
export const taskTypeKey = (taskType: string): string =>
  taskType
    .trim()
    .replace(/(?<=\p{Ll}|\p{N})(?=\p{Lu})/gu, '_')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_-]+/g, '_');

/** With one more outcome. One that happened before the last known one does not become the last. */
export function tracked(facts: TrackFacts | undefined, { taskType, success, notes, episode }: Outcome): TrackFacts {
  const at = episode.occurredAt;
  const isLast = facts === undefined || at >= facts.lastAt;
  const told = notes === undefined ? [] : [{ at, success, notes: shorten(notes, MOST_NOTE) }];
  const lastNotes = [...(facts?.lastNotes ?? []), ...told].sort((a, b) => a.at.getTime() - b.at.getTime());
  return {
    taskType: facts?.taskType ?? taskType,
    successes: (facts?.successes ?? 0) + (success ? 1 : 0),
    failures: (facts?.failures ?? 0) + (success ? 0 : 1),
    lastNotes: lastNotes.slice(-MOST_NOTES),
    lastAt: isLast ? at : facts.lastAt,
    lastOutcome: isLast ? (success ? 'success' : 'failure') : facts.lastOutcome,
  };
}

/** How well such tasks go, and how the last one went. */
export function describeTrackRecord({
  taskType,
  successes,
  failures,
  lastNotes,
  lastAt,
  lastOutcome,
}: TrackFacts): string {
  const attempts = successes + failures;
  const rate = `${successes} of ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'} succeeded (${percent(successes, attempts)})`;
  const note = lastNotes.findLast(({ at }) => at.getTime() === lastAt.getTime())?.notes;
  const went = lastOutcome === 'success' ? 'succeeded' : 'failed';
  return `${taskType}: ${rate}. Last (${day(lastAt)}): ${note === undefined ? went : `${went}, ${unstopped(note)}`}.`;
}
