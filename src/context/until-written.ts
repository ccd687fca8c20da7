import { SouvenirError } from '../errors.ts';

const ATTEMPTS = 20;

/** Reads, then writes what follows from it; again where another writer was quicker. */
export async function untilWritten<Seen, Result>(
  look: () => Promise<Seen>,
  write: (seen: Seen) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    const seen = await look();
    try {
      return await write(seen);
    } catch (error) {
      if (!isRace(error) || attempt === ATTEMPTS) throw error;
    }
  }
}

const isRace = (error: unknown): boolean =>
  SouvenirError.is(error) && (error.code === 'overtaken' || error.code === 'conflict');
