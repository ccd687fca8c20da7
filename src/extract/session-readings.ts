import type {
  Component,
  ComponentContext,
  Found,
  SessionBatch,
  SessionFindings,
  SessionTask,
} from '../contracts/component.ts';
import type { Llm } from '../contracts/llm.ts';
import type { PendingQuery, PendingSession, Store } from '../contracts/store.ts';
import { newId } from '../model/id.ts';
import { homeOf, type Owner } from '../model/scope.ts';
import { leastOf, trustOf } from '../model/trust.ts';
import { type Compared, compareHeld, type Rivals, type Statement } from '../reconcile/compare-held.ts';
import { judgedByReader } from '../reconcile/reader-judge.ts';
import { judgedBy } from './decide.ts';
import { type Decided, onceEach } from './decide-once.ts';
import { type Extracted, extract } from './extract.ts';
import { knownNames } from './known-names.ts';

/** A component with something to ask. */
export type Asking = Component & { readonly asks: SessionTask };

export const isAsking = (component: Component): component is Asking => component.asks !== undefined;

type Context = Pick<ComponentContext, 'store' | 'embedder' | 'languages' | 'reader' | 'signal'>;

/** Where each component that asks stood in each session, when the consolidation began. */
type Places = ReadonlyMap<Asking, ReadonlyMap<string, PendingSession>>;

type Undecided = Omit<Found, 'verdicts'>;

/** What a batch says, read once. */
interface Reading {
  readonly together: ReadonlySet<Asking>;
  /** Those that have not come for their part yet. */
  readonly waiting: Set<Asking>;
  /** The first that came. */
  readonly payer: Asking;
  readonly extracted: Promise<Omit<Extracted, 'found'> & { readonly found: Findings }>;
  readonly decided: Decided;
  /** By the homes whose memories all of it is compared with. */
  readonly decisions: Map<string, Promise<unknown>>;
}

type Findings = ReadonlyMap<Asking, readonly Undecided[]>;

/** Reads each batch of a session once for all components that stand at the same place of it, though each comes for its part by itself. */
export class SessionReadings {
  readonly #owner: Owner;
  readonly #places: Places;
  readonly #ended: ReadonlySet<string>;
  readonly #readings = new Map<string, Reading>();

  private constructor(owner: Owner, places: Places, ended: ReadonlySet<string>) {
    this.#owner = owner;
    this.#places = places;
    this.#ended = ended;
  }

  static async open(
    owner: Owner,
    components: readonly Component[],
    store: Pick<Store, 'pendingSessions'>,
    ended: ReadonlySet<string>,
    within: Omit<PendingQuery, 'component'> = {},
  ): Promise<SessionReadings> {
    const places = new Map<Asking, ReadonlyMap<string, PendingSession>>();
    for (const component of components.filter(isAsking)) {
      const pending = await store.pendingSessions(owner, { ...within, component: component.name });
      places.set(component, new Map(pending.map((session) => [session.sessionId, session])));
    }
    return new SessionReadings(owner, places, ended);
  }

  /** Whether what the component would keep ends at once, with a session that has ended. */
  isOver(component: Component, sessionId: string): boolean {
    return isAsking(component) && component.endsWithSession === true && this.#ended.has(sessionId);
  }

  /** The first that comes pays for the calls. */
  async of(component: Asking, batch: SessionBatch, context: Context, llm: Llm): Promise<SessionFindings> {
    const reading = this.#readingOf(component, batch, context, llm);
    reading.waiting.delete(component);
    const { found, relations, refused } = await reading.extracted;
    const { verdicts, doubted } = await this.#compared(component, found, reading, batch, context, llm);
    const own = found.get(component) ?? [];
    return {
      findings: own.map((each) => ({ ...each, verdicts: verdicts.get(each.id) ?? [] })),
      ...{ relations, refused: component === reading.payer ? refused : 0 },
      doubted: doubted.filter((id) => own.some((each) => each.id === id)).length,
    };
  }

  #readingOf(component: Asking, batch: SessionBatch, context: Context, llm: Llm): Reading {
    const key = JSON.stringify([batch.sessionId, batch.episodes.map(({ id }) => id)]);
    const known = this.#readings.get(key);
    if (known?.together.has(component)) return known;
    for (const [done, { waiting }] of this.#readings) if (waiting.size === 0) this.#readings.delete(done);
    const together = this.#besides(component, batch.sessionId);
    const reading: Reading = {
      ...{ payer: component, together: new Set(together), waiting: new Set(together) },
      extracted: this.#extracted(together, batch, context, llm),
      ...{ decided: new Map(), decisions: new Map() },
    };
    this.#readings.set(key, reading);
    return reading;
  }

