import { type ErrorCode, SouvenirError } from './errors.ts';

const MAX_ATTEMPTS = 20;

/** Work that reads, then writes what follows from it: again where another writer was quicker. */
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
