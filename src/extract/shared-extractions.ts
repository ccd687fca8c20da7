import type {
  Component,
  ComponentContext,
  ModelFinding,
  SessionBatch,
  SessionFindings,
  SessionTask,
} from '../contracts/component.ts';
import type { Llm } from '../contracts/llm.ts';
import type { PendingQuery, PendingSession, Store } from '../contracts/store.ts';
import { newId } from '../model/id.ts';
import { type Owner, targetOwnerOf } from '../model/scope.ts';
import { lowestTrust, trustOf } from '../model/trust.ts';
import {
  type ComparisonOutcome,
  compareStatements,
  type Rivals,
  type Statement,
} from '../reconcile/compare-statements.ts';
import { readerJudge } from '../reconcile/reader-judge.ts';
import { type DecidedPairs, decideOnce } from './decide-once.ts';
import { type Extraction, extract } from './extract.ts';
import { knownNamesFor } from './known-names.ts';
import { modelJudge } from './model-judge.ts';

export type AskingComponent = Component & { readonly asks: SessionTask };

export const isAskingComponent = (component: Component): component is AskingComponent => component.asks !== undefined;

type Context = Pick<ComponentContext, 'store' | 'embedder' | 'languages' | 'reader' | 'signal'>;

/** The pending sessions of each asking component at the beginning of the consolidation. */
type PendingByComponent = ReadonlyMap<AskingComponent, ReadonlyMap<string, PendingSession>>;

type UndecidedFinding = Omit<ModelFinding, 'memoryRelations'>;

interface BatchExtraction {
  readonly together: ReadonlySet<AskingComponent>;
  readonly waiting: Set<AskingComponent>;
  /** The component that the model calls are counted for. */
  readonly payer: AskingComponent;
  readonly extracted: Promise<Omit<Extraction, 'findings'> & { readonly findings: FindingsByComponent }>;
  readonly decided: DecidedPairs;
  /** By the agent id of the target owner. */
  readonly decisions: Map<string, Promise<unknown>>;
}

type FindingsByComponent = ReadonlyMap<AskingComponent, readonly UndecidedFinding[]>;

/** Extracts each batch of a session once for all components at the same position, though each asks separately. */
export class SharedExtractions {
  readonly #owner: Owner;
  readonly #pendingByComponent: PendingByComponent;
  readonly #ended: ReadonlySet<string>;
  readonly #extractions = new Map<string, BatchExtraction>();

  private constructor(owner: Owner, pendingByComponent: PendingByComponent, ended: ReadonlySet<string>) {
    this.#owner = owner;
    this.#pendingByComponent = pendingByComponent;
    this.#ended = ended;
  }

  static async open(
    owner: Owner,
    components: readonly Component[],
    store: Pick<Store, 'pendingSessions'>,
    ended: ReadonlySet<string>,
    within: Omit<PendingQuery, 'component'> = {},
  ): Promise<SharedExtractions> {
    const pendingByComponent = new Map<AskingComponent, ReadonlyMap<string, PendingSession>>();
    for (const component of components.filter(isAskingComponent)) {
      const pending = await store.pendingSessions(owner, { ...within, component: component.name });
      pendingByComponent.set(component, new Map(pending.map((session) => [session.sessionId, session])));
    }
    return new SharedExtractions(owner, pendingByComponent, ended);
  }

  /** Whether the component's memories would expire at once, because the session has ended. */
  isOver(component: Component, sessionId: string): boolean {
    return isAskingComponent(component) && component.endsWithSession === true && this.#ended.has(sessionId);
  }

  async of(component: AskingComponent, batch: SessionBatch, context: Context, llm: Llm): Promise<SessionFindings> {
    const extraction = this.#extractionOf(component, batch, context, llm);
    extraction.waiting.delete(component);
    const { findings, relationships, refused } = await extraction.extracted;
    const { memoryRelations, doubted } = await this.#compared(component, findings, extraction, batch, context, llm);
    const own = findings.get(component) ?? [];
    return {
      findings: own.map((each) => ({ ...each, memoryRelations: memoryRelations.get(each.id) ?? [] })),
      ...{ relationships, refused: component === extraction.payer ? refused : 0 },
      doubted: doubted.filter((id) => own.some((each) => each.id === id)).length,
    };
  }

  #extractionOf(component: AskingComponent, batch: SessionBatch, context: Context, llm: Llm): BatchExtraction {
    const key = JSON.stringify([batch.sessionId, batch.episodes.map(({ id }) => id)]);
    const known = this.#extractions.get(key);
    if (known?.together.has(component)) return known;
    for (const [done, { waiting }] of this.#extractions) if (waiting.size === 0) this.#extractions.delete(done);
    const together = this.#componentsTogether(component, batch.sessionId);
    const extraction: BatchExtraction = {
      ...{ payer: component, together: new Set(together), waiting: new Set(together) },
      extracted: this.#extracted(together, batch, context, llm),
      ...{ decided: new Map(), decisions: new Map() },
    };
    this.#extractions.set(key, extraction);
    return extraction;
  }

