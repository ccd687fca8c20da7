import type { ProfileFinding } from './profile-finding.ts';
import { readGaps } from './read-gaps.ts';
import { readGoals } from './read-goals.ts';
import { readLanguages } from './read-languages.ts';
import { readLevel } from './read-level.ts';
import { readName } from './read-name.ts';
import { readPreferences } from './read-preferences.ts';
import { readStyle } from './read-style.ts';
import { userClauses } from './user-clauses.ts';

const READERS = [readName, readLanguages, readLevel, readGoals, readStyle, readGaps, readPreferences];

/** What a text says for the profile of the user, who in it is "the user", "I", or one of these names. */
export const readProfile = (text: string, names: readonly string[] = []): ProfileFinding[] =>
  userClauses(text, names).flatMap((clause) => READERS.flatMap((read) => read(clause)));
