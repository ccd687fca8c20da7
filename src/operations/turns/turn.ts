import { z } from 'zod';
import { episodeInputSchema } from '../../model/episode.ts';
import { scopeInputSchema } from '../../model/scope.ts';

/** What else a line holds is ignored, where `record` would refuse it. */
const turnSchema = z.object({ ...scopeInputSchema.shape, ...episodeInputSchema.shape });

/** An episode to record, its scope not filled in. */
export type Turn = Readonly<z.output<typeof turnSchema>>;

/** Reads one turn, or refuses it in words that fit behind the number of its line. */
export function readTurn(fields: object): Turn {
  const result = turnSchema.safeParse(fields);
  if (result.success) return result.data;
  throw new Error(result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '));
}