  async #extracted(together: readonly AskingComponent[], batch: SessionBatch, context: Context, llm: Llm) {
    const tasks = together.map(({ asks }) => asks);
    const { findings, ...rest } = isOnlySmallTalk(batch, context)
      ? { findings: [], relationships: [], refused: 0 }
      : await extract(tasks, batch, await knownNamesFor(batch, this.#rivals(batch), context), context.languages, llm);
    const withIds = ({ asks }: AskingComponent): UndecidedFinding[] =>
      findings
        .filter(({ category }) => category in asks.categories)
        .map((each) => ({ ...each, id: newId(each.episodes[0].occurredAt) }));
    return { ...rest, findings: new Map(together.map((each) => [each, withIds(each)])) };
  }

  /**
   * The first component with findings has those of all components of its target owner compared together. Each of the others then
   * compares its own again, because memories of earlier sessions may have been written or changed meanwhile.
   */
  async #compared(
    component: AskingComponent,
    findings: FindingsByComponent,
    { decided, decisions }: BatchExtraction,
    batch: SessionBatch,
    context: Context,
    llm: Llm,
  ): Promise<ComparisonOutcome> {
    const hasFindings = (each: AskingComponent) => findings.get(each)?.length;
    if (component.asks.among === undefined || !hasFindings(component))
      return { memoryRelations: new Map(), doubted: [] };
    const targetOwner = targetOwnerOf(component, this.#owner);
    const [judge, reader] = [decideOnce(modelJudge(llm), decided), readerJudge(context)];
    // Other components may have written their memories of this batch or not.
    const without = new Set([...findings.values()].flatMap((all) => all.map(({ id }) => id)));
    const rivals = { ...this.#rivals(batch, targetOwner), without };
    const compare = (components: readonly AskingComponent[]) => {
      const statements = components.flatMap((each) =>
        (findings.get(each) ?? []).map((one) => statementOf(one, each.name)),
      );
      return compareStatements(statements, rivals, context, judge, reader);
    };
    const others = this.#comparingAt(targetOwner).filter((each) => each !== component && hasFindings(each));
    const known = decisions.get(targetOwner.agentId);
    if (known !== undefined || others.length === 0) {
      await known;
      return compare([component]);
    }
    const decision = compare([component, ...others]);
    decisions.set(targetOwner.agentId, decision);
    decision.catch(() => decisions.delete(targetOwner.agentId));
    return decision;
  }

  /** The components that write to this owner and whose findings a model compares. */
  #comparingAt(targetOwner: Owner): AskingComponent[] {
    return [...this.#pendingByComponent.keys()].filter(
      (each) => each.asks.among !== undefined && targetOwnerOf(each, this.#owner).agentId === targetOwner.agentId,
    );
  }

  /** Filters for their memories; of components that end with the session, only those of this one. */
  #rivals({ sessionId, owner }: SessionBatch, targetOwner = owner): Rivals {
    const filters = this.#comparingAt(targetOwner).map(({ asks, endsWithSession = false }) => ({
      ...{ ...asks.among, ...(endsWithSession && { sessionId }), statuses: ['active' as const] },
    }));
    return { owner: targetOwner, filters };
  }

  #componentsTogether(component: AskingComponent, sessionId: string): AskingComponent[] {
    const pendingKeyOf = (each: AskingComponent) => JSON.stringify(this.#pendingByComponent.get(each)?.get(sessionId));
    const isAtSamePosition = (each: AskingComponent) =>
      !this.isOver(each, sessionId) && pendingKeyOf(each) === pendingKeyOf(component);
    return [...this.#pendingByComponent.keys()].filter((each) => each === component || isAtSamePosition(each));
  }
}

const statementOf = ({ id, text, episodes, trust = 'user' }: UndecidedFinding, component: string): Statement => ({
  ...{ id, text, component, occurredAt: episodes[0].occurredAt, trust: lowestTrust([trust, ...episodes.map(trustOf)]) },
});

const isOnlySmallTalk = ({ episodes }: SessionBatch, { languages }: Context): boolean =>
  episodes.every(({ content, speaker }) => {
    const language = languages.of(content);
    const named = speaker === undefined ? [] : [speaker];
    return language
      .sentences(content)
      .map((sentence) => language.smallTalk(sentence, named) ?? language.emptyTalk(sentence))
      .every((talk) => talk !== undefined && talk !== 'question');
  });
