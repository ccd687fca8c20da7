import { z } from 'zod';
import type { PendingSession, Store, StoreReader } from '../contracts/store.ts';
import { reasonOf, SouvenirError } from '../errors.ts';
import type { Owner } from '../model/scope.ts';

const NOTE = 'setbacks';
/** After so many failures a session waits until somebody names it: what breaks the same way each time will again. */
const MOST_ATTEMPTS = 5;
const FIRST_WAIT_MS = 60_000;
/** How many times longer each wait is than the one before, up to a day. */
const LONGER = 4;
const LONGEST_WAIT_MS = 86_400_000;
const LONGEST_REASON = 300;

const setbackSchema = z.object({
  component: z.string(),
  sessionId: z.string(),
  /** Up to where it was done. */
  from: z.int(),
  /** How often it failed since, and how often for a cause of its own, not because a server was down. */
  attempts: z.int(),
  own: z.int(),
  at: z.number(),
  reason: z.string(),
});
type Setback = z.infer<typeof setbackSchema>;

/** A session that a component cannot get past. */
export interface SetAside {
  readonly component: string;
  readonly sessionId: string;
  readonly attempts: number;
  readonly reason: string;
}

interface Asked {
  readonly now: Date;
  /** Nobody waits for it. */
  readonly isAutomatic: boolean;
  /** It was asked for by its name. */
  readonly isNamed: boolean;
}

/** The sessions of an owner that failed: whether they are tried again, and when. */
export class Setbacks {
  readonly #byPlace: Map<string, Setback>;
  #isChanged = false;

  private constructor(held: readonly Setback[]) {
    this.#byPlace = new Map(held.map((each) => [placeOf(each.component, each.sessionId), each]));
  }

  static async open(owner: Owner, store: Pick<StoreReader, 'noteOf'>): Promise<Setbacks> {
    return new Setbacks(z.array(setbackSchema).safeParse(await store.noteOf(owner, NOTE)).data ?? []);
  }

  get setAside(): SetAside[] {
    return [...this.#byPlace.values()].filter(isSetAside);
  }

  /** Whether it is to be tried now; if it was set aside, what to say of it instead. */
  stateOf(component: string, { sessionId, from }: PendingSession, asked: Asked): 'due' | 'waits' | SetAside {
    const setback = this.#byPlace.get(placeOf(component, sessionId));
    if (setback === undefined || setback.from !== from || asked.isNamed) return 'due';
    if (isSetAside(setback)) return setback;
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * LONGER ** (setback.attempts - 1));
    return asked.isAutomatic && asked.now.getTime() < setback.at + wait ? 'waits' : 'due';
  }

  failed(component: string, { sessionId, from }: PendingSession, error: unknown, now: Date): void {
    const place = placeOf(component, sessionId);
    const held = this.#byPlace.get(place);
    const { attempts, own } = held?.from === from ? held : { attempts: 0, own: 0 };
    this.#byPlace.set(place, {
      ...{ component, sessionId, from, attempts: attempts + 1, own: own + Number(!isOutage(error)) },
      ...{ at: now.getTime(), reason: reasonOf(error).slice(0, LONGEST_REASON) },
    });
    this.#isChanged = true;
  }

  passed(component: string, sessionId: string): void {
    if (this.#byPlace.delete(placeOf(component, sessionId))) this.#isChanged = true;
  }

  async keep(owner: Owner, store: Pick<Store, 'write'>): Promise<void> {
    if (!this.#isChanged) return;
    const value = this.#byPlace.size === 0 ? undefined : [...this.#byPlace.values()];
    await store.write(owner, { notes: [{ name: NOTE, value }] });
    this.#isChanged = false;
  }
}

const placeOf = (component: string, sessionId: string): string => JSON.stringify([component, sessionId]);

const isSetAside = ({ own }: Setback): boolean => own >= MOST_ATTEMPTS;

/** A server that is down says nothing of the session. */
const isOutage = (error: unknown): boolean => SouvenirError.is(error) && error.code === 'llmFailed';
