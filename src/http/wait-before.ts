const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 60_000;

/** Milliseconds to wait after an attempt: what `Retry-After` asks, or twice as long each time, spread so that callers do not return together. */
export function waitBefore(attempt: number, retryAfter: string | null): number {
  const wait = asked(retryAfter) ?? FIRST_WAIT_MS * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
  return Math.min(Math.max(wait, 0), LONGEST_WAIT_MS);
}

function asked(retryAfter: string | null): number | undefined {
  if (!retryAfter) return undefined;
  const seconds = Number(retryAfter);
  const wait = Number.isNaN(seconds) ? Date.parse(retryAfter) - Date.now() : seconds * 1000;
  return Number.isNaN(wait) ? undefined : wait;
}
