const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 60_000;

/** Milliseconds: `Retry-After`, or twice as long after each attempt, with jitter so that callers do not return together. */
export function retryDelay(attempt: number, retryAfter: string | null): number {
  const delay = requestedDelay(retryAfter) ?? FIRST_DELAY_MS * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
  return Math.min(Math.max(delay, 0), MAX_DELAY_MS);
}

function requestedDelay(retryAfter: string | null): number | undefined {
  if (!retryAfter) return undefined;
  const seconds = Number(retryAfter);
  const delay = Number.isNaN(seconds) ? Date.parse(retryAfter) - Date.now() : seconds * 1000;
  return Number.isNaN(delay) ? undefined : delay;
}
