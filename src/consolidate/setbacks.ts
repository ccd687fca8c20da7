import { z } from 'zod';
import type { Note, PendingSession, Store, StoreReader } from '../contracts/store.ts';
import { codeOf, reasonOf, SouvenirError } from '../errors.ts';
import type { Owner } from '../model/scope.ts';
import { untilWritten } from '../reconcile/until-written.ts';

/** The note that they are kept in. */
export const SETBACKS = 'setbacks';
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
  /** How often it failed since for a cause of its own, not because a server was down. */
  attempts: z.int(),
  at: z.number(),
  reason: z.string(),
  code: z.string().default('partFailed'),
});
type Setback = z.infer<typeof setbackSchema>;

/** A session that a component cannot get past. */
export interface SetAside {
  readonly component: string;
  readonly sessionId: string;
  readonly attempts: number;
  readonly reason: string;
  /** Which kind of failure it was. */
  readonly code: string;
}

interface Asked {
  readonly now: Date;
  /** Nobody waits for it. */
  readonly isAutomatic: boolean;
  /** It was asked for by its name. */
  readonly isNamed: boolean;
}

interface Failing {
  readonly now: Date;
  /** The session itself is the cause. */
  readonly isOwn: boolean;
}

/** The sessions of an owner that failed: whether they are tried again, and when. */
export class Setbacks {
  readonly #byPlace: Map<string, Setback>;
  /** What became of those that this run met. */
  readonly #met = new Map<string, Setback | undefined>();

  private constructor(held: Map<string, Setback>) {
    this.#byPlace = held;
  }

  static async open(owner: Owner, store: Pick<StoreReader, 'noteOf'>): Promise<Setbacks> {
    return new Setbacks(await heldBy(owner, store));
  }

  /** Those that still wait where they failed. */
  static async setAside(owner: Owner, store: Pick<Store, 'noteOf' | 'pendingSessions'>): Promise<SetAside[]> {
    const found: SetAside[] = [];
    for (const { component, sessionId, from, attempts, reason, code } of (await heldBy(owner, store)).values()) {
      if (!isSetAside({ attempts })) continue;
      const [pending] = await store.pendingSessions(owner, { component, sessionId });
      if (pending?.from === from) found.push({ component, sessionId, attempts, reason, code });
    }
    return found;
  }

  /** Whether it is to be tried now; if it was set aside, what to say of it instead. */
  stateOf(component: string, { sessionId, from }: PendingSession, asked: Asked): 'due' | 'waits' | SetAside {
    const setback = this.#byPlace.get(placeOf(component, sessionId));
    if (setback === undefined || setback.from !== from || asked.isNamed) return 'due';
    if (isSetAside(setback)) return setback;
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * LONGER ** Math.max(0, setback.attempts - 1));
    return asked.isAutomatic && asked.now.getTime() < setback.at + wait ? 'waits' : 'due';
  }

  failed(component: string, { sessionId, from }: PendingSession, error: unknown, { now, isOwn }: Failing): void {
    const place = placeOf(component, sessionId);
    const held = this.#byPlace.get(place);
    const attempts = (held?.from === from ? held.attempts : 0) + Number(isOwn);
    const reason = reasonOf(error).slice(0, LONGEST_REASON);
    this.#set(place, { component, sessionId, from, attempts, at: now.getTime(), reason, code: codeOf(error) });
  }

  passed(component: string, sessionId: string): void {
    const place = placeOf(component, sessionId);
    if (this.#byPlace.has(place)) this.#set(place, undefined);
  }

  #set(place: string, setback: Setback | undefined): void {
    if (setback === undefined) this.#byPlace.delete(place);
    else this.#byPlace.set(place, setback);
    this.#met.set(place, setback);
  }

  /** Writes what this run met beside what others have written meanwhile. */
  async keep(owner: Owner, store: Pick<Store, 'noteOf' | 'write'>): Promise<void> {
    if (this.#met.size === 0) return;
    await untilWritten(
      () => store.noteOf(owner, SETBACKS),
      (was) => {
        const held = heldIn(was);
        for (const [place, setback] of this.#met)
          if (setback === undefined) held.delete(place);
          else held.set(place, setback);
        const value = held.size === 0 ? undefined : [...held.values()];
        return store.write(owner, { notes: [{ name: SETBACKS, value, was }] });
      },
    );
    this.#met.clear();
  }
}

const heldBy = async (owner: Owner, store: Pick<StoreReader, 'noteOf'>): Promise<Map<string, Setback>> =>
  heldIn(await store.noteOf(owner, SETBACKS));

function heldIn(note: Note | undefined): Map<string, Setback> {
  const held = z.array(setbackSchema).safeParse(note).data ?? [];
  return new Map(held.map((each) => [placeOf(each.component, each.sessionId), each]));
}

const placeOf = (component: string, sessionId: string): string => JSON.stringify([component, sessionId]);

const isSetAside = ({ attempts }: Pick<Setback, 'attempts'>): boolean => attempts >= MOST_ATTEMPTS;

/** What an answer or a change is, not whether there is one: of a model that is down any function may say anything. */
const OWN_CODES: readonly SouvenirError['code'][] = ['badModelAnswer', 'tooLongForModel', 'invalidInput'];

/** Whether a session itself is the cause, so that it will be again. */
export const isOwnFailure = (error: unknown, isModelAsked: boolean): boolean =>
  SouvenirError.is(error) ? OWN_CODES.includes(error.code) : !isModelAsked;
