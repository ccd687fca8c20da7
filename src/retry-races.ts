import { type ErrorCode, SouvenirError } from './errors.ts';

const MAX_ATTEMPTS = 20;

/** Repeats work that reads and then writes, if another writer changed the data in between. */
export async function retryRaces<Result>(
  work: () => Promise<Result>,
  races: readonly ErrorCode[] = ['overtaken'],
): Promise<Result> {
  for (let attempt = 1; ; attempt++)
    try {
      return await work();
    } catch (error) {
      if (!SouvenirError.is(error) || !races.includes(error.code) || attempt === MAX_ATTEMPTS) throw error;
    }
}
