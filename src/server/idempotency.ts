import { createHash } from 'node:crypto';
import type { Clock } from '../contracts/clock.ts';
import { DAY_MS } from '../model/day.ts';
import { ownerOf, type Scope } from '../model/scope.ts';
import type { Souvenir } from '../souvenir/souvenir.ts';
import { Refusal } from './problem.ts';

export interface Repeatable {
  readonly key: string;
  readonly keyId: string | undefined;
  readonly scope: Scope;
  readonly operation: string;
  readonly input: string;
}

interface CachedAnswer {
  readonly user: string;
  readonly fingerprint: string;
  readonly at: number;
  readonly answer: Promise<string>;
  bytes: number;
}

const MAX_ANSWERS = 10_000;
const MAX_BYTES = 32_000_000;
const KEY = /^[\x21-\x7e]{1,200}$/;

export function idempotencyKeyOf(header: string | undefined): string | undefined {
  if (header !== undefined && !KEY.test(header))
    throw new Refusal(400, 'invalidInput', 'idempotency-key: is not up to 200 printable characters without spaces');
  return header;
}

export const digest = (...parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

const userOf = ({ tenantId, userId }: Pick<Scope, 'tenantId' | 'userId'>): string => JSON.stringify([tenantId, userId]);

/** Equal for a repeated request in any process; the ids of its turns are derived from it. */
export const sourceIdOf = ({ key, keyId, scope, operation, input }: Repeatable): string =>
  `request:${digest(keyId, scope, operation, key, input)}`;

const idOf = ({ key, keyId, scope }: Repeatable): string => digest(keyId, ownerOf(scope), scope.projectId, key);

/** The responses to writes, in memory and for a day at most: on disk they would outlive an erasure. */
export class Answers {
  readonly #clock: Clock;
  readonly #cached = new Map<string, CachedAnswer>();
  #bytes = 0;

  constructor(clock: Clock, souvenir: Souvenir) {
    this.#clock = clock;
    souvenir.on('memoryForgotten', ({ owner }) => this.drop(owner));
    souvenir.on('expiredErased', ({ receipt }) => this.drop(receipt));
  }

  /** The earlier or pending answer to this request, else does the work. Failures are not cached. */
  once(request: Repeatable, work: () => Promise<string>): Promise<string> {
    this.#dropOld();
    const id = idOf(request);
    const fingerprint = digest(request.operation, request.scope.sessionId, request.input);
    const existing = this.#cached.get(id);
    if (existing !== undefined && existing.fingerprint !== fingerprint)
      throw new Refusal(422, 'conflict', 'this idempotency key was already used with another request', {
        advice: 'use a new key for each request',
      });
    if (existing !== undefined) return existing.answer;
    const cached: CachedAnswer = {
      ...{ user: userOf(request.scope), fingerprint, at: this.#clock.now().getTime(), bytes: 0 },
      answer: work(),
    };
    this.#cached.set(id, cached);
    cached.answer.then(
      (answer) => {
        if (this.#cached.get(id) !== cached) return;
        cached.bytes = answer.length * 2;
        this.#bytes += cached.bytes;
        this.#dropOld();
      },
      () => this.#drop(id, cached),
    );
    return cached.answer;
  }

  drop(user: Pick<Scope, 'tenantId' | 'userId'>, except?: Repeatable): void {
    const dropped = userOf(user);
    const spared = except && idOf(except);
    for (const [id, cached] of this.#cached) if (cached.user === dropped && id !== spared) this.#drop(id, cached);
  }

  #drop(id: string, cached: CachedAnswer): void {
    if (this.#cached.get(id) !== cached) return;
    this.#cached.delete(id);
    this.#bytes -= cached.bytes;
  }

  #dropOld(): void {
    const since = this.#clock.now().getTime() - DAY_MS;
    for (const [id, cached] of this.#cached) {
      if (cached.at >= since && this.#cached.size <= MAX_ANSWERS && this.#bytes <= MAX_BYTES) return;
      this.#drop(id, cached);
    }
  }
}
