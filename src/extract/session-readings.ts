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
import { type Compared, compareHeld } from '../reconcile/compare-held.ts';
import { judgedByReader } from '../reconcile/reader-judge.ts';
import { judgedBy } from './decide.ts';
import { type Extracted, extract } from './extract.ts';

/** A component with something to ask. */
export type Asking = Component & { readonly asks: SessionTask };

export const isAsking = (component: Component): component is Asking => component.asks !== undefined;

type Context = Pick<ComponentContext, 'store' | 'embedder' | 'languages' | 'reader' | 'signal'>;

/** Where each component that asks stood in each session, when the consolidation began. */
type Places = ReadonlyMap<Asking, ReadonlyMap<string, PendingSession>>;

/** Reads each batch of a session once for all components that stand at the same place of it, though each comes for its part by itself. */
export class SessionReadings {
  readonly #owner: Owner;
  readonly #places: Places;
  readonly #ended: ReadonlySet<string>;
  readonly #open = new Map<string, { readonly reading: Promise<Extracted>; readonly waiting: Set<Asking> }>();

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

  /** The first that comes pays for the call. */
  async of(component: Asking, batch: SessionBatch, context: Context, llm: Llm): Promise<SessionFindings> {
    const key = JSON.stringify([batch.sessionId, batch.episodes.map(({ id }) => id)]);
    let open = this.#open.get(key);
    const isFirst = open === undefined || !open.waiting.has(component);
    if (open === undefined || isFirst) {
      const together = this.#besides(component, batch.sessionId);
      open = { reading: read(together, batch, context, llm), waiting: new Set(together) };
      this.#open.set(key, open);
    }
    open.waiting.delete(component);
    if (open.waiting.size === 0) this.#open.delete(key);
    const { found, relations, refused } = await open.reading;
    // Compared only now: what the component made of the sessions before this one is written.
    const own = found
      .filter(({ category }) => category in component.asks.categories)
      .map((each) => ({ ...each, id: newId(each.episodes[0].occurredAt) }));
    const { verdicts, doubted } = await this.#compared(component, own, batch, context, llm);
    const findings = own.map((each) => ({ ...each, verdicts: verdicts.get(each.id) ?? [] }));
    return { findings, relations, refused: isFirst ? refused : 0, doubted: doubted.length };
  }

  async #compared(
    component: Asking,
    found: readonly Omit<Found, 'verdicts'>[],
    { sessionId }: SessionBatch,
    context: Context,
    llm: Llm,
  ): Promise<Compared> {
    const { among } = component.asks;
    if (among === undefined) return { verdicts: new Map(), doubted: [] };
    const ofSession = component.endsWithSession === true ? { sessionId } : {};
    const rivals = {
      owner: homeOf(component, this.#owner),
      filter: { ...among, ...ofSession, statuses: ['active' as const] },
    };
    const statements = found.map(({ id, text, episodes }) => ({ id, text, saidAt: episodes[0].occurredAt }));
    const [model, reader] = [judgedBy(llm), judgedByReader(context)];
    return compareHeld(statements, rivals, context, model, reader);
  }

  #besides(component: Asking, sessionId: string): Asking[] {
    const placeOf = (each: Asking) => JSON.stringify(this.#places.get(each)?.get(sessionId));
    const stands = (each: Asking) => !this.isOver(each, sessionId) && placeOf(each) === placeOf(component);
    return [...this.#places.keys()].filter((each) => each === component || stands(each));
  }
}

function read(components: readonly Asking[], batch: SessionBatch, context: Context, llm: Llm): Promise<Extracted> {
  const tasks = components.map(({ asks }) => asks);
  return isTalk(batch, context)
    ? Promise.resolve({ found: [], relations: [], refused: 0 })
    : extract(tasks, batch, context.languages, llm);
}

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