  async #extracted(together: readonly Asking[], batch: SessionBatch, context: Context, llm: Llm) {
    const tasks = together.map(({ asks }) => asks);
    const { found, ...rest } = isTalk(batch, context)
      ? { found: [], relations: [], refused: 0 }
      : await extract(tasks, batch, await knownNames(batch, this.#rivals(batch), context), context.languages, llm);
    const withIds = ({ asks }: Asking): Undecided[] =>
      found
        .filter(({ category }) => category in asks.categories)
        .map((each) => ({ ...each, id: newId(each.episodes[0].occurredAt) }));
    return { ...rest, found: new Map(together.map((each) => [each, withIds(each)])) };
  }

  /**
   * The first that comes with findings has those of all components of its home decided on, with all that is held of the matter. Each of the others
   * then compares its own: what it made of the sessions before may be written only now, and what was changed meanwhile is not what was decided on.
   */
  async #compared(
    component: Asking,
    found: Findings,
    { decided, decisions }: Reading,
    batch: SessionBatch,
    context: Context,
    llm: Llm,
  ): Promise<Compared> {
    const hasFindings = (each: Asking) => found.get(each)?.length;
    if (component.asks.among === undefined || !hasFindings(component)) return { verdicts: new Map(), doubted: [] };
    const home = homeOf(component, this.#owner);
    const [judge, reader] = [onceEach(judgedBy(llm), decided), judgedByReader(context)];
    // What others make of this batch may be written by now or not.
    const without = new Set([...found.values()].flatMap((all) => all.map(({ id }) => id)));
    const rivals = { ...this.#rivals(batch, home), without };
    const compare = (components: readonly Asking[]) => {
      const statements = components.flatMap((each) =>
        (found.get(each) ?? []).map((one) => statementOf(one, each.name)),
      );
      return compareHeld(statements, rivals, context, judge, reader);
    };
    const others = this.#comparingAt(home).filter((each) => each !== component && hasFindings(each));
    const known = decisions.get(home.agentId);
    if (known !== undefined || others.length === 0) {
      await known;
      return compare([component]);
    }
    const decision = compare([component, ...others]);
    decisions.set(home.agentId, decision);
    decision.catch(() => decisions.delete(home.agentId));
    return decision;
  }

  /** The components of a home whose findings a model decides about. */
  #comparingAt(home: Owner): Asking[] {
    return [...this.#places.keys()].filter(
      (each) => each.asks.among !== undefined && homeOf(each, this.#owner).agentId === home.agentId,
    );
  }

  /** What they hold; of what ends with a session, only that of this one. */
  #rivals({ sessionId, owner }: SessionBatch, home = owner): Rivals {
    const filters = this.#comparingAt(home).map(({ asks, endsWithSession = false }) => ({
      ...{ ...asks.among, ...(endsWithSession && { sessionId }), statuses: ['active' as const] },
    }));
    return { owner: home, filters };
  }

  #besides(component: Asking, sessionId: string): Asking[] {
    const placeOf = (each: Asking) => JSON.stringify(this.#places.get(each)?.get(sessionId));
    const stands = (each: Asking) => !this.isOver(each, sessionId) && placeOf(each) === placeOf(component);
    return [...this.#places.keys()].filter((each) => each === component || stands(each));
  }
}

const statementOf = ({ id, text, episodes, trust = 'user' }: Undecided, component: string): Statement => ({
  ...{ id, text, component, saidAt: episodes[0].occurredAt, trust: leastOf([trust, ...episodes.map(trustOf)]) },
});

/** Nobody says more than a greeting or thanks. */
const isTalk = ({ episodes }: SessionBatch, { languages }: Context): boolean =>
  episodes.every(({ content, speaker }) => {
    const language = languages.of(content);
    const named = speaker === undefined ? [] : [speaker];
    return language
      .sentences(content)
      .map((sentence) => language.smallTalk(sentence, named) ?? language.emptyTalk(sentence))
      .every((talk) => talk !== undefined && talk !== 'question');
  });
