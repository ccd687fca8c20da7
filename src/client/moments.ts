/** The fields that are dates wherever they occur in an answer; a test compares them with the schemas of the operations. */
export const MOMENTS: ReadonlySet<string> = new Set([
  ...['at', 'createdAt', 'doubtedAt', 'endedAt', 'fadedAt', 'failedAt', 'firstAt', 'from', 'invalidAt'],
  ...[
    'lastAccessedAt',
    'lastAt',
    'lastFailureAt',
    'lastReinforcedAt',
    'lastRunAt',
    'lastSuccessAt',
    'lastUsedAt',
    'nextAt',
    'occurredAt',
  ],
  ...['retryAt', 'since', 'to', 'until', 'updatedAt', 'validAt'],
]);

/** Fields with content of the caller's own, where nothing is a date. */
export const OPAQUE_FIELDS: ReadonlySet<string> = new Set(['metadata', 'value', 'values']);

/** Turns moments into dates, in place. */
export function withMoments<Answer>(answer: Answer): Answer {
  if (typeof answer !== 'object' || answer === null) return answer;
  const fields = answer as Record<string, unknown>;
  for (const [name, value] of Object.entries(fields)) {
    if (OPAQUE_FIELDS.has(name)) continue;
    if (typeof value === 'string' && MOMENTS.has(name)) fields[name] = new Date(value);
    else withMoments(value);
  }
  return answer;
}
