import type { Violation } from '../../contracts/guardrail.ts';
import { SouvenirError } from '../../errors.ts';

const MOST_TOLD = 3;
const MOST_QUOTED = 60;

/** The refusal of a text, naming rule and place; all violations are on its `cause`. */
export function unsafeInstructions(text: string, violations: readonly Violation[]): SouvenirError {
  const told = violations.slice(0, MOST_TOLD).map((violation) => violationText(violation, text));
  const more = violations.length > MOST_TOLD ? ` (and ${violations.length - MOST_TOLD} more)` : '';
  return new SouvenirError('unsafeInstructions', `Refused by ${told.join('; ')}${more}.`, {
    advice: 'Take out what the rules refuse; `propose` shows every place without writing.',
    cause: { violations },
  });
}

/** Rule, place and reason in a line. */
export const violationText = (violation: Violation, text: string): string =>
  `${violation.rule} ${placeOf(violation, text)}: ${violation.reason}`;

/** Secrets are not repeated. */
function placeOf({ rule, start, end }: Violation, text: string): string {
  const line = text.slice(0, start).split('\n').length;
  const place = `at ${start}–${end} (line ${line})`;
  return rule === 'secrets' || end <= start
    ? place
    : `${place} ${JSON.stringify(text.slice(start, Math.min(end, start + MOST_QUOTED)))}`;
}

/** The violations behind a refusal; none of any other error. */
export function violationsOf(error: unknown): readonly Violation[] {
  if (!SouvenirError.is(error) || error.code !== 'unsafeInstructions') return [];
  const { cause } = error;
  return typeof cause === 'object' && cause !== null && 'violations' in cause && Array.isArray(cause.violations)
    ? cause.violations
    : [];
}
