import { reasonOf } from '../errors.ts';
import type { Souvenir } from '../souvenir/souvenir.ts';
import { FAILURE_NAMES, FAILURES } from '../telemetry/measure.ts';
import { note } from './in-out.ts';
import { oneLine } from './render/text.ts';

/** Reports failures of background work on stderr; a failure that repeats is reported once. */
export function reportFailures(souvenir: Souvenir): void {
  let latest = '';
  for (const name of FAILURE_NAMES)
    souvenir.on(name, ({ error }) => {
      const message = `${FAILURES[name]} failed: ${oneLine(reasonOf(error))}`;
      if (message !== latest) note(message);
      latest = message;
    });
}
