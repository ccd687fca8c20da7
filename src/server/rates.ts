import type { Clock } from '../contracts/clock.ts';
import type { ApiKey } from './keys.ts';
import { Refusal } from './problem.ts';

const MINUTE_MS = 60_000;

/** Limits the requests per minute of each key: a bucket that refills up to one minute's worth. */
export class Rates {
  readonly #clock: Clock;
  readonly #buckets = new Map<string, { tokens: number; at: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  take({ id, rate }: Pick<ApiKey, 'id' | 'rate'>): void {
    if (rate === undefined) return;
    const at = this.#clock.now().getTime();
    const before = this.#buckets.get(id) ?? { tokens: rate, at };
    const tokens = Math.min(rate, before.tokens + (Math.max(0, at - before.at) * rate) / MINUTE_MS);
    this.#buckets.set(id, { tokens: tokens < 1 ? tokens : tokens - 1, at });
    if (tokens >= 1) return;
    const seconds = Math.ceil(((1 - tokens) * MINUTE_MS) / rate / 1000);
    throw new Refusal(429, 'rateLimited', `this key is limited to ${rate} requests per minute`, {
      headers: { 'retry-after': String(seconds) },
    });
  }
}
