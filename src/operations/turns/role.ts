import type { Role } from '../../model/episode.ts';

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
