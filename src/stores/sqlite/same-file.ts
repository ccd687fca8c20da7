import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { SouvenirError } from '../../errors.ts';

const identityOf = (path: string): string | undefined => {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino}`;
};

/** A check that the file at the path is still the one that was there: what goes to one that was removed or replaced is lost when it is closed. */
export function sameFileCheck(path: string): () => void {
  const place = resolve(path);
  const opened = identityOf(place);
  return () => {
    const now = identityOf(place);
    if (now === opened) return;
    throw new SouvenirError(
      'storeGone',
      `${path} was ${now === undefined ? 'removed' : 'replaced'} while it was open.`,
      {
        advice:
          'Put the file back where it was, or close this memory and open it again; what is not written yet waits until then.',
      },
    );
  };
}
