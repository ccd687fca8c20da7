import { z } from 'zod';
import type { EpisodeInput, StoredEpisode } from '../../model/episode.ts';
import { parse } from '../../model/parse.ts';
import { momentSchema, nameSchema, sourceIdSchema, unitSchema } from '../../model/primitives.ts';

/** More than a passing remark: outcomes are rarely reported, and say how well the agent does. */
const IMPORTANCE = 0.6;

export const outcomeInputSchema = z.strictObject({
  taskType: nameSchema,
  success: z.boolean(),
  /** Why it succeeded or failed. */
  notes: z.string().trim().max(100_000).optional(),
  occurredAt: momentSchema.optional(),
  importance: unitSchema.default(IMPORTANCE),
  /** The source of the report; each source is recorded once. */
  sourceId: sourceIdSchema.optional(),
});
/** The outcome of a task: what was done, and whether it worked. */
export type OutcomeInput = Readonly<z.input<typeof outcomeInputSchema>>;

export interface Outcome {
  readonly episode: StoredEpisode;
  readonly taskType: string;
  readonly success: boolean;
  readonly notes: string | undefined;
}

const outcomeSchema = z.object({ taskType: nameSchema, success: z.boolean(), notes: z.string().optional() });

/** The outcome of a task as an episode to record. */
export function outcomeEpisode(input: OutcomeInput): EpisodeInput {
  const { taskType, success, notes, ...rest } = parse(outcomeInputSchema, input, 'outcome');
  const givenNotes = notes === undefined || notes === '' ? {} : { notes };
  const given = Object.entries(rest).filter(([, value]) => value !== undefined);
  return {
    ...Object.fromEntries(given),
    ...{ type: 'observation', role: 'system' },
    content: [`${taskType} ${success ? 'succeeded' : 'failed'}`, ...Object.values(givenNotes)].join(': '),
    metadata: { taskType, success, ...givenNotes },
  };
}

export function outcomesOf(episodes: readonly StoredEpisode[]): Outcome[] {
  const distinct = new Map(episodes.map((episode) => [episode.id, episode]));
  const outcomes = [...distinct.values()].flatMap((episode) => {
    const { data } = outcomeSchema.safeParse(episode.metadata);
    return data === undefined ? [] : [{ ...data, episode, notes: data.notes?.trim() || undefined }];
  });
  return outcomes.sort((a, b) => a.episode.occurredAt.getTime() - b.episode.occurredAt.getTime());
}
