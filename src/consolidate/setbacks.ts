import { z } from 'zod';
import type { Note, PendingSession, Store, StoreReader } from '../contracts/store.ts';
import { codeOf, reasonOf, SouvenirError } from '../errors.ts';
import { DAY_MS } from '../model/day.ts';
import type { Owner } from '../model/scope.ts';
import { untilWritten } from '../reconcile/until-written.ts';

export const SETBACKS = 'setbacks';
/** After so many failures a session waits until a caller names it: the same failure would recur. */
const MAX_ATTEMPTS = 5;
const FIRST_WAIT_MS = 60_000;
/** Factor of each wait on the one before, up to a day. */
const WAIT_GROWTH = 4;
const MAX_WAIT_MS = DAY_MS;
const MAX_REASON_CHARS = 300;

const setbackSchema = z.object({
  component: z.string(),
  sessionId: z.string(),
  /** Progress at the failure. */
  from: z.int(),
  /** Failures since then that the session itself caused, not a server that was down. */
  attempts: z.int(),
  at: z.number(),
  reason: z.string(),
  code: z.string().default('partFailed'),
});
type Setback = z.infer<typeof setbackSchema>;

/** A session that a component fails to consolidate. */
export interface DeadSession {
  readonly component: string;
  readonly sessionId: string;
  readonly attempts: number;
  readonly reason: string;
  readonly code: string;
}

interface SessionAttempt {
  readonly now: Date;
  readonly isAutomatic: boolean;
  readonly isNamed: boolean;
}

interface FailureContext {
  readonly now: Date;
  readonly isOwn: boolean;
}

/** The failed sessions of an owner: whether they are retried, and when. */
export class Setbacks {
  readonly #byKey: Map<string, Setback>;
  readonly #changed = new Map<string, Setback | undefined>();

  private constructor(stored: Map<string, Setback>) {
    this.#byKey = stored;
  }

  static async open(owner: Owner, store: Pick<StoreReader, 'noteOf'>): Promise<Setbacks> {
    return new Setbacks(await readSetbacks(owner, store));
  }

  /** Dead sessions that are still pending at the position where they failed. */
  static async deadSessions(owner: Owner, store: Pick<Store, 'noteOf' | 'pendingSessions'>): Promise<DeadSession[]> {
    const dead: DeadSession[] = [];
    for (const { component, sessionId, from, attempts, reason, code } of (await readSetbacks(owner, store)).values()) {
      if (!isDead({ attempts })) continue;
      const [pending] = await store.pendingSessions(owner, { component, sessionId });
      if (pending?.from === from) dead.push({ component, sessionId, attempts, reason, code });
    }
    return dead;
  }

  /** Whether a session is due now; a session that was set aside is returned as dead. */
  stateOf(
    component: string,
    { sessionId, from }: PendingSession,
    attempt: SessionAttempt,
  ): 'due' | 'waits' | DeadSession {
    const setback = this.#byKey.get(setbackKey(component, sessionId));
    if (setback === undefined || setback.from !== from || attempt.isNamed) return 'due';
    if (isDead(setback)) return setback;
    const wait = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * WAIT_GROWTH ** Math.max(0, setback.attempts - 1));
    return attempt.isAutomatic && attempt.now.getTime() < setback.at + wait ? 'waits' : 'due';
  }

  failed(component: string, { sessionId, from }: PendingSession, error: unknown, { now, isOwn }: FailureContext): void {
    const key = setbackKey(component, sessionId);
    const stored = this.#byKey.get(key);
    const attempts = (stored?.from === from ? stored.attempts : 0) + Number(isOwn);
    const reason = reasonOf(error).slice(0, MAX_REASON_CHARS);
    this.#set(key, { component, sessionId, from, attempts, at: now.getTime(), reason, code: codeOf(error) });
  }

  passed(component: string, sessionId: string): void {
    const key = setbackKey(component, sessionId);
    if (this.#byKey.has(key)) this.#set(key, undefined);
  }

  #set(key: string, setback: Setback | undefined): void {
    if (setback === undefined) this.#byKey.delete(key);
    else this.#byKey.set(key, setback);
    this.#changed.set(key, setback);
  }

  /** Merges the changes of this run into changes that other processes have written meanwhile. */
  async save(owner: Owner, store: Pick<Store, 'noteOf' | 'write'>): Promise<void> {
    if (this.#changed.size === 0) return;
    await untilWritten(
      () => store.noteOf(owner, SETBACKS),
      (was) => {
        const stored = parseSetbacks(was);
        for (const [key, setback] of this.#changed)
          if (setback === undefined) stored.delete(key);
          else stored.set(key, setback);
        const value = stored.size === 0 ? undefined : [...stored.values()];
        return store.write(owner, { notes: [{ name: SETBACKS, value, was }] });
      },
    );
    this.#changed.clear();
  }
}

const readSetbacks = async (owner: Owner, store: Pick<StoreReader, 'noteOf'>): Promise<Map<string, Setback>> =>
  parseSetbacks(await store.noteOf(owner, SETBACKS));

function parseSetbacks(note: Note | undefined): Map<string, Setback> {
  const setbacks = z.array(setbackSchema).safeParse(note).data ?? [];
  return new Map(setbacks.map((each) => [setbackKey(each.component, each.sessionId), each]));
}

const setbackKey = (component: string, sessionId: string): string => JSON.stringify([component, sessionId]);

const isDead = ({ attempts }: Pick<Setback, 'attempts'>): boolean => attempts >= MAX_ATTEMPTS;

/** Codes of a bad answer or change, not of a missing one: if a model is down, any function may fail. */
const OWN_CODES: readonly SouvenirError['code'][] = ['badModelAnswer', 'tooLongForModel', 'invalidInput'];

export const isOwnFailure = (error: unknown, isModelAsked: boolean): boolean =>
  SouvenirError.is(error) ? OWN_CODES.includes(error.code) : !isModelAsked;
