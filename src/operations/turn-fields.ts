import { z } from 'zod';
import { SouvenirError } from '../errors.ts';
import { episodeInputSchema, type Role } from '../model/episode.ts';
import { scopeInputSchema } from '../model/scope.ts';

/** Unlike `record`, an import ignores unknown fields. */
const turnSchema = z.object({ ...scopeInputSchema.shape, ...episodeInputSchema.shape });

/** An episode to record, with as much of its scope as the source names. */
export type Turn = Readonly<z.output<typeof turnSchema>>;

/** Reads one turn, or refuses it with a message that fits after its line number. */
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

/** The role for a word such as "Human" or "AI"; undefined for a person's name. */
export const roleOf = (word: string): Role | undefined => ROLES.get(word.trim().toLowerCase());

/** A part of a text that cannot be read, with its location such as "line 3". */
export interface ImportIssue {
  readonly place: string;
  readonly reason: string;
}

/** Refuses a text with unreadable parts before anything is written. */
export function refuseBad([first]: readonly ImportIssue[], advice: string, count: number): void {
  if (first === undefined) return;
  const kind = first.place.split(' ')[0];
  const more = count === 1 ? '' : ` (and ${count - 1} more bad ${kind}${count === 2 ? '' : 's'})`;
  throw new SouvenirError('invalidInput', `${first.place}: ${first.reason}${more}`, {
    advice: `nothing was imported; ${advice}`,
  });
}
