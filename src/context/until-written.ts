import { SouvenirError } from '../errors.ts';

/** How often another writer may get in the way. */
const ATTEMPTS = 20;

/** Writes what was worked out from a look, and looks again where another writer was quicker. What looking refuses is refused. */
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
