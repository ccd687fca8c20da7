import type { Progress } from '../contracts/store.ts';
import { SouvenirError } from '../errors.ts';

export function progressConflict({ component, sessionId, from }: Progress, through: number): SouvenirError {
  return new SouvenirError(
    'overtaken',
    `${component} has consolidated session ${sessionId} through ${through}, not ${from}: someone else was there first.`,
    { advice: 'Ask for the pending sessions again and consolidate what is left.' },
  );
}
