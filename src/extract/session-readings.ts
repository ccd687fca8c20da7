import type {
  Component,
  ComponentContext,
  SessionBatch,
  SessionFindings,
  SessionTask,
} from '../contracts/component.ts';
import type { Llm } from '../contracts/llm.ts';
import type { PendingQuery, PendingSession, Store } from '../contracts/store.ts';
import { homeOf, type Owner } from '../model/scope.ts';
import { compareHeld, type Rivals, type Statement } from '../reconcile/compare-held.ts';
import { judgedBy } from './decide.ts';
import { extract } from './extract.ts';

/** A component with something to ask. */
export type Asking = Component & { readonly asks: SessionTask };

export const isAsking = (component: Component): component is Asking => component.asks !== undefined;

type Context = Pick<ComponentContext, 'store' | 'embedder' | 'languages' | 'signal'>;

/** Where each component that asks stood in each session, when the consolidation began. */
type Places = ReadonlyMap<Asking, ReadonlyMap<string, PendingSession>>;

/** Reads each batch of a session once for all components that stand at the same place of it, though each comes for its part by itself. */
export class SessionReadings {
  readonly #owner: Owner;
  readonly #places: Places;
  readonly #ended: ReadonlySet<string>;
  readonly #open = new Map<string, { readonly reading: Promise<Reading>; readonly waiting: Set<Asking> }>();

  private constructor(owner: Owner, places: Places, ended: ReadonlySet<string>) {
    this.#owner = owner;
    this.#places = places;
    this.#ended = ended;
  }

  static async open(
    owner: Owner,
    components: readonly Component[],
    store: Pick<Store, 'pendingSessions' | 'listSessions'>,
    within: Omit<PendingQuery, 'component'> = {},
  ): Promise<SessionReadings> {
    const places = new Map<Asking, ReadonlyMap<string, PendingSession>>();
    for (const component of components.filter(isAsking)) {
      const pending = await store.pendingSessions(owner, { ...within, component: component.name });
      places.set(component, new Map(pending.map((session) => [session.sessionId, session])));
    }
    const ended = (await store.listSessions(owner)).filter(({ endedAt }) => endedAt !== undefined);
    return new SessionReadings(owner, places, new Set(ended.map(({ sessionId }) => sessionId)));
  }

  /** Whether what the component would keep ends at once, with a session that has ended. */
  isOver({ endsWithSession = false }: Component, sessionId: string): boolean {
    return endsWithSession && this.#ended.has(sessionId);
  }

  /** The first that comes pays for the call. */
  async of(component: Asking, batch: SessionBatch, context: Context, llm: Llm): Promise<SessionFindings> {
    const key = JSON.stringify([batch.sessionId, batch.episodes.map(({ id }) => id)]);
    let open = this.#open.get(key);
    if (open === undefined || !open.waiting.has(component)) {
      const together = this.#besides(component, batch.sessionId);
      open = { reading: read(together, batch, this.#owner, context, llm), waiting: new Set(together) };
      this.#open.set(key, open);
    }
    open.waiting.delete(component);
    if (open.waiting.size === 0) this.#open.delete(key);
    return (await open.reading)(component);
  }

  #besides(component: Asking, sessionId: string): Asking[] {
    const placeOf = (each: Asking) => JSON.stringify(this.#places.get(each)?.get(sessionId));
    const stands = (each: Asking) => !this.isOver(each, sessionId) && placeOf(each) === placeOf(component);
    return [...this.#places.keys()].filter((each) => each === component || stands(each));
  }
}

type Reading = (component: Asking) => SessionFindings;

async function read(
  components: readonly Asking[],
  batch: SessionBatch,
  owner: Owner,
  context: Context,
  llm: Llm,
): Promise<Reading> {
  const none: SessionFindings = { findings: [], relations: [], refused: 0, doubted: 0 };
  if (isTalk(batch, context)) return () => none;
  const { found, relations, refused } = await extract(
    components.map(({ asks }) => asks),
    batch,
    context.languages,
    llm,
  );
  const rivals = new Map(components.map((component) => [component, rivalsOf(component, batch, owner)]));
  const ownerOf = (category: string) => components.find(({ asks }) => category in asks.categories) as Asking;
  const categories = new Map(found.map(({ id, category }) => [id, category]));
  const statements = found.map(({ id, text, episodes }) => ({ id, text, saidAt: episodes[0].occurredAt }));
  const rivalsOfStatement = ({ id }: Statement) => rivals.get(ownerOf(categories.get(id) as string)) as Rivals;
  const { verdicts, doubted } = await compareHeld(statements, rivalsOfStatement, context, judgedBy(llm));
  return (component) => {
    const findings = found
      .filter(({ category }) => category in component.asks.categories)
      .map((each) => ({ ...each, verdicts: verdicts.get(each.id) ?? [] }));
    const isFirst = component === components[0];
    return {
      findings,
      relations,
      refused: isFirst ? refused : 0,
      doubted: doubted.filter((id) => findings.some((finding) => finding.id === id)).length,
    };
  };
}

const rivalsOf = (
  { name, asks, endsWithSession, ...component }: Asking,
  { sessionId }: SessionBatch,
  owner: Owner,
): Rivals => ({
  owner: homeOf(component, owner),
  filter: {
    ...(asks.among ?? { components: [name] }),
    ...(endsWithSession === true && { sessionId }),
    statuses: ['active'],
  },
});

/** Nobody says more than a greeting or thanks. */
const isTalk = ({ episodes }: SessionBatch, { languages }: Context): boolean =>
  episodes.every(({ content, role, speaker }) => {
    if (role === 'assistant') return true;
    const language = languages.of(content);
    const named = speaker === undefined ? [] : [speaker];
    return language
      .sentences(content)
      .map((sentence) => language.smallTalk(sentence, named) ?? language.emptyTalk(sentence))
      .every((talk) => talk !== undefined && talk !== 'question');
  });
