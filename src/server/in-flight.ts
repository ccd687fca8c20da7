import { z } from 'zod';
import { SouvenirError } from '../errors.ts';
import { Refusal } from './problem.ts';

const share = (key: number, address: number, all: number) =>
  z
    .strictObject({
      key: z.int().positive().default(key),
      address: z.int().positive().default(address),
      all: z.int().positive().default(all),
    })
    .prefault({});

/** Limits of one key, one address and all callers together. */
export const shareSchema = z.strictObject({
  /** Responses that are streamed: events, export records, progress. */
  streams: share(32, 128, 256),
  /** Requests whose body is still arriving. */
  bodies: share(64, 128, 256),
  /** Bytes of bodies without an answer yet, and of answers that are not read yet. */
  bytes: share(32_000_000, 64_000_000, 256_000_000),
  /** Concurrent operations that only read; further ones wait. */
  reads: share(8, 32, 64),
  /** Milliseconds after which a response is cut off when nothing of it is read. */
  slowMs: z.int().positive().default(60_000),
});
export type Shares = Readonly<z.output<typeof shareSchema>>;

type ResourceKind = 'streams' | 'bodies' | 'bytes' | 'reads';

type RefusableKind = Exclude<ResourceKind, 'reads'>;

const NAMES: Readonly<Record<RefusableKind, string>> = {
  streams: 'open streams',
  bodies: 'unfinished bodies',
  bytes: 'bytes of responses in progress',
};
const RETRY_S = '2';

/** The resources that one request uses until its response has been read. */
export class RequestUsage {
  readonly #inFlight: InFlight;
  readonly #owners: readonly string[];
  readonly #taken: Record<ResourceKind, number> = { streams: 0, bodies: 0, bytes: 0, reads: 0 };
  readonly #ended = new AbortController();

  constructor(inFlight: InFlight, owners: readonly string[]) {
    this.#inFlight = inFlight;
    this.#owners = owners;
  }

  /** Takes an amount, or refuses it above the limit of its key, of its address or of all. */
  take(kind: RefusableKind, amount = 1): void {
    this.#inFlight.refuse(kind, amount, this.#owners);
    this.add(kind, amount);
  }

  /** Waits for a turn to read; refused if the limit of bytes has been reached meanwhile, or if the client has disconnected. */
  async read<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.#inFlight.waitTurn(this.#owners, this.#ended.signal);
    this.#taken.reads += 1;
    try {
      if (this.#ended.signal.aborted) throw callerAborted();
      this.#inFlight.refuse('bytes', 1, this.#owners);
      const answered = await work();
      this.#takeAnswer(Buffer.byteLength(typeof answered === 'string' ? answered : (JSON.stringify(answered) ?? '')));
      return answered;
    } finally {
      this.release('reads');
    }
  }

  /** Counts without refusing: the next request is refused instead. */
  add(kind: RefusableKind, amount: number): void {
    if (this.#ended.signal.aborted) return;
    this.#inFlight.add(kind, amount, this.#owners);
    this.#taken[kind] += amount;
  }

  /** Refuses an answer that exceeds the limit together with others; alone it may have any size. */
  #takeAnswer(bytes: number): void {
    this.#inFlight.refuseAnswer(bytes, this.#taken.bytes, this.#owners);
    this.add('bytes', bytes);
  }

  release(kind: ResourceKind): void {
    this.#inFlight.add(kind, -this.#taken[kind], this.#owners);
    this.#taken[kind] = 0;
  }

  /** Releases everything when the connection ends; an unfinished read goes on, and one that waits never begins. */
  end(): void {
    for (const kind of ['streams', 'bodies', 'bytes'] as const) this.release(kind);
    this.#ended.abort();
  }
}

export class InFlight {
  readonly shares: Shares;
  readonly #amounts: Readonly<Record<ResourceKind, Map<string, number>>> = {
    streams: new Map(),
    bodies: new Map(),
    bytes: new Map(),
    reads: new Map(),
  };
  readonly #waiting = new Set<() => void>();

  constructor(shares: Shares) {
    this.shares = shares;
  }

  usageOf(keyId: string | undefined, address: string): RequestUsage {
    return new RequestUsage(this, [...(keyId === undefined ? [] : [`key ${keyId}`]), `address ${address}`, 'all']);
  }

  refuse(kind: RefusableKind, amount: number, owners: readonly string[]): void {
    for (const owner of owners) {
      const { part, limit, used } = this.#shareOf(kind, owner);
      if (used + amount > limit) throw limitReached(kind, part, limit);
    }
  }

  /** Resolves and counts when one more may read. A caller at its own limit does not block others. */
  async waitTurn(owners: readonly string[], ended: AbortSignal): Promise<void> {
    const isFree = (owner: string): boolean => {
      const { limit, used } = this.#shareOf('reads', owner);
      return used < limit;
    };
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const tryStart = () => {
      if (!owners.every(isFree)) return;
      this.#waiting.delete(tryStart);
      this.add('reads', 1, owners);
      resolve();
    };
    this.#waiting.add(tryStart);
    ended.addEventListener('abort', () => this.#waiting.delete(tryStart) && reject(callerAborted()), { once: true });
    tryStart();
    await promise;
  }

  refuseAnswer(bytes: number, own: number, owners: readonly string[]): void {
    for (const owner of owners) {
      const { part, limit, used } = this.#shareOf('bytes', owner);
      if (used > own && used + bytes > limit) throw limitReached('bytes', part, limit);
    }
  }

  #shareOf(kind: ResourceKind, owner: string) {
    const part = owner.split(' ', 1)[0] as keyof Shares['streams'];
    return { part, limit: this.shares[kind][part], used: this.#amounts[kind].get(owner) ?? 0 };
  }

  add(kind: ResourceKind, amount: number, owners: readonly string[]): void {
    const amounts = this.#amounts[kind];
    for (const owner of owners) {
      const now = (amounts.get(owner) ?? 0) + amount;
      if (now > 0) amounts.set(owner, now);
      else amounts.delete(owner);
    }
    if (kind === 'reads' && amount < 0) for (const look of this.#waiting) look();
  }
}

const callerAborted = () => new SouvenirError('aborted', 'the client disconnected');

function limitReached(kind: RefusableKind, part: keyof Shares['streams'], limit: number): Refusal {
  const subject = { key: 'this key', address: 'this address', all: 'the server' }[part];
  return new Refusal(
    part === 'all' ? 503 : 429,
    'rateLimited',
    `${subject} reached its limit of ${limit} ${NAMES[kind]}`,
    {
      advice: 'finish or close requests in progress, then retry',
      headers: { 'retry-after': RETRY_S },
    },
  );
}
