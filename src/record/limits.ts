import { z } from 'zod';
import type { Clock } from '../contracts/clock.ts';
import { SouvenirError } from '../errors.ts';
import { DAY_MS } from '../model/day.ts';
import type { Owner } from '../model/scope.ts';

export const limitsSchema = z.strictObject({
  /** Turns, memories and documents per user and minute. */
  turnsPerMinute: z.int().min(1).optional(),
  /** Bytes of UTF-8 per user and day. */
  bytesPerDay: z.int().min(1).optional(),
});
/** The limits of what one user may add; no limit unless given. */
export type Limits = Readonly<z.input<typeof limitsSchema>>;

const MINUTE_MS = 60_000;
/** Maximum of counted users; beyond it, counts of those who wrote longest ago restart. */
const MAX_USERS = 10_000;

export interface AddedContent {
  readonly content: string;
  readonly metadata?: unknown;
}

type User = Pick<Owner, 'tenantId' | 'userId'>;

interface Count {
  readonly since: number;
  readonly used: number;
}

interface Counts {
  readonly turns: Count;
  readonly bytes: Count;
}

/** Counts what each user adds, over all agents, and refuses what exceeds the limits before it is stored. */
export class WriteLimits {
  readonly #limits: z.output<typeof limitsSchema>;
  readonly #clock: Clock;
  readonly #counts = new Map<string, Counts>();

  constructor(limits: z.output<typeof limitsSchema>, clock: Clock) {
    this.#limits = limits;
    this.#clock = clock;
  }

  admit(user: User, added: readonly AddedContent[]): void {
    const { turnsPerMinute, bytesPerDay } = this.#limits;
    if (turnsPerMinute === undefined && bytesPerDay === undefined) return;
    const key = keyOf(user);
    const now = this.#clock.now().getTime();
    const counts = this.#counts.get(key);
    const turns = addToCount(counts?.turns, added.length, now, MINUTE_MS);
    const size = added.reduce((sum, each) => sum + sizeOf(each), 0);
    const bytes = addToCount(counts?.bytes, size, now, DAY_MS);
    if (turnsPerMinute !== undefined && turns.used > turnsPerMinute)
      throw refusal(`more than ${turnsPerMinute} turns within a minute`, turns.since + MINUTE_MS - now);
    if (bytesPerDay !== undefined && bytes.used > bytesPerDay)
      throw refusal(`more than ${bytesPerDay} bytes within a day`, bytes.since + DAY_MS - now);
    this.#counts.delete(key);
    this.#counts.set(key, { turns, bytes });
    const oldest = this.#counts.keys().next();
    if (this.#counts.size > MAX_USERS && !oldest.done) this.#counts.delete(oldest.value);
  }

  /** Undoes the count of content that was already stored. */
  takeBack(user: User, added: AddedContent): void {
    const counts = this.#counts.get(keyOf(user));
    if (counts === undefined) return;
    const less = ({ since, used }: Count, by: number): Count => ({ since, used: Math.max(0, used - by) });
    this.#counts.set(keyOf(user), { turns: less(counts.turns, 1), bytes: less(counts.bytes, sizeOf(added)) });
  }
}

const keyOf = ({ tenantId, userId }: User): string => JSON.stringify([tenantId, userId]);

const sizeOf = ({ content, metadata }: AddedContent): number =>
  Buffer.byteLength(content) + Buffer.byteLength(JSON.stringify(metadata ?? {}));

/** A clock that is set back starts a new span. */
function addToCount(current: Count | undefined, added: number, now: number, span: number): Count {
  const isSamePeriod = current !== undefined && now >= current.since && now < current.since + span;
  return isSamePeriod ? { since: current.since, used: current.used + added } : { since: now, used: added };
}

export const refusalAfterOthers = (refused: SouvenirError, recorded: number): SouvenirError =>
  new SouvenirError(refused.code, `turn ${recorded + 1}: ${refused.message}; the ${recorded} before it were`, {
    ...(refused.advice !== undefined && { advice: `${refused.advice}; go on from turn ${recorded + 1}` }),
  });

const refusal = (what: string, waitMs: number): SouvenirError =>
  new SouvenirError('rateLimited', `${what}: nothing of it was stored`, {
    advice: `try again in ${Math.ceil(waitMs / 1000)} seconds, or raise \`limits\` of createSouvenir`,
  });
