import { reasonOf } from '../errors.ts';
import type { Souvenir } from '../souvenir/souvenir.ts';
import { FAILURE_NAMES, FAILURES } from '../telemetry/measure.ts';
import { note } from './in-out.ts';
import { oneLine } from './render/text.ts';

/** Says on stderr what fails while nobody waits for it; what fails again in the same way is said once. */
export function reportFailures(souvenir: Souvenir): void {
  let latest = '';
  for (const name of FAILURE_NAMES)
    souvenir.on(name, ({ error }) => {
      const message = `${FAILURES[name]} failed: ${oneLine(reasonOf(error))}`;
      if (message !== latest) note(message);
      latest = message;
    });
}
