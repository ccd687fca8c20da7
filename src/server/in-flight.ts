import { z } from 'zod';
import { Refusal } from './problem.ts';

const share = (key: number, address: number, all: number) =>
  z
    .strictObject({
      key: z.int().positive().default(key),
      address: z.int().positive().default(address),
      all: z.int().positive().default(all),
    })
    .prefault({});

/** How much one key, one address and all callers together may hold at once. */
export const shareSchema = z.strictObject({
  /** Answers that come bit by bit: events, records of an export, progress. */
  streams: share(32, 128, 256),
  /** Requests whose body has begun and not ended. */
  bodies: share(64, 128, 256),
  /** Bytes of bodies that are not answered yet, and of answers that are not read yet. */
  bytes: share(32_000_000, 64_000_000, 256_000_000),
  /** Operations that only read, worked on at once: further ones wait for their turn. */
  reads: share(8, 32, 64),
  /** An answer of which nothing is read for so long is cut off. */
  slowMs: z.int().positive().default(60_000),
});
export type Shares = Readonly<z.output<typeof shareSchema>>;

type Kind = 'streams' | 'bodies' | 'bytes' | 'reads';

type Counted = Exclude<Kind, 'reads'>;

const NAMES: Readonly<Record<Counted, string>> = {
  streams: 'open streams',
  bodies: 'unfinished bodies',
  bytes: 'bytes under way',
};
/** By then most of what is under way has ended. */
const RETRY_S = '2';

/** What one request holds until its answer has been read. */
export class Held {
  readonly #inFlight: InFlight;
  readonly #owners: readonly string[];
  readonly #taken: Record<Kind, number> = { streams: 0, bodies: 0, bytes: 0, reads: 0 };
  #isOver = false;

  constructor(inFlight: InFlight, owners: readonly string[]) {
    this.#inFlight = inFlight;
    this.#owners = owners;
  }

  /** Refuses what is more than the share of its key, of its address or of all. */
  take(kind: Counted, amount = 1): void {
    this.#inFlight.refuse(kind, amount, this.#owners);
    this.add(kind, amount);
  }

  /** Reads when it is its turn, and is refused where the share of bytes has been taken meanwhile. */
  async read(work: () => Promise<string>): Promise<string> {
    await this.#inFlight.turn(this.#owners);
    this.#taken.reads += 1;
    try {
      this.#inFlight.refuse('bytes', 1, this.#owners);
      const answered = await work();
      this.#takeAnswer(answered.length);
      return answered;
    } finally {
      this.giveBack('reads');
    }
  }

  /** Counts what is there already: it is the next request that is refused. */
  add(kind: Counted, amount: number): void {
    if (this.#isOver) return;
    this.#inFlight.add(kind, amount, this.#owners);
    this.#taken[kind] += amount;
  }

  /** Refuses an answer that is more than the share beside what else is under way; alone it may be of any size. */
  #takeAnswer(bytes: number): void {
    this.#inFlight.refuseAnswer(bytes, this.#taken.bytes, this.#owners);
    this.add('bytes', bytes);
  }

  giveBack(kind: Kind): void {
    this.#inFlight.add(kind, -this.#taken[kind], this.#owners);
    this.#taken[kind] = 0;
  }

  /** When its connection is gone: what it reads meanwhile goes on, and holds nothing else any more. */
  end(): void {
    for (const kind of ['streams', 'bodies', 'bytes'] as const) this.giveBack(kind);
    this.#isOver = true;
  }
}

/** Counts what callers hold at once. */
export class InFlight {
  readonly shares: Shares;
  readonly #held: Readonly<Record<Kind, Map<string, number>>> = {
    streams: new Map(),
    bodies: new Map(),
    bytes: new Map(),
    reads: new Map(),
  };
  /** In the order in which they came. */
  readonly #waiting = new Set<() => void>();

  constructor(shares: Shares) {
    this.shares = shares;
  }

  of(keyId: string | undefined, address: string): Held {
    return new Held(this, [...(keyId === undefined ? [] : [`key ${keyId}`]), `address ${address}`, 'all']);
  }

  refuse(kind: Counted, amount: number, owners: readonly string[]): void {
    for (const owner of owners) {
      const { part, most, held } = this.#shareOf(kind, owner);
      if (held + amount > most) throw beyond(kind, part, most);
    }
  }

  /** Resolves when one more may read, which is counted then. Whoever waits for a share of their own holds nobody up. */
  async turn(owners: readonly string[]): Promise<void> {
    const isFree = (owner: string): boolean => {
      const { most, held } = this.#shareOf('reads', owner);
      return held < most;
    };
    if (!owners.every(isFree))
      await new Promise<void>((resolve) => {
        const look = () => {
          if (!owners.every(isFree)) return;
          this.#waiting.delete(look);
          this.add('reads', 1, owners);
          resolve();
        };
        this.#waiting.add(look);
      });
    else this.add('reads', 1, owners);
  }

  refuseAnswer(bytes: number, own: number, owners: readonly string[]): void {
    for (const owner of owners) {
      const { part, most, held } = this.#shareOf('bytes', owner);
      if (held > own && held + bytes > most) throw beyond('bytes', part, most);
    }
  }

  #shareOf(kind: Kind, owner: string) {
    const part = owner.split(' ', 1)[0] as keyof Shares['streams'];
    return { part, most: this.shares[kind][part], held: this.#held[kind].get(owner) ?? 0 };
  }

  add(kind: Kind, amount: number, owners: readonly string[]): void {
    const held = this.#held[kind];
    for (const owner of owners) {
      const now = (held.get(owner) ?? 0) + amount;
      if (now > 0) held.set(owner, now);
      else held.delete(owner);
    }
    if (kind === 'reads' && amount < 0) for (const look of this.#waiting) look();
  }
}

function beyond(kind: Counted, part: keyof Shares['streams'], most: number): Refusal {
  const whose = { key: 'this key has', address: 'this address has', all: 'the server has' }[part];
  return new Refusal(part === 'all' ? 503 : 429, 'rateLimited', `${whose} its ${most} ${NAMES[kind]} already`, {
    advice: 'end or read what is under way, then ask again',
    headers: { 'retry-after': RETRY_S },
  });
}
