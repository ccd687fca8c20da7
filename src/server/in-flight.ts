import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import { z } from 'zod';
import type { ServerEnv } from './caller.ts';
import { Refusal } from './problem.ts';
import { noteEvents } from './slow-readers.ts';

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
  /** An answer of which nothing is read for so long is cut off. */
  slowMs: z.int().positive().default(60_000),
});
export type Shares = Readonly<z.output<typeof shareSchema>>;

type Kind = 'streams' | 'bodies' | 'bytes';

const NAMES: Readonly<Record<Kind, string>> = {
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
  readonly #taken: Record<Kind, number> = { streams: 0, bodies: 0, bytes: 0 };

  constructor(inFlight: InFlight, owners: readonly string[]) {
    this.#inFlight = inFlight;
    this.#owners = owners;
  }

  /** Refuses what is more than the share of its key, of its address or of all. */
  take(kind: Kind, amount = 1): void {
    this.#inFlight.take(kind, amount, this.#owners);
    this.#taken[kind] += amount;
  }

  /** Counts what is there already: it is the next request that is refused. */
  add(kind: Kind, amount: number): void {
    this.#inFlight.add(kind, amount, this.#owners);
    this.#taken[kind] += amount;
  }

  giveBack(kind: Kind): void {
    this.#inFlight.add(kind, -this.#taken[kind], this.#owners);
    this.#taken[kind] = 0;
  }

  giveAllBack(): void {
    for (const kind of Object.keys(this.#taken) as Kind[]) this.giveBack(kind);
  }
}

/** Counts what callers hold at once. */
export class InFlight {
  readonly shares: Shares;
  readonly #held: Readonly<Record<Kind, Map<string, number>>> = {
    streams: new Map(),
    bodies: new Map(),
    bytes: new Map(),
  };

  constructor(shares: Shares) {
    this.shares = shares;
  }

  of(keyId: string | undefined, address: string): Held {
    return new Held(this, [...(keyId === undefined ? [] : [`key ${keyId}`]), `address ${address}`, 'all']);
  }

  take(kind: Kind, amount: number, owners: readonly string[]): void {
    const held = this.#held[kind];
    for (const owner of owners) {
      const part = owner.split(' ', 1)[0] as keyof Shares['streams'];
      const most = this.shares[kind][part];
      if ((held.get(owner) ?? 0) + amount > most) throw beyond(kind, part, most);
    }
    this.add(kind, amount, owners);
  }

  add(kind: Kind, amount: number, owners: readonly string[]): void {
    const held = this.#held[kind];
    for (const owner of owners) {
      const now = (held.get(owner) ?? 0) + amount;
      if (now > 0) held.set(owner, now);
      else held.delete(owner);
    }
  }
}

function beyond(kind: Kind, part: keyof Shares['streams'], most: number): Refusal {
  const whose = { key: 'this key has', address: 'this address has', all: 'the server has' }[part];
  return new Refusal(part === 'all' ? 503 : 429, 'rateLimited', `${whose} its ${most} ${NAMES[kind]} already`, {
    advice: 'end or read what is under way, then ask again',
    headers: { 'retry-after': RETRY_S },
  });
}

const nodeOf = ({ env }: Context): Partial<HttpBindings> => (env as Partial<HttpBindings> | undefined) ?? {};

/** Gives each request its share, until its answer has been read or its connection is gone. */
export const holding =
  (inFlight: InFlight): MiddlewareHandler<ServerEnv> =>
  async (context, next) => {
    const { incoming, outgoing } = nodeOf(context);
    const address = incoming?.socket?.remoteAddress ?? '';
    const held = inFlight.of(context.var.caller.key?.id, address);
    held.take('bytes', 0);
    context.set('held', held);
    outgoing?.once('close', () => held.giveAllBack());
    await next();
    const type = context.res.headers.get('content-type') ?? '';
    if (outgoing === undefined) {
      if (!STREAMED.test(type)) held.giveAllBack();
    } else if (EVENTS.test(type)) noteEvents(outgoing);
  };

const EVENTS = /^text\/event-stream/;
const STREAMED = /^(?:text\/event-stream|application\/x-ndjson)/;
