import { z } from 'zod';
import { SouvenirError } from '../errors.ts';
import { episodeInputSchema, type Role } from '../model/episode.ts';
import { scopeInputSchema } from '../model/scope.ts';

/** What else a line holds is ignored, where `record` would refuse it. */
const turnSchema = z.object({ ...scopeInputSchema.shape, ...episodeInputSchema.shape });

/** An episode to record, with as much of its scope as it names. */
export type Turn = Readonly<z.output<typeof turnSchema>>;

/** Reads one turn, or refuses it in words that fit behind the number of its line. */
export function readTurn(fields: object): Turn {
  const result = turnSchema.safeParse(fields);
  if (result.success) return result.data;
  throw new Error(result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '));
}

const ROLES: ReadonlyMap<string, Role> = new Map([
  ['user', 'user'],
  ['human', 'user'],
  ['assistant', 'assistant'],
  ['ai', 'assistant'],
  ['bot', 'assistant'],
  ['system', 'system'],
  ['tool', 'tool'],
]);

/** The role behind a word such as "Human" or "AI"; none behind a person's name. */
export const roleOf = (word: string): Role | undefined => ROLES.get(word.trim().toLowerCase());

/** A place in a text, such as "line 3", that cannot be read. */
export interface ImportIssue {
  readonly place: string;
  readonly reason: string;
}

/** Refuses a text for what in it cannot be read, before anything of it is kept. */
export function refuseBad([first]: readonly ImportIssue[], advice: string, count: number): void {
  if (first === undefined) return;
  const kind = first.place.split(' ')[0];
  const more = count === 1 ? '' : ` (and ${count - 1} more bad ${kind}${count === 2 ? '' : 's'})`;
  throw new SouvenirError('invalidInput', `${first.place}: ${first.reason}${more}`, {
    advice: `nothing was imported; ${advice}`,
  });
}
